// The index over many definitions of one name gives the same answer as the distance to each of them.
#include <gtest/gtest.h>

#include <random>

#include "smalltalk/name_spaces.h"

namespace dh::smalltalk {
namespace {

TEST(ScopedNames, IndexAgreesWithDistances) {
  const std::vector<std::string> names = {"",    "Smalltalk", "Core",  "A",       "B",           "A.B",
                                          "B.A", "A.C",       "A.B.C", "B.A.B.C", "Smalltalk.A", "Root.B.C"};
  std::mt19937 random(20240611);
  auto pick = [&] { return std::string_view(names[random() % names.size()]); };
  for (int round = 0; round < 300; ++round) {
    NameSpaces spaces;
    for (int i = 0; i < 4; ++i) spaces.declare(pick(), {i % 2 ? "A.*" : "B.Foo", pick()});
    ScopedNames measured(SIZE_MAX), indexed(0);
    for (uint32_t i = 0, count = 1 + random() % 8; i < count; ++i) {
      std::string_view space = pick();
      measured.add("Foo", space, i);
      indexed.add("Foo", space, i);
    }
    for (const std::string& scope : names) {
      std::string_view imports[] = {pick(), "A.B.*", "B.Foo"};
      for (size_t used : {size_t{0}, size_t{1}, size_t{3}}) {
        NameScope from{scope, std::span(imports).first(used)};
        for (const std::string& qualifier : names) {
          std::string name = qualifier.empty() ? "Foo" : qualifier + ".Foo";
          EXPECT_EQ(measured.find(name, spaces, from), indexed.find(name, spaces, from))
              << name << " from " << scope;
        }
      }
      EXPECT_EQ(measured.find_in("Foo", scope), indexed.find_in("Foo", scope));
    }
  }
}

}  // namespace
}  // namespace dh::smalltalk
