// The predictive race detectors against all reorderings of small traces.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "base/tries.h"
#include "tools/predict/deadlock.h"
#include "tools/predict/testing/oracle.h"
#include "tools/testing/testing.h"

namespace dh::dyn::testing {
namespace {

// Lists of what is held share their outer parts: quadratic memory or time would not pass here.
TEST(Deadlock, LocksHeldInGreatNumbers) {
  constexpr int kLocks = 20'000;
  std::string trace;
  const auto each = [&](const char* thread, const char* operation, bool inner_first) {
    for (int i = 0; i < kLocks; ++i) {
      const int lock = inner_first ? kLocks - 1 - i : i;
      trace += std::string(thread) + "|" + operation + "(l" + std::to_string(lock) + ")|" +
               std::to_string(lock + 1) + "\n";
    }
  };
  each("a", "acq", false);
  each("a", "rel", true);
  EXPECT_TRUE(run_text("Deadlock", trace).reports.empty());
  trace += "b|acq(l7)|50001\nb|acq(l3)|50002\nb|rel(l3)|50003\nb|rel(l7)|50004\n";
  EXPECT_EQ(run_text("Deadlock", trace).reports.size(), 1u);
}

constexpr uint32_t kTraces = tries(4000);

// DEADHEAT_SEED=N tries other traces than those of every day.
uint32_t first_seed() {
  const char* const given = std::getenv("DEADHEAT_SEED");
  return given == nullptr ? 0 : static_cast<uint32_t>(std::strtoul(given, nullptr, 10));
}

std::set<EventPair> pairs_of(const RunResult& result) {
  std::set<EventPair> pairs;
  for (const RawReport& r : result.reports)
    pairs.emplace(static_cast<uint32_t>(r.previous.position), static_cast<uint32_t>(r.current.position));
  return pairs;
}

std::set<uint32_t> seconds_of(const std::set<EventPair>& pairs) {
  std::set<uint32_t> seconds;
  for (const auto& [first, second] : pairs) seconds.insert(second);
  return seconds;
}

std::string varied_trace(uint32_t seed) {
  return small_trace(seed, varied_options(seed, 10 + static_cast<int>(seed % 7)));
}

TEST(SyncPOracle, ReportsExactlyTheSyncPreservingRaces) {
  size_t racy = 0;
  for (uint32_t seed = first_seed(), end = seed + kTraces; seed < end; ++seed) {
    const std::string trace = varied_trace(seed);
    const auto result = run_text("SyncP", trace);
    ASSERT_FALSE(result.replay.error.has_value()) << trace;
    const auto expected = all_reorderings(trace, Keep::lock_order).races;
    const auto found = pairs_of(result);
    for (const auto& pair : found)
      ASSERT_TRUE(expected.contains(pair)) << pair.first << " " << pair.second << "\n" << trace;
    ASSERT_EQ(seconds_of(found), seconds_of(expected)) << "seed " << seed << "\n" << trace;
    racy += !expected.empty();
  }
  std::printf("SyncP: %u traces, %zu with a race of its class\n", kTraces, racy);
  EXPECT_GT(racy, kTraces / 5);
  EXPECT_LT(racy, kTraces * 9 / 10);
}

TEST(OsrOracle, IsSoundAndFindsAtLeastWhatSyncPFinds) {
  size_t predictable = 0;
  size_t found_traces = 0;
  size_t beyond = 0;
  for (uint32_t seed = first_seed(), end = seed + kTraces; seed < end; ++seed) {
    const std::string trace = varied_trace(seed);
    const auto possible = all_reorderings(trace, Keep::nothing).races;
    const auto found = pairs_of(run_text("OSR", trace));
    for (const auto& pair : found)
      ASSERT_TRUE(possible.contains(pair)) << pair.first << " " << pair.second << "\n" << trace;
    const auto sync_preserving = pairs_of(run_text("SyncP", trace));
    for (const uint32_t second : seconds_of(sync_preserving))
      ASSERT_TRUE(seconds_of(found).contains(second)) << second << "\n" << trace;
    predictable += possible.size();
    found_traces += found.size();
    beyond += found.size() > sync_preserving.size();
  }
  std::printf("OSR: %zu of %zu predictable pairs; beyond SyncP in %zu traces\n", found_traces, predictable,
              beyond);
  EXPECT_GT(beyond, tries(20));
}

// The last access of each thread and kind before an access: all that a detector by clocks can name.
std::set<EventPair> with_last_accesses(const std::string& trace, const std::set<EventPair>& pairs) {
  auto reader = read_std(InputStream::from_text(trace));
  std::vector<TraceEvent> events;
  for (auto block = reader->next(); !block.empty(); block = reader->next())
    events.insert(events.end(), block.begin(), block.end());
  std::set<EventPair> result;
  for (const auto& [first, second] : pairs) {
    bool is_last = true;
    for (uint32_t i = first + 1; i < second; ++i) {
      is_last &= events[i].thread != events[first].thread || events[i].kind != events[first].kind ||
                 events[i].target != events[first].target;
    }
    if (is_last) result.emplace(first, second);
  }
  return result;
}

TEST(ShbOracle, ReportsExactlyTheRacesThatKeepHappensBefore) {
  size_t racy = 0;
  for (uint32_t seed = first_seed(), end = seed + kTraces; seed < end; ++seed) {
    const std::string trace = varied_trace(seed);
    const auto expected = with_last_accesses(trace, all_reorderings(trace, Keep::happens_before).races);
    const auto found = pairs_of(run_text("SHB", trace));
    for (const auto& pair : found)
      ASSERT_TRUE(expected.contains(pair)) << pair.first << " " << pair.second << "\n" << trace;
    ASSERT_EQ(seconds_of(found), seconds_of(expected)) << "seed " << seed << "\n" << trace;
    racy += !expected.empty();
  }
  std::printf("SHB: %u traces, %zu with a race of its class\n", kTraces, racy);
  EXPECT_GT(racy, kTraces / 5);
}

// WCP lets a notification come before the wait, after which nobody is woken; the reorderings keep that order.
TEST(WcpOracle, ReportsOnlyTracesWithAPredictableRaceOrDeadlock) {
  size_t reported = 0;
  size_t missed = 0;
  size_t happens_before = 0;
  for (uint32_t seed = first_seed(), end = seed + kTraces; seed < end; ++seed) {
    SmallTraceOptions options = varied_options(seed, 10 + static_cast<int>(seed % 7));
    options.waits = false;
    const std::string trace = small_trace(seed, options);
    const auto possible = all_reorderings(trace, Keep::nothing);
    const auto found = run_text("WCP", trace);
    ASSERT_TRUE(found.reports.empty() || !possible.races.empty() || !possible.deadlocks.empty()) << trace;
    for (const RawReport& r : found.reports) {
      if (r.steps.empty() && r.note.starts_with("no witness")) continue;
      ASSERT_TRUE(possible.races.contains(
          {static_cast<uint32_t>(r.previous.position), static_cast<uint32_t>(r.position)}))
          << trace;
    }
    // WCP is weaker than happens-before: it reports wherever that does.
    const bool races = !run_text("HappensBefore", trace).reports.empty();
    ASSERT_TRUE(!races || !found.reports.empty()) << trace;
    reported += !found.reports.empty();
    missed += found.reports.empty() && !possible.races.empty();
    happens_before += races;
  }
  std::printf("WCP: %zu traces, happens-before %zu, missed %zu\n", reported, happens_before, missed);
  EXPECT_GT(reported, happens_before + tries(20));
}

// Deadlocks in which two threads wait for the same lock (one of its readers each) are not in the tool's
// class.
bool has_distinct_locks(const std::string& trace, const Deadlocked& deadlock) {
  auto reader = read_std(InputStream::from_text(trace));
  std::vector<TraceEvent> events;
  for (auto block = reader->next(); !block.empty(); block = reader->next())
    events.insert(events.end(), block.begin(), block.end());
  std::set<uint32_t> locks;
  for (const uint32_t position : deadlock) locks.insert(events[position].target);
  return locks.size() == deadlock.size();
}

TEST(DeadlockOracle, ReportsExactlyTheSyncPreservingDeadlocks) {
  size_t deadlocked = 0;
  size_t notes = 0;
  for (uint32_t seed = first_seed(), end = seed + 3 * kTraces; seed < end; ++seed) {
    SmallTraceOptions options = varied_options(seed, 12 + static_cast<int>(seed % 5));
    options.locks = 2 + static_cast<int>(seed % 2);
    options.guarded = 30;
    options.operations = 15;
    const std::string trace = small_trace(seed, options);
    const auto expected = all_reorderings(trace, Keep::lock_order).deadlocks;
    const bool any = std::any_of(expected.begin(), expected.end(),
                                 [&](const Deadlocked& d) { return has_distinct_locks(trace, d); });
    bool confirmed = false;
    for (const RawReport& r : run_text("Deadlock", trace).reports) {
      if (r.finding == Deadlock::kInconsistentOrder) {
        ++notes;
        continue;
      }
      ASSERT_EQ(r.finding, Deadlock::kConfirmed);
      Deadlocked found{static_cast<uint32_t>(r.current.position), static_cast<uint32_t>(r.previous.position)};
      for (const RawAccess& access : r.more) found.push_back(static_cast<uint32_t>(access.position));
      std::sort(found.begin(), found.end());
      ASSERT_TRUE(expected.contains(found)) << trace;
      confirmed = true;
    }
    ASSERT_EQ(confirmed, any) << "seed " << seed << "\n" << trace;
    deadlocked += any;
  }
  std::printf("Deadlock: %zu traces with a deadlock, %zu notes\n", deadlocked, notes);
  EXPECT_GT(deadlocked, tries(50));
  EXPECT_GE(notes, 1U);
}

}  // namespace
}  // namespace dh::dyn::testing
