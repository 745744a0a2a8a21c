#include "dynamic/chain_spec.h"

#include <gtest/gtest.h>

namespace dh::dyn {
namespace {

TEST(ChainSpec, SequenceBindsTighterThanParallel) {
  const auto chain = parse_chain("A:B|C: D @x=1,y=a=b");
  ASSERT_TRUE(chain.has_value());
  ASSERT_EQ(chain->size(), 2u);
  EXPECT_EQ((*chain)[0][1].name, "B");
  EXPECT_EQ((*chain)[1][0].name, "C");
  EXPECT_EQ((*chain)[1][1].name, "D");
  EXPECT_EQ((*chain)[1][1].options, (ToolOptions{{"x", "1"}, {"y", "a=b"}}));
}

TEST(ChainSpec, MistakesAreTold) {
  for (const char* bad : {"", "A:", ":A", "A||B", "A@", "A@x", "A@=1", "(A|B):C"}) {
    EXPECT_FALSE(parse_chain(bad).has_value()) << bad;
  }
}

}  // namespace
}  // namespace dh::dyn
