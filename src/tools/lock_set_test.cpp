#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tools/testing/testing.h"

namespace dh::dyn::testing {
namespace {

size_t lock_set_reports(const std::string& compact) {
  return run_text("LockSet", lines(compact)).reports.size();
}

TEST(LockSet, ConsistentLockOk) {
  EXPECT_EQ(lock_set_reports("A:acq(l) A:w(x) A:rel(l) B:acq(l) B:r(x) B:rel(l)"), 0u);
}
TEST(LockSet, NoLockBad) {
  EXPECT_EQ(lock_set_reports("A:w(x)"), 1u);
}
TEST(LockSet, ShrinksToCommonLockOk) {
  EXPECT_EQ(lock_set_reports("A:acq(l) A:acq(m) A:w(x) A:rel(m) A:rel(l) B:acq(m) B:w(x) B:rel(m)"), 0u);
}
TEST(LockSet, NoCommonLockBad) {
  const auto result = run_text("LockSet", lines("A:acq(l) A:w(x) A:rel(l) B:acq(m) B:w(x) B:rel(m)"));
  ASSERT_EQ(result.reports.size(), 1u);
  EXPECT_EQ(result.reports[0].position, 4u);
  EXPECT_EQ(result.reports[0].previous.locks, std::vector<uint32_t>{0});
  EXPECT_EQ(result.reports[0].current.locks, std::vector<uint32_t>{1});
}
TEST(LockSet, SharedModeProtectsReadsOnly) {
  EXPECT_EQ(lock_set_reports("A:acq(l) A:w(x) A:rel(l) B:acq.read(l) B:r(x) B:rel.read(l)"), 0u);
  EXPECT_EQ(lock_set_reports("A:acq(l) A:w(x) A:rel(l) B:acq.read(l) B:w(x) B:rel.read(l)"), 1u);
}

// Eraser as one program: virgin, exclusive, shared, shared-modified; the lock set starts at the first write
// after sharing.
std::set<std::pair<std::string, uint64_t>> monolithic_eraser(const std::string& trace) {
  struct Var {
    enum { virgin, exclusive, shared, modified } state = virgin;
    uint32_t owner = 0;
    std::set<uint32_t> locks;
  };
  std::map<uint32_t, Var> vars;
  std::map<uint32_t, std::map<uint32_t, int>> held;
  std::map<std::string, uint64_t> first;
  auto reader = read_std(InputStream::from_text(trace));
  uint64_t position = 0;
  for (auto events = reader->next(); !events.empty(); events = reader->next()) {
    for (const TraceEvent& event : events) {
      if (event.kind == EventKind::acquire) ++held[event.thread][event.target];
      if (event.kind == EventKind::release && --held[event.thread][event.target] == 0) {
        held[event.thread].erase(event.target);
      }
      if (is_access(event.kind)) {
        Var& var = vars[event.target];
        const bool write = event.kind == EventKind::write;
        std::set<uint32_t> now;
        for (const auto& [lock, depth] : held[event.thread]) now.insert(lock);
        if (var.state == Var::virgin) {
          var.state = Var::exclusive;
          var.owner = event.thread;
        }
        if (var.state == Var::exclusive && var.owner != event.thread) var.state = Var::shared;
        const bool starts = var.state == Var::shared && write;
        if (starts) {
          var.state = Var::modified;
          var.locks = now;
        }
        if (var.state == Var::modified) {
          std::set<uint32_t> both;
          std::set_intersection(var.locks.begin(), var.locks.end(), now.begin(), now.end(),
                                std::inserter(both, both.end()));
          var.locks = both;
          if (both.empty())
            first.try_emplace(std::string(reader->names().name(Space::variable, event.target)), position);
        }
      }
      ++position;
    }
  }
  return {first.begin(), first.end()};
}

TEST(LockSet, BehindTheFiltersItIsEraser) {
  for (uint32_t seed = 0; seed < 2000; ++seed) {
    RandomTraceOptions options;
    options.locks = 1 + static_cast<int>(seed % 3);
    options.events = 120;
    const std::string trace = random_trace(seed, options);
    const auto result = run_text("ThreadLocal:ReadOnly:LockSet", trace);
    ASSERT_EQ(result.first_racy(), monolithic_eraser(trace)) << trace;
  }
}

}  // namespace
}  // namespace dh::dyn::testing
