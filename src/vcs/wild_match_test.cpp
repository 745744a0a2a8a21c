#include "vcs/wild_match.h"

#include <gtest/gtest.h>

namespace dh {
namespace {

bool path_matches(std::string_view pattern, std::string_view text) {
  return WildPattern(pattern, WildPattern::Kind::path).matches(text);
}

TEST(WildMatch, StarsStopAtSlashes) {
  EXPECT_TRUE(path_matches("a/*.c", "a/x.c"));
  EXPECT_FALSE(path_matches("a/*.c", "a/b/x.c"));
  EXPECT_TRUE(path_matches("**/x", "x"));
  EXPECT_TRUE(path_matches("**/x", "a/b/x"));
  EXPECT_FALSE(path_matches("**/x", "a/bx"));
  EXPECT_TRUE(path_matches("a/**/b", "a/b"));
  EXPECT_TRUE(path_matches("a/**/b", "a/x/y/b"));
  EXPECT_TRUE(path_matches("a/**", "a/x/y"));
  EXPECT_FALSE(path_matches("a/x**", "a/x/y"));
}

TEST(WildMatch, Sets) {
  EXPECT_TRUE(path_matches("[a-c]x", "bx"));
  EXPECT_FALSE(path_matches("[!a-c]x", "bx"));
  EXPECT_TRUE(path_matches("[[:digit:]-]", "-"));
  EXPECT_TRUE(path_matches("[]]", "]"));
  EXPECT_FALSE(path_matches("[ab", "a"));
  EXPECT_FALSE(path_matches("[[:nonsense:]]", "a"));
  EXPECT_FALSE(path_matches("a[!b]c", "a/c"));
}

TEST(WildMatch, Escapes) {
  EXPECT_TRUE(path_matches("\\*", "*"));
  EXPECT_FALSE(path_matches("\\*", "a"));
  EXPECT_FALSE(path_matches("a\\", "a"));
}

TEST(WildMatch, ManyStarsAreNoProblem) {
  std::string pattern, text(2000, 'a');
  for (int i = 0; i < 200; ++i) pattern += "*a";
  EXPECT_FALSE(path_matches(pattern + "b", text));
}

}  // namespace
}  // namespace dh
