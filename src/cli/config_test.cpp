#include "cli/config.h"

#include <gtest/gtest.h>

#include <set>

#include "cli/factors.h"

namespace dh {
namespace {

TEST(ConfigTest, ReadsRulesPathsAndReport) {
  Diagnostics diagnostics;
  Config config = parse_config(
      "[rules]\nexo-race = 'warning'\nunused-ignore = 'off'\n"
      "[paths]\nexclude = ['gen']\n[report]\nmin-confidence = 0\ntop = 5\nfail-on = 'error'\n",
      "deadheat.toml", diagnostics);
  EXPECT_TRUE(diagnostics.empty());
  EXPECT_EQ(config.rules.of("a", Rule::exo_race).level, Level::warning);
  EXPECT_FALSE(config.rules.of("a", Rule::unused_ignore).enabled);
  EXPECT_EQ(config.exclude, std::vector<std::string>{"gen"});
  EXPECT_EQ(config.min_confidence, 0);
  EXPECT_EQ(config.top, 5);
  EXPECT_EQ(config.fail_on, Level::error);
}

TEST(ConfigTest, RulesByGlobAndPath) {
  Diagnostics diagnostics;
  Config config = parse_config(
      "[rules]\n'exo-*' = 'note'\nexo-race = 'error'\n"
      "[[overrides]]\npaths = ['test/**']\nrules = { '*' = 'off', 'java-escape' = 'note' }\n",
      "/project/deadheat.toml", diagnostics, "/project");
  EXPECT_TRUE(diagnostics.empty());
  EXPECT_EQ(config.rules.of("/project/a.py", Rule::exo_race).level, Level::error);
  EXPECT_EQ(config.rules.of("/project/a.py", Rule::exo_vacuous).level, Level::note);
  EXPECT_FALSE(config.rules.of("/project/test/a.py", Rule::exo_race).enabled);
  EXPECT_EQ(config.rules.of("/project/test/A.java", Rule::java_escape).level, Level::note);
  EXPECT_TRUE(config.rules.of("/elsewhere/test/a.py", Rule::exo_race).enabled);
}

TEST(ConfigTest, TheCommandLineSelectsRules) {
  RulePolicies rules;
  rules.set({{"exo-race", {false, std::nullopt}}});
  EXPECT_FALSE(rules.select({"exo-*,java-escape"}, {"exo-vacuous"}));
  EXPECT_TRUE(rules.of("a", Rule::exo_race).enabled);
  EXPECT_TRUE(rules.of("a", Rule::java_escape).enabled);
  EXPECT_FALSE(rules.of("a", Rule::exo_vacuous).enabled);
  EXPECT_FALSE(rules.of("a", Rule::erlang_ets).enabled);
  EXPECT_EQ(rules.select({"java-escap"}, {}),
            "--select java-escap: there is no such rule; did you mean 'java-escape'?");
}

TEST(ConfigTest, ReadsWeightsOfConfidence) {
  Diagnostics diagnostics;
  Config config = parse_config("[confidence]\nerlang-public-table = 7\njava-in-lambda = -40\n",
                               "deadheat.toml", diagnostics);
  EXPECT_TRUE(diagnostics.empty());
  EXPECT_EQ(config.factor_weights.at("erlang-public-table"), 7);
  EXPECT_EQ(config.factor_weights.at("java-in-lambda"), -40);
  EXPECT_EQ(config.factor_weights.size(), 2u);
}

// Users write them into their configuration: each id names one factor, in the form of rule ids.
TEST(ConfigTest, FactorsHaveIdsOfTheirOwn) {
  std::set<std::string_view> ids;
  for (const Factor* factor : all_factors()) {
    EXPECT_TRUE(ids.insert(factor->id).second) << factor->id;
    EXPECT_EQ(factor->id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"), std::string_view::npos)
        << factor->id;
    EXPECT_FALSE(factor->text.empty()) << factor->id;
    EXPECT_EQ(find_factor(factor->id), factor);
  }
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
                  {"[report]\nmin-confidence = 101\n", 2},
                  {"[confidence]\n\nerlang-no-such-factor = 5\n", 3},
                  {"[confidence]\nerlang-public-table = 'much'\n", 2},
                  {"[confidence]\nerlang-public-table = 101\n", 2},
                  {"[[overrides]]\nrules = { exo-race = 'off' }\n", 1},
                  {"[[overrides]]\npaths = ['a']\n[overrides.rules]\nexo-racy = 'off'\n", 4},
                  {"[smalltalk.confidence]\nstart = 70\n", 1}};
  for (const auto& [text, line] : mistakes) {
    Diagnostics diagnostics;
    parse_config(text, "deadheat.toml", diagnostics);
    ASSERT_EQ(diagnostics.size(), 1u) << text;
    EXPECT_EQ(diagnostics[0].place.line, line) << text << diagnostics[0].message;
  }
}

}  // namespace
}  // namespace dh
