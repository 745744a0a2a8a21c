#include "cli/config.h"

#include <gtest/gtest.h>

namespace dh {
namespace {

TEST(ConfigTest, ReadsRulesPathsAndReport) {
  Diagnostics diagnostics;
  Config config = parse_config(
      "[rules]\nexo-race = 'warning'\nunused-ignore = 'off'\n"
      "[paths]\nexclude = ['gen']\n[report]\nmin-confidence = 0\ntop = 5\nfail-on = 'error'\n",
      "deadheat.toml", diagnostics);
  EXPECT_TRUE(diagnostics.empty());
  EXPECT_EQ(config.policy[static_cast<size_t>(Rule::exo_race)].level, Level::warning);
  EXPECT_FALSE(config.policy[static_cast<size_t>(Rule::unused_ignore)].enabled);
  EXPECT_EQ(config.exclude, std::vector<std::string>{"gen"});
  EXPECT_EQ(config.min_confidence, 0);
  EXPECT_EQ(config.top, 5);
  EXPECT_EQ(config.fail_on, Level::error);
}

TEST(ConfigTest, EveryMistakeHasItsLine) {
  struct {
    const char* text;
    uint32_t line;
  } mistakes[] = {{"[rules]\nexo-race = 3\n", 2},
                  {"[rules]\n\nexo-racy = 'off'\n", 3},
                  {"[paths]\nexclude = 'x'\n", 2},
                  {"[paths]\nexclude = [1]\n", 2},
                  {"[report]\ntop = 0\n", 2},
                  {"[report]\nfail-on = 'never'\n", 2},
                  {"\n[raport]\n", 2},
                  {"rules = 1\n", 1},
                  {"[report]\nmin-confidence = 101\n", 2}};
  for (const auto& [text, line] : mistakes) {
    Diagnostics diagnostics;
    parse_config(text, "deadheat.toml", diagnostics);
    ASSERT_EQ(diagnostics.size(), 1u) << text;
    EXPECT_EQ(diagnostics[0].place.line, line) << text << diagnostics[0].message;
  }
}

}  // namespace
}  // namespace dh
