#include "vcs/changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dh {
namespace {

TEST(Changes, Hunks) {
  const Changes changes = parse_diff(
      "diff --git a.erl a.erl\n--- a.erl\n+++ a.erl\n@@ -3 +3,2 @@ f() ->\n-old\n+++ b.erl\n+new\n"
      "@@ -9,2 +11,0 @@\n---- removed\n-removed\n"
      "--- \"tab\\there\"\n+++ \"tab\\there\"\n@@ -0,0 +1 @@\n+x\n"
      "--- name with space\t\n+++ name with space\t\n@@ -1 +1 @@\n-x\n+y\n"
      "diff --git x y\nsimilarity index 100%\nrename from x\nrename to y\n"
      "--- gone\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-x\n-y\n");
  EXPECT_EQ(changes.old_name("y"), "x");
  EXPECT_EQ(changes.old_name("a.erl"), "a.erl");
  const auto& lines = changes.lines;
  EXPECT_EQ(lines.size(), 3u);
  ASSERT_TRUE(lines.contains("a.erl"));
  ASSERT_EQ(lines.at("a.erl").size(), 1u);
  EXPECT_EQ(lines.at("a.erl")[0].first, 3u);
  EXPECT_EQ(lines.at("a.erl")[0].last, 4u);
  EXPECT_TRUE(lines.contains("tab\there"));
  EXPECT_TRUE(lines.contains("name with space"));
}

TEST(Changes, Touches) {
  Changes changes;
  changes.lines["a"] = {{3, 5}, {9, 9}};
  changes.new_files.insert("b");
  EXPECT_TRUE(changes.touches("a", 5, 7));
  EXPECT_FALSE(changes.touches("a", 6, 8));
  EXPECT_TRUE(changes.touches("b", 1, 1));
  EXPECT_FALSE(changes.touches("c", 1, 1));
}

}  // namespace
}  // namespace dh
