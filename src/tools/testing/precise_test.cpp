// The precise detectors against full vector clocks.
#include <gtest/gtest.h>

#include "tools/testing/testing.h"

namespace dh::dyn::testing {
namespace {

class Precise : public ::testing::TestWithParam<const char*> {};

TEST_P(Precise, FirstRaceOfEachVariableIsTheOracles) {
  size_t racy_traces = 0;
  for (uint32_t seed = 0; seed < 3000; ++seed) {
    RandomTraceOptions options;
    options.threads = 2 + static_cast<int>(seed % 5);
    options.vars = 1 + static_cast<int>(seed % 4);
    options.locks = 1 + static_cast<int>(seed % 3);
    options.events = 20 + static_cast<int>(seed % 7) * 20;
    options.extended = seed % 2 == 1;
    const std::string trace = random_trace(seed, options);
    const auto result = run_text(GetParam(), trace);
    ASSERT_FALSE(result.replay.error.has_value()) << result.replay.error->message << "\n" << trace;
    const auto expected = oracle_first_races(trace);
    ASSERT_EQ(result.first_racy(), expected) << "seed " << seed << "\n" << trace;
    racy_traces += !expected.empty();
  }
  EXPECT_GT(racy_traces, 300u);
  EXPECT_LT(racy_traces, 2900u);
}

// Enough locks for the largest sets of Goldilocks, and enough events for it to cut its list.
TEST_P(Precise, ManyLocks) {
  for (uint32_t seed = 0; seed < 25; ++seed) {
    RandomTraceOptions options;
    options.threads = 5;
    options.vars = 40;
    options.locks = 150;
    options.events = 4000;
    options.extended = seed % 2 == 1;
    const std::string trace = random_trace(seed, options);
    const auto result = run_text(GetParam(), trace);
    ASSERT_FALSE(result.replay.error.has_value()) << result.replay.error->message;
    ASSERT_EQ(result.first_racy(), oracle_first_races(trace)) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Tools, Precise,
                         ::testing::Values("FastTrack", "HappensBefore", "DJIT+", "MultiRace", "Goldilocks"));

}  // namespace
}  // namespace dh::dyn::testing
