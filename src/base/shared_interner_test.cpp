#include "base/shared_interner.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/parallel.h"

namespace dh {
namespace {

TEST(SharedInterner, EqualTextsHaveEqualSymbols) {
  SharedInterner names;
  Symbol a = names.intern("a");
  EXPECT_EQ(names.intern(std::string("a")), a);
  EXPECT_NE(names.intern("b"), a);
  EXPECT_EQ(names.find("a"), a);
  EXPECT_FALSE(names.find("c").valid());
  EXPECT_EQ(names.text(a), "a");
  EXPECT_EQ(names.text(names.intern("")), "");
  EXPECT_EQ(names.size(), 3u);
}

TEST(SharedInterner, ManyThreadsAgree) {
  SharedInterner names;
  constexpr size_t kNames = 20000;
  auto name = [](size_t i) { return "name" + std::to_string(i); };
  std::vector<std::vector<Symbol>> seen(4, std::vector<Symbol>(kNames));
  parallel_for(seen.size(), Parallelism{4, {}}, [&](size_t thread) {
    for (size_t i = 0; i < kNames; ++i) {
      size_t n = (i * 7919 + thread * 13) % kNames;
      seen[thread][n] = names.intern(name(n));
      ASSERT_EQ(names.text(seen[thread][n]), name(n));
    }
  });
  EXPECT_EQ(names.size(), kNames);
  for (size_t i = 0; i < kNames; ++i) {
    for (const auto& symbols : seen) ASSERT_EQ(symbols[i], seen[0][i]);
  }
}

}  // namespace
}  // namespace dh
