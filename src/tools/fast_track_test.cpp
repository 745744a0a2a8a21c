#include <gtest/gtest.h>

#include "dynamic/fused_branch.h"
#include "tools/fast_track_slow.h"
#include "tools/testing/testing.h"

namespace dh::dyn::testing {
namespace {

size_t races(const std::string& compact) {
  return run_text("FastTrack", lines(compact)).reports.size();
}

TEST(FastTrack, WriteWriteBad) {
  const auto result = run_text("FastTrack", lines("A:w(x) B:w(x)"));
  ASSERT_EQ(result.reports.size(), 1u);
  const RawReport& r = result.reports[0];
  EXPECT_EQ(r.finding, 0);
  EXPECT_EQ(r.position, 1u);
  EXPECT_EQ(r.current.kind, EventKind::write);
  EXPECT_EQ(r.current.thread, ThreadId(1));
  EXPECT_EQ(r.current.location, LocId(1));
  EXPECT_EQ(r.previous.kind, EventKind::write);
  EXPECT_EQ(r.previous.thread, ThreadId(0));
  EXPECT_EQ(r.previous.location, LocId(0));
  EXPECT_EQ(r.previous.epoch.clock, 1u);
}

TEST(FastTrack, WriteReadBad) {
  EXPECT_EQ(races("A:w(x) B:r(x)"), 1u);
}
TEST(FastTrack, ReadWriteBad) {
  EXPECT_EQ(races("A:r(x) B:w(x)"), 1u);
}
TEST(FastTrack, ReadReadOk) {
  EXPECT_EQ(races("A:r(x) B:r(x) C:r(x)"), 0u);
}
TEST(FastTrack, LockOk) {
  EXPECT_EQ(races("A:acq(l) A:w(x) A:rel(l) B:acq(l) B:w(x) B:rel(l)"), 0u);
}
TEST(FastTrack, DifferentLocksBad) {
  EXPECT_EQ(races("A:acq(l) A:w(x) A:rel(l) B:acq(m) B:w(x) B:rel(m)"), 1u);
}
TEST(FastTrack, ForkJoinOk) {
  EXPECT_EQ(races("A:w(x) A:fork(B) B:w(x) A:join(B) A:w(x)"), 0u);
}
TEST(FastTrack, AfterForkBad) {
  EXPECT_EQ(races("A:fork(B) A:w(x) B:w(x)"), 1u);
}
TEST(FastTrack, VolatileOk) {
  EXPECT_EQ(races("A:w(x) A:volatile_write(v) B:volatile_read(v) B:w(x)"), 0u);
}
TEST(FastTrack, VolatileReadFirstBad) {
  EXPECT_EQ(races("A:w(x) B:volatile_read(v) A:volatile_write(v) B:w(x)"), 1u);
}
TEST(FastTrack, HandOverOk) {
  EXPECT_EQ(races("A:w(x) A:handover_out.queue(q) B:handover_in.queue(q) B:r(x)"), 0u);
}
TEST(FastTrack, AtomicUpdateOk) {
  EXPECT_EQ(races("A:w(x) A:atomic_update(a) B:atomic_update(a) B:r(x)"), 0u);
}
TEST(FastTrack, WaitReleasesOk) {
  EXPECT_EQ(races("A:acq(l) A:w(x) A:wait_pre(l) B:acq(l) B:w(x) B:notify(l) B:rel(l) A:wait_post(l) A:r(x)"),
            0u);
}
TEST(FastTrack, ReentrantReleaseIsNoEdgeBad) {
  EXPECT_EQ(races("A:acq(l) A:acq(l) A:rel(l) A:w(x) A:rel(l) B:r(x)"), 1u);
}

TEST(FastTrack, ReadersOfALockDoNotOrderEachOther) {
  EXPECT_EQ(races("A:acq.read(l) A:w(x) A:rel.read(l) B:acq.read(l) B:w(x) B:rel.read(l)"), 1u);
  EXPECT_EQ(races("A:acq.read(l) A:r(x) A:rel.read(l) B:acq(l) B:w(x) B:rel(l)"), 0u);
  EXPECT_EQ(races("A:acq(l) A:w(x) A:rel(l) B:acq.read(l) B:r(x) B:rel.read(l)"), 0u);
}

TEST(FastTrack, BarrierOrdersPhasesOk) {
  EXPECT_EQ(
      races("A:w(x) A:barrier_enter(b) B:barrier_enter(b) A:barrier_leave(b) B:barrier_leave(b) B:w(x)"), 0u);
}

// A is in the next phase already when B leaves the last one.
TEST(FastTrack, BarrierDoesNotOrderTheNextPhaseBad) {
  EXPECT_EQ(races("A:barrier_enter(b) B:barrier_enter(b) A:barrier_leave(b) A:w(x) A:barrier_enter(b) "
                  "B:barrier_leave(b) B:w(x)"),
            1u);
}

// A barrier for two that four threads use: B leaves when the phase after its own has ended.
TEST(FastTrack, BarrierOrdersAlsoWhoLeavesLateOk) {
  EXPECT_EQ(races("A:w(x) A:barrier_enter(b) B:barrier_enter(b) A:barrier_leave(b) C:barrier_enter(b) "
                  "D:barrier_enter(b) C:barrier_leave(b) D:barrier_leave(b) B:barrier_leave(b) B:w(x)"),
            0u);
}

// The reader must not be taken for the location's owner by a fast path in a later epoch.
TEST(FastTrack, ARacyReadHidesNoLaterRaceBad) {
  const std::string trace = lines("A:w(x) B:r(x) B:acq(l) B:rel(l) B:w(x) B:acq(l) B:rel(l) A:w(x)");
  for (const bool fused : {true, false}) {
    const auto racy = run_text("FastTrack", trace, {.allow_fused = fused}).racy();
    EXPECT_EQ(racy, (std::set<std::pair<std::string, uint64_t>>{{"x", 1}, {"x", 4}, {"x", 7}})) << fused;
  }
}

TEST(FastTrack, SharedReadsThenWriteNamesTheReaderBad) {
  const auto result = run_text("FastTrack", lines("A:r(x) B:r(x) B:acq(l) B:rel(l) C:acq(l) C:w(x)"));
  ASSERT_EQ(result.reports.size(), 1u);
  EXPECT_EQ(result.reports[0].previous.thread, ThreadId(0));
  EXPECT_EQ(result.reports[0].previous.location, LocId(0));
  EXPECT_EQ(result.reports[0].previous.kind, EventKind::read);
}

template <unsigned Slots, unsigned Clocks>
void check_tiny() {
  using Tiny = FastTrackWith<ShadowLayout<Slots, Clocks>>;
  for (uint32_t seed = 0; seed < 1000; ++seed) {
    RandomTraceOptions options;
    options.threads = 2 + static_cast<int>(seed % 8);
    options.events = 200;
    options.extended = seed % 2 == 1;
    const std::string trace = random_trace(seed, options);
    const auto result = run_branch(
        [](std::vector<ToolSetup>& s) { return std::make_unique<FusedBranch<Tiny>>(s); }, 1, trace);
    ASSERT_EQ(result.first_racy(), oracle_first_races(trace)) << "seed " << seed << "\n" << trace;
  }
}

TEST(FastTrack, TinyWidthsGiveTheSameRaces) {
  check_tiny<1, 1>();  // one packable slot of one tick: nearly everything inflates
  check_tiny<2, 3>();
  check_tiny<8, 1>();
  check_tiny<3, 16>();
}

}  // namespace
}  // namespace dh::dyn::testing
