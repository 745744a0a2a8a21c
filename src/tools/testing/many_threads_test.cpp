// Traces with many threads: memory is for what threads know of each other, not for all pairs of them.
#include <gtest/gtest.h>

#include "base/resources.h"
#include "tools/testing/testing.h"

namespace dh::dyn::testing {
namespace {

constexpr int kManyThreads = 20'000;

// Threads that run at the same time, each with data and a lock of its own, and one race.
std::string many_threads() {
  std::string trace;
  for (int i = 1; i < kManyThreads; ++i) trace += "T0|fork(T" + std::to_string(i) + ")|1\n";
  for (int i = 1; i < kManyThreads; ++i) {
    const std::string name = std::to_string(i);
    trace += "T" + name + "|w(x" + name + ")|2\nT" + name + "|acq(l" + name + ")|3\nT" + name + "|r(x" +
             name + ")|4\nT" + name + "|rel(l" + name + ")|5\n";
  }
  return trace + "T5|w(z)|7\nT6|w(z)|8\n";
}

TEST(ManyThreads, TakeMemoryForWhatTheyKnow) {
  const std::string trace = many_threads();
  for (const char* tool : {"FastTrack", "HappensBefore", "DJIT+", "MultiRace", "Goldilocks"}) {
    const int64_t before = peak_resident_bytes();
    const RunResult result = run_text(tool, trace);
    EXPECT_FALSE(result.replay.error.has_value());
    ASSERT_EQ(result.names, std::vector<std::string>{"z"}) << tool;
    // Dense clocks alone would take 800 MB.
    EXPECT_LT(peak_resident_bytes() - before, int64_t{500} << 20) << tool;
  }
}

}  // namespace
}  // namespace dh::dyn::testing
