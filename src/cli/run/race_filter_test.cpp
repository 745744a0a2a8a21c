#include "cli/run/race_filter.h"

#include <gtest/gtest.h>

namespace dh {
namespace {

Finding race(const std::string& name, const std::string& first, const std::string& second) {
  Finding finding;
  finding.shared.name = name;
  finding.accesses.resize(2);
  finding.accesses[0].symbol = first;
  finding.accesses[1].symbol = second;
  finding.accesses[1].stack.push_back({});
  finding.accesses[1].stack.back().function = "org.lib.Pool.run";
  return finding;
}

TEST(RaceFilter, MatchesNamesAtTheirDots) {
  EXPECT_TRUE(java_name_matches("com.app", "com.app.Main.run"));
  EXPECT_TRUE(java_name_matches("com.app.*", "com.app.Main.run"));
  EXPECT_TRUE(java_name_matches("com.*.Main", "com.app.Main.run"));
  EXPECT_TRUE(java_name_matches("com.app.Main.Inner", "com.app.Main$Inner.run"));
  EXPECT_FALSE(java_name_matches("com.app", "com.apple.Main.run"));
  EXPECT_FALSE(java_name_matches("", "com.app.Main.run"));
}

TEST(RaceFilter, CountsWhatIsOutside) {
  RaceFilter filter;
  filter.only = {"com.app"};
  EXPECT_TRUE(filter.shows(race("org.lib.Cache.size", "org.lib.Cache.put", "com.app.Main.run")));
  EXPECT_FALSE(filter.shows(race("org.lib.Cache.size", "org.lib.Cache.put", "org.lib.Cache.get")));
  EXPECT_EQ(filter.outside, 1U);
  ASSERT_EQ(filter.summary().size(), 1U);
}

TEST(RaceFilter, SuppressesByFieldClassAndFrame) {
  RaceFilter filter;
  filter.suppressions = {{"org.lib.Cache.size", "", "", "statistics", {}, 0},
                         {"", "org.lib.Old", "", "dead", {}, 0},
                         {"", "", "org.lib.Pool.*", "known", {}, 0},
                         {"none", "", "", "unused", {}, 0}};
  EXPECT_FALSE(filter.shows(race("org.lib.Cache.size", "a.B.c", "a.B.c")));
  EXPECT_FALSE(filter.shows(race("x.Y.z", "org.lib.Old.run", "a.B.c")));
  EXPECT_EQ(filter.suppressions[2].hits, 2U);
  EXPECT_EQ(filter.suppressed, 2U);
  EXPECT_EQ(filter.summary().size(), 2U);  // the count, and the one that is unused
}

TEST(RaceFilter, ReadsSuppressionsStrictly) {
  Diagnostics problems;
  const TomlValue document = parse_toml(
      "[[suppress]]\nfield = 'A.b'\nreason = 'x'\n[[suppress]]\nfiled = 'A.b'\n", "deadheat.toml", problems);
  const auto all = read_suppressions(&document, problems);
  EXPECT_EQ(all.size(), 2U);
  EXPECT_EQ(problems.size(), 3U);  // nothing to match, no reason, an unknown key
}

}  // namespace
}  // namespace dh
