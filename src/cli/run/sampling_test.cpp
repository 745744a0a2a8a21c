#include "cli/run/sampling.h"

#include <gtest/gtest.h>

namespace dh {
namespace {

TEST(Sampling, Shares) {
  EXPECT_DOUBLE_EQ(*read_share("0.03"), 0.03);
  EXPECT_DOUBLE_EQ(*read_share("3%"), 0.03);
  EXPECT_DOUBLE_EQ(*read_share("100%"), 1);
  for (const char* bad : {"", "%", "0", "-1%", "1.5", "101%", "3%%", "nan", "inf", "3 %", "much"})
    EXPECT_FALSE(read_share(bad)) << bad;
}

TEST(Sampling, Plans) {
  EXPECT_FALSE(*plan_sampling({}, "FastTrack", 1));
  EXPECT_FALSE(*plan_sampling({"100%", ""}, "FastTrack", 1)) << "everything is checked";
  const auto budget = plan_sampling({"", "5%"}, "FastTrack|LockSet", 7);
  ASSERT_TRUE(budget && *budget);
  EXPECT_TRUE((*budget)->by_overhead);
  EXPECT_EQ((*budget)->seed, 7u);
  EXPECT_FALSE(plan_sampling({"3%", "5%"}, "FastTrack", 1)) << "one or the other";
  EXPECT_FALSE(plan_sampling({"3%", ""}, "SHB", 1)) << "must see every access";
  EXPECT_TRUE(plan_sampling({"3%", ""}, "FastTrack|Deadlock", 1)) << "locks are always seen";
}

TEST(Sampling, SaysHowMuchWasChecked) {
  CheckSink::Contents contents;
  EXPECT_EQ(judge_sampling({false, 0.03, 1}, contents).severity, Severity::error) << "nothing was";
  contents.counts = {{"checked stretches", 3},
                     {"checked stretches, microseconds", 30'000},
                     {"sampled run, microseconds", 1'000'000}};
  const Diagnostic said = judge_sampling({false, 0.03, 1}, contents);
  EXPECT_EQ(said.severity, Severity::note);
  EXPECT_NE(said.message.find("stretches of 10 ms (3 in all, 3 % of the run)"), std::string::npos)
      << said.message;
  EXPECT_NE(said.message.find("probability 0.03"), std::string::npos) << said.message;
}

TEST(Sampling, CountsTheStretchInWhichTheProgramEnds) {
  CheckSink::Contents contents;
  contents.counts = {{"checked stretches", 1}, {"checked stretches, microseconds", 10'000}};
  const Diagnostic said = judge_sampling({false, 0.2, 1}, contents);
  EXPECT_EQ(said.severity, Severity::note) << "races may have been found in it";
  EXPECT_NE(said.message.find("100 % of the run"), std::string::npos) << said.message;
}

}  // namespace
}  // namespace dh
