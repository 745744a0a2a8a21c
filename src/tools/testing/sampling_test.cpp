// Samples of the accesses: never a report that the whole run does not have, and each about as often as
// promised.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/tries.h"
#include "tools/registry.h"
#include "tools/testing/testing.h"

namespace dh::dyn::testing {
namespace {

// The same kind of access to the same variable at the same event, with any other.
bool is_a_race(const std::set<std::pair<std::string, uint64_t>>& all, const RunResult& sampled) {
  const auto racy = sampled.racy();
  return std::includes(all.begin(), all.end(), racy.begin(), racy.end());
}

// HappensBefore compares with every earlier access, so a sample has a subset of its racy events.
TEST(Sampling, ReportsNoMoreThanTheWholeRun) {
  size_t found = 0;
  for (uint32_t seed = 0; seed < tries(600); ++seed) {
    const std::string trace = random_trace(seed, {.events = 120, .extended = seed % 2 == 0});
    const auto all = run_text("HappensBefore", trace).racy();
    for (const char* detector : {"FastTrack", "HappensBefore", "DJIT+"}) {
      const RunResult sampled =
          run_text(fmt::format("Sample@rate=0.5,size={},seed={}:{}", 1 + seed % 20, seed, detector), trace);
      ASSERT_TRUE(is_a_race(all, sampled)) << seed << " " << detector;
      found += sampled.reports.size();
    }
  }
  EXPECT_GT(found, 100u);
}

TEST(Sampling, AllOfThemIsTheWholeRun) {
  for (uint32_t seed = 0; seed < tries(200); ++seed) {
    const std::string trace = random_trace(seed, {});
    ASSERT_EQ(run_text("Sample@rate=1:FastTrack", trace).racy(), run_text("FastTrack", trace).racy());
    ASSERT_TRUE(run_text("Sample@rate=0:FastTrack", trace).reports.empty());
  }
}

// Races whose accesses are beside each other, in stretches of their own.
TEST(Sampling, FindsARaceWithTheStatedProbability) {
  constexpr int kRaces = 4000;
  constexpr double kRate = 0.1;
  std::string trace = "a|fork(b)|1\na|w(y)|1\n";
  for (int i = 0; i < kRaces; ++i) trace += fmt::format("a|w(x{})|2\nb|w(x{})|3\n", i, i);
  const RunResult result = run_text(fmt::format("Sample@rate={},size=2:FastTrack", kRate), trace);
  const auto found = static_cast<double>(result.reports.size());
  const double deviation = std::sqrt(kRaces * kRate * (1 - kRate));
  EXPECT_NEAR(found, kRaces * kRate, 4 * deviation);
  ASSERT_EQ(result.outputs.size(), 1u);
  EXPECT_NE(result.outputs[0].lines[1].find("probability 0.1"), std::string::npos);
}

TEST(Sampling, IsRefusedBeforeToolsThatNeedAllAccesses) {
  ReportSink sink;
  const Names names;
  for (const char* tool : {"SHB", "WCP", "SyncP", "OSR", "Deadlock"}) {
    const auto chain = build_chain(std::string("Sample@rate=0.5:") + tool, sink, names);
    ASSERT_FALSE(chain.has_value()) << tool;
    EXPECT_NE(chain.error().message.find("must see every access"), std::string::npos);
    EXPECT_TRUE(build_chain(std::string("Sample:FastTrack|") + tool, sink, names).has_value()) << tool;
  }
}

// Whatever the clocks are made of.
TEST(TreeClocks, ReportTheSameAsVectorClocks) {
  size_t races = 0;
  for (uint32_t seed = 0; seed < tries(300); ++seed) {
    const std::string trace = random_trace(
        seed,
        {.threads = 3 + static_cast<int>(seed % 30), .vars = 8, .events = 300, .extended = seed % 3 != 0});
    for (const char* tool : {"FastTrack", "HappensBefore", "DJIT+", "MultiRace", "SHB", "SingleTrack"}) {
      const RunResult vector = run_text(std::string(tool) + "@clocks=vector", trace);
      ASSERT_EQ(run_text(std::string(tool) + "@clocks=tree", trace).reports, vector.reports) << seed << tool;
      races += vector.reports.size();
    }
  }
  EXPECT_GT(races, 1000u);
}

}  // namespace
}  // namespace dh::dyn::testing
