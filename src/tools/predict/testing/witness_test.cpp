// Witnesses of the predictive tools against an interpreter that shares nothing with theirs, and what the
// classes of races imply for larger traces.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/tries.h"
#include "tools/predict/deadlock.h"
#include "tools/predict/testing/oracle.h"
#include "tools/testing/testing.h"

namespace dh::dyn::testing {
namespace {

std::string small(uint32_t seed) {
  SmallTraceOptions options = varied_options(seed, 12 + static_cast<int>(seed % 6));
  if (seed % 2 == 0) options.operations = 15;
  return small_trace(seed, options);
}

// The whole reordering: the trace as it was up to the event that the note names, then the steps.
std::vector<uint64_t> whole_order(const RawReport& report) {
  constexpr std::string_view kBefore = "before event ";
  std::vector<uint64_t> order;
  if (const size_t at = report.note.find(kBefore); at != std::string::npos) {
    const uint64_t from = std::stoull(report.note.substr(at + kBefore.size()));
    for (uint64_t i = 0; i + 1 < from; ++i) order.push_back(i);
  }
  for (const RawStep& step : report.steps) order.push_back(step.position);
  return order;
}

class Witnessed : public ::testing::TestWithParam<const char*> {};

TEST_P(Witnessed, EveryWitnessReplays) {
  size_t witnesses = 0;
  for (uint32_t seed = 0; seed < tries(3000); ++seed) {
    const std::string trace = small(seed);
    for (const RawReport& r : run_text(GetParam(), trace).reports) {
      if (!r.note.starts_with("From ")) continue;
      std::vector<uint64_t> next{r.current.position, r.previous.position};
      for (const RawAccess& access : r.more) next.push_back(access.position);
      ASSERT_EQ(judge_witness(trace, whole_order(r), next), "") << r.note << "\n" << trace;
      ++witnesses;
    }
  }
  EXPECT_GE(witnesses, 1U);
}

INSTANTIATE_TEST_SUITE_P(Tools, Witnessed, ::testing::Values("SHB", "WCP", "SyncP", "OSR", "Deadlock"));

std::set<uint64_t> second_accesses(const std::string& tool, const std::string& trace) {
  std::set<uint64_t> seconds;
  for (const RawReport& r : run_text(tool, trace).reports) seconds.insert(r.position);
  return seconds;
}

TEST(PredictiveClasses, ContainEachOther) {
  size_t shb_events = 0;
  size_t more = 0;
  for (uint32_t seed = 0; seed < tries(600); ++seed) {
    SmallTraceOptions options = varied_options(seed, 60 + static_cast<int>(seed % 4) * 40);
    options.threads += static_cast<int>(seed % 3);
    options.vars += 3;
    options.guarded = 90;
    const std::string trace = small_trace(seed, options);
    const auto shb = second_accesses("SHB", trace);
    const auto sync_p = second_accesses("SyncP", trace);
    const auto osr = second_accesses("OSR", trace);
    ASSERT_TRUE(std::includes(sync_p.begin(), sync_p.end(), shb.begin(), shb.end()))
        << "seed " << seed << "\n"
        << trace;
    ASSERT_TRUE(std::includes(osr.begin(), osr.end(), sync_p.begin(), sync_p.end()))
        << "seed " << seed << "\n"
        << trace;
    shb_events += shb.size();
    more += osr.size() > shb.size();
  }
  EXPECT_GT(shb_events, tries(500));
  EXPECT_GT(more, tries(100));
}

TEST(PredictiveWindows, OnlyTakeAway) {
  size_t found = 0;
  for (uint32_t seed = 0; seed < tries(1500); ++seed) {
    const std::string trace = small(seed);
    const auto possible = all_reorderings(trace, Keep::nothing);
    for (const char* tool : {"SyncP@window=6", "OSR@window=6", "Deadlock@window=9"}) {
      for (const RawReport& r : run_text(tool, trace).reports) {
        if (r.tool == "Deadlock") {
          if (r.finding == Deadlock::kInconsistentOrder) continue;
          Deadlocked cycle{static_cast<uint32_t>(r.current.position),
                           static_cast<uint32_t>(r.previous.position)};
          for (const RawAccess& access : r.more) cycle.push_back(static_cast<uint32_t>(access.position));
          std::sort(cycle.begin(), cycle.end());
          ASSERT_TRUE(possible.deadlocks.contains(cycle)) << tool << "\n" << trace;
        } else {
          const EventPair pair{static_cast<uint32_t>(r.previous.position), static_cast<uint32_t>(r.position)};
          ASSERT_TRUE(possible.races.contains(pair))
              << tool << " " << pair.first << " " << pair.second << "\n"
              << trace;
        }
        ++found;
      }
    }
  }
  EXPECT_GT(found, tries(500));
}

// What every schedule keeps beyond locks, starts, joins and volatiles.
TEST(PredictiveOrder, HandOversBarriersAndWaits) {
  const char* const ordered[] = {
      "A:w(x) A:handover_out(q) B:handover_in(q) B:r(x)",
      "A:w(x) A:class_init(C) B:class_use(C) B:r(x)",
      "A:w(x) A:barrier_enter(b) B:barrier_enter(b) B:barrier_leave(b) A:barrier_leave(b) B:r(x)",
      "B:acq(m) B:wait_pre(m) A:w(x) A:acq(m) A:notify(m) A:rel(m) B:wait_post(m) B:r(x) B:rel(m)",
      "A:w(x) A:fork(B) B:r(x)",
      "B:r(x) A:join(B) A:w(x)",
      "A:w(x) A:volatile_write(v) B:volatile_read(v) B:r(x)",
  };
  for (const char* tool : {"SHB", "WCP", "SyncP", "OSR"}) {
    for (const char* trace : ordered)
      EXPECT_TRUE(run_text(tool, lines(trace)).reports.empty()) << tool << ": " << trace;
  }
  const char* const racy[] = {
      "A:w(x) B:handover_in(q) A:handover_out(q) B:r(x)",
      "A:barrier_enter(b) B:barrier_enter(b) B:barrier_leave(b) A:barrier_leave(b) A:w(x) B:r(x)",
      "B:acq(m) B:wait_pre(m) A:acq(m) A:notify(m) A:rel(m) A:w(x) B:wait_post(m) B:rel(m) B:r(x)",
  };
  for (const char* tool : {"SHB", "WCP", "SyncP", "OSR"}) {
    for (const char* trace : racy)
      EXPECT_EQ(run_text(tool, lines(trace)).reports.size(), 1u) << tool << ": " << trace;
  }
}

TEST(Deadlocks, OfThreeThreads) {
  const auto result =
      run_text("Deadlock", lines("A:acq(a) A:acq(b) A:rel(b) A:rel(a) B:acq(b) B:acq(c) B:rel(c) B:rel(b) "
                                 "C:acq(c) C:acq(a) C:rel(a) C:rel(c)"));
  ASSERT_EQ(result.reports.size(), 1u);
  EXPECT_EQ(result.reports[0].finding, Deadlock::kConfirmed);
  EXPECT_EQ(result.reports[0].more.size(), 1u);
  EXPECT_EQ(result.reports[0].held.size(), 3u);
}

// A lock that is not announced where others are was tried: nobody waits for it.
TEST(Deadlocks, LocksThatAreTriedDoNotWait) {
  const std::string blocking =
      "A:request(a) A:acq(a) A:request(b) A:acq(b) A:rel(b) A:rel(a) B:request(b) B:acq(b) ";
  EXPECT_EQ(run_text("Deadlock", lines(blocking + "B:request(a) B:acq(a) B:rel(a) B:rel(b)")).reports.size(),
            1u);
  EXPECT_TRUE(run_text("Deadlock", lines(blocking + "B:acq(a) B:rel(a) B:rel(b)")).reports.empty());
}

// A parent that holds a lock from the start of a child to its join guards what the child does.
TEST(Deadlocks, ParentsGuardTheirChildren) {
  const auto result =
      run_text("Deadlock", lines("M:acq(g) M:fork(A) A:acq(a) A:acq(b) A:rel(b) A:rel(a) M:join(A) M:rel(g) "
                                 "B:acq(g) B:acq(b) B:acq(a) B:rel(a) B:rel(b) B:rel(g)"));
  for (const RawReport& r : result.reports) EXPECT_EQ(r.finding, Deadlock::kInconsistentOrder);
}

// More threads than a window takes.
TEST(PredictiveWindows, ManyThreads) {
  std::string trace;
  for (int i = 0; i < 1100; ++i) {
    const std::string t = "T" + std::to_string(i);
    trace += "main|fork(" + t + ")|1\n" + t + "|w(x)|2\n" + t + "|acq(l)|3\n" + t + "|rel(l)|4\n";
  }
  for (const char* tool : {"SyncP", "OSR", "Deadlock", "WCP", "SHB"}) {
    const auto result = run_text(tool, trace);
    EXPECT_FALSE(result.replay.error.has_value());
    EXPECT_EQ(result.reports.empty(), std::string_view(tool) == "Deadlock") << tool;
  }
}

}  // namespace
}  // namespace dh::dyn::testing
