// Every tool on small traces, bad and ok.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "tools/testing/testing.h"

namespace dh::dyn::testing {
namespace {

size_t reports(const std::string& chain, const std::string& compact) {
  const auto result = run_text(chain, lines(compact));
  EXPECT_FALSE(result.replay.error.has_value()) << result.replay.error->message;
  return result.reports.size();
}

std::string output(const std::string& chain, const std::string& compact, size_t index = 0) {
  std::string text;
  const auto result = run_text(chain, lines(compact));
  if (index >= result.outputs.size()) return "";
  for (const std::string& line : result.outputs[index].lines) text += line + "\n";
  return text;
}

constexpr const char* kLocked = "A:acq(l) A:w(x) A:rel(l) B:acq(l) B:w(x) B:rel(l)";
constexpr const char* kRacy = "A:w(x) B:w(x)";

TEST(Tools, PreciseDetectorsAgreeOnTheSimplestCases) {
  for (const char* tool : {"FastTrack", "HappensBefore", "DJIT+", "MultiRace", "Goldilocks"}) {
    EXPECT_EQ(reports(tool, kLocked), 0u) << tool;
    EXPECT_EQ(reports(tool, kRacy), 1u) << tool;
    EXPECT_EQ(
        reports(tool,
                "A:w(x) A:barrier_enter(b) B:barrier_enter(b) A:barrier_leave(b) B:barrier_leave(b) B:w(x)"),
        0u)
        << tool;
    EXPECT_EQ(reports(tool, "A:acq.read(l) A:w(x) A:rel.read(l) B:acq.read(l) B:w(x) B:rel.read(l)"), 1u)
        << tool;
    const auto result = run_text(tool, lines("A:r(x) B:w(y) B:w(x)"));
    ASSERT_EQ(result.reports.size(), 1u) << tool;
    EXPECT_EQ(result.reports[0].previous.location, LocId(0)) << tool;
    EXPECT_EQ(result.reports[0].previous.kind, EventKind::read) << tool;
    EXPECT_EQ(result.reports[0].previous.position, 0u) << tool;
  }
}

TEST(Tools, GoldilocksCutsItsList) {
  std::string compact = "A:w(x) A:acq(l) A:rel(l) ";
  for (int i = 0; i < 5000; ++i) compact += "B:acq(m) B:rel(m) ";
  EXPECT_EQ(reports("Goldilocks", compact + "C:acq(l) C:rel(l) C:w(x)"), 0u);
  EXPECT_EQ(reports("Goldilocks", compact + "C:acq(m) C:rel(m) C:w(x)"), 1u);
}

TEST(Tools, ThreadLocalHandsOnAtTheSecondThread) {
  EXPECT_EQ(reports("ThreadLocal:LockSet", "A:w(x) A:w(x)"), 0u);
  EXPECT_EQ(reports("ThreadLocal:LockSet", "A:w(x) B:r(x)"), 1u);
}

TEST(Tools, ReadOnlyHandsOnAtTheFirstWrite) {
  EXPECT_EQ(reports("ReadOnly:LockSet", "A:r(x) B:r(x)"), 0u);
  EXPECT_EQ(reports("ReadOnly:LockSet", "A:r(x) B:w(x)"), 1u);
}

TEST(Tools, ProtectingLockFiltersInnerLocks) {
  const char* const inner = "A:acq(o) A:acq(i) A:rel(i) A:rel(o) B:acq(o) B:acq(i) B:rel(i) B:rel(o)";
  EXPECT_EQ(
      output("ProtectingLock:Count", inner).find("acquire                       2") != std::string::npos,
      true)
      << output("ProtectingLock:Count", inner);
  const std::string broken = std::string(inner) + " B:acq(i) B:rel(i)";
  EXPECT_NE(output("ProtectingLock:Count", broken).find("acquire                       3"),
            std::string::npos);
}

// A method that takes a protected lock twice is atomic, though it looks like release and acquire.
TEST(Tools, ProtectingLockHelpsAtomizer) {
  const char* const trace =
      "A:begin(m) A:acq(o) A:acq(i) A:rel(i) A:acq(i) A:rel(i) A:rel(o) A:end(m) B:acq(o) B:acq(i) B:rel(i) "
      "B:rel(o)";
  EXPECT_EQ(reports("Atomizer", trace), 1u);
  EXPECT_EQ(reports("ProtectingLock:Atomizer", trace), 0u);
}

TEST(Tools, EraserWithBarrierStartsOverAtBarriers) {
  const char* const barrier = "A:barrier_enter(b) B:barrier_enter(b) A:barrier_leave(b) B:barrier_leave(b) ";
  EXPECT_EQ(reports("EraserWithBarrier", std::string("A:w(x) ") + barrier + "B:w(x) B:w(x)"), 0u);
  EXPECT_EQ(reports("ThreadLocal:ReadOnly:LockSet", std::string("A:w(x) ") + barrier + "B:w(x)"), 1u);
  EXPECT_EQ(reports("EraserWithBarrier", std::string("A:w(x) ") + barrier + "B:w(x) A:w(x)"), 1u);
  EXPECT_EQ(reports("EraserWithBarrier", "A:w(x) B:r(x)"), 0u);
  // C takes no part in the barrier, so it orders nothing of C.
  EXPECT_EQ(reports("EraserWithBarrier", std::string("C:w(x) ") + barrier + "B:w(x)"), 1u);
  EXPECT_EQ(reports("EraserWithBarrier", std::string("A:w(x) ") + barrier + "C:w(x)"), 1u);
  EXPECT_EQ(reports("EraserWithBarrier", std::string("A:w(x) ") + barrier + "B:w(x) C:w(x)"), 1u);
  // Shared before the barrier, new behind it; but not for those who read it and took no part.
  EXPECT_EQ(reports("EraserWithBarrier", std::string("A:r(x) B:r(x) ") + barrier + "B:w(x)"), 0u);
  EXPECT_EQ(reports("EraserWithBarrier", std::string("A:r(x) C:r(x) ") + barrier + "B:w(x)"), 1u);
  // Two barriers with different threads.
  EXPECT_EQ(reports("EraserWithBarrier",
                    std::string("A:w(x) ") + barrier +
                        "B:barrier_enter(c) C:barrier_enter(c) B:barrier_leave(c) C:barrier_leave(c) C:w(x)"),
            0u);
  EXPECT_EQ(reports("EraserWithBarrier", kLocked), 0u);
}

TEST(Tools, AtomizerKnowsMovers) {
  EXPECT_EQ(reports("FastTrack:Atomizer", "A:begin(m) A:acq(l) A:w(x) A:rel(l) A:end(m)"), 0u);
  EXPECT_EQ(reports("FastTrack:Atomizer", "A:begin(m) A:acq(l) A:rel(l) A:acq(l) A:rel(l) A:end(m)"), 1u);
  EXPECT_EQ(reports("Atomizer", "A:begin(m) A:w(x) A:end(m)"), 0u);         // one non-mover is fine
  EXPECT_EQ(reports("Atomizer", "A:begin(m) A:w(x) A:w(x) A:end(m)"), 1u);  // two are not
  EXPECT_EQ(reports("Atomizer", "A:w(x) A:w(x)"), 0u);                      // outside blocks
  EXPECT_EQ(reports("Atomizer", "A:method_enter(m) A:w(x) A:w(x) A:method_exit(m)"), 1u);
  EXPECT_EQ(reports("Atomizer@exclude=m;n", "A:method_enter(m) A:w(x) A:w(x) A:method_exit(m)"), 0u);
  EXPECT_EQ(reports("Atomizer@blocks=marks", "A:method_enter(m) A:w(x) A:w(x) A:method_exit(m)"), 0u);
}

TEST(Tools, VelodromeFindsCyclesOnly) {
  EXPECT_EQ(reports("Velodrome", "A:begin(m) A:r(x) B:w(x) A:w(x) A:end(m)"), 1u);
  EXPECT_EQ(reports("Velodrome", "A:begin(m) A:r(x) A:w(x) A:end(m) B:w(x)"), 0u);
  EXPECT_EQ(reports("Velodrome", "A:begin(m) A:w(x) B:r(x) A:w(y) A:end(m)"),
            0u);  // not reducible, but serializable
  EXPECT_EQ(reports("Velodrome", "A:begin(m) A:acq(l) A:rel(l) B:acq(l) B:rel(l) A:acq(l) A:rel(l) A:end(m)"),
            1u);
  EXPECT_EQ(reports("Velodrome", "A:begin(m) A:w(x) B:begin(n) B:r(x) B:w(y) B:end(n) A:r(y) A:end(m)"), 1u);
  EXPECT_EQ(
      reports("Velodrome", "A:begin(m) A:volatile_read(v) B:volatile_write(v) A:volatile_write(v) A:end(m)"),
      1u);
}

// A's second entry comes before B has left the first time: it is no reason to put A's operation before B's
// block.
TEST(Tools, VelodromeKeepsGenerationsOfBarriersApart) {
  const std::string entry = "A:barrier_enter(b) B:begin(p) B:barrier_enter(b) A:barrier_leave(b) ";
  EXPECT_EQ(reports("Velodrome", entry + "A:barrier_enter(b) B:barrier_leave(b) B:end(p)"), 0u);
  EXPECT_EQ(reports("Velodrome", entry + "A:w(x) B:barrier_leave(b) B:r(x) B:end(p)"), 1u);
  EXPECT_EQ(
      reports("Velodrome",
              entry + "A:barrier_enter(b) B:barrier_leave(b) B:barrier_enter(b) B:barrier_leave(b) B:end(p)"),
      1u);  // B gave way to A in the middle
}

TEST(Tools, ALeaveNeedsAnEntryOfTheSameBarrier) {
  const auto result = run_text("FastTrack", lines("A:barrier_enter(a) A:barrier_leave(b)"));
  ASSERT_TRUE(result.replay.error.has_value());
  EXPECT_EQ(result.replay.error->line, 2u);
  EXPECT_EQ(result.replay.events, 1u);
}

TEST(Tools, SideTrackPredicts) {
  const char* const serial =
      "A:begin(m) A:acq(l) A:rel(l) A:acq(l) A:rel(l) A:end(m) B:acq(l) B:rel(l)";  // no violation in this
                                                                                    // run
  EXPECT_EQ(reports("Velodrome", serial), 0u);
  EXPECT_EQ(reports("SideTrack", serial), 1u);
  EXPECT_EQ(reports("SideTrack", "B:acq(l) B:rel(l) A:begin(m) A:acq(l) A:rel(l) A:acq(l) A:rel(l) A:end(m)"),
            0u);  // what came before the block is not moved into it
  EXPECT_EQ(reports("SideTrack",
                    "A:begin(m) A:acq(l) A:rel(l) A:acq(l) A:rel(l) A:end(m) A:fork(B) B:acq(l) B:rel(l)"),
            0u);
  EXPECT_EQ(reports("SideTrack",
                    "A:begin(m) A:acq(o) A:acq(l) A:rel(l) A:acq(l) A:rel(l) A:rel(o) A:end(m) "
                    "B:acq(o) B:acq(l) B:rel(l) B:rel(o)"),
            0u);
  EXPECT_EQ(reports("SideTrack", "A:begin(m) A:r(x) A:r(x) A:end(m) B:r(x)"), 0u);
  EXPECT_EQ(reports("SideTrack", "A:begin(m) A:r(x) A:r(x) A:end(m) B:w(x)"), 1u);
  EXPECT_EQ(reports("SideTrack", "A:begin(m) A:w(x) A:w(x) A:end(m) B:r(x)"), 1u);
  EXPECT_EQ(reports("SideTrack", "A:begin(m) A:w(x) A:r(x) A:end(m) B:r(x)"), 0u);
  EXPECT_EQ(reports("SideTrack", "A:begin(m) A:r(x) B:w(x) A:w(x) A:end(m)"), 1u);  // it happened
  EXPECT_EQ(reports("SideTrack", "A:begin(m) A:r(x) A:end(m) A:begin(m) A:r(x) A:end(m) B:w(x)"), 0u);
  // B comes to the lock only because of what A wrote after it took the lock again.
  EXPECT_EQ(
      reports("SideTrack",
              "A:begin(m) A:acq(l) A:rel(l) A:acq(l) A:w(x) A:rel(l) A:end(m) B:r(x) B:acq(l) B:rel(l)"),
      0u);
}

TEST(Tools, SingleTrackWantsDeterministicOrder) {
  EXPECT_EQ(reports("SingleTrack", kLocked), 1u);
  EXPECT_EQ(reports("FastTrack", kLocked), 0u);
  EXPECT_EQ(reports("SingleTrack", "A:w(x) A:fork(B) B:w(x) A:join(B) A:r(x)"), 0u);
  EXPECT_EQ(
      reports("SingleTrack",
              "A:w(x) A:barrier_enter(b) B:barrier_enter(b) A:barrier_leave(b) B:barrier_leave(b) B:w(x)"),
      0u);
  EXPECT_EQ(reports("SingleTrack", "A:w(x) A:volatile_write(v) B:volatile_read(v) B:w(x)"), 1u);
}

TEST(Tools, SingleTrackChecksBlocksWithTheThreadsStartedInThem) {
  const char* const chain = "SingleTrack@blocks=marks";
  EXPECT_EQ(reports(chain, kLocked), 0u);  // nobody asked for determinism here
  const char* const parallel = "A:begin(m) A:w(x) A:fork(B) B:w(x) A:join(B) A:r(x) A:end(m)";
  EXPECT_EQ(reports(chain, parallel), 0u);
  EXPECT_EQ(reports("Velodrome", parallel), 1u);  // not atomic, but deterministic
  EXPECT_EQ(
      reports(chain,
              "A:begin(m) A:fork(B) A:acq(l) A:w(x) A:rel(l) B:acq(l) B:w(x) B:rel(l) A:join(B) A:end(m)"),
      1u);  // inside: which comes first differs
  EXPECT_EQ(reports(chain, "A:begin(m) A:fork(B) A:join(B) A:r(x) C:w(x) A:r(x) A:end(m)"), 1u);  // outside
  EXPECT_EQ(reports(chain, "A:begin(m) A:fork(B) B:r(x) C:w(x) A:r(x) A:join(B) A:end(m)"), 1u);
  EXPECT_EQ(reports(chain, "A:begin(m) A:fork(B) B:r(x) A:join(B) A:end(m) C:w(x)"), 0u);
  // The second block is another one: what happens between two blocks is nobody's promise.
  EXPECT_EQ(reports(chain, "A:begin(m) A:w(x) A:end(m) B:begin(m) B:w(x) B:end(m)"), 0u);
}

TEST(Tools, JumbleTellsStaleValues) {
  EXPECT_EQ(reports("Jumble", "A:w(x) B:r(x)"), 1u);         // the value before the write
  EXPECT_EQ(reports("Jumble", "A:w(x) A:w(x) B:r(x)"), 2u);  // and the first write
  EXPECT_EQ(reports("Jumble", "A:w(x) A:w(x) A:r(x)"), 0u);  // its own writes are in order
  EXPECT_EQ(reports("Jumble", "A:w(x) A:w(x) A:fork(B) B:r(x)"), 0u);
  EXPECT_EQ(reports("Jumble", "A:w(x) A:fork(B) A:w(x) B:r(x)"), 1u);
}

TEST(Tools, CountCountsAtItsPlace) {
  const auto result = run_text("Count:ThreadLocal:Count", lines("A:w(x) A:w(x) B:w(x) B:acq(l)"));
  ASSERT_EQ(result.outputs.size(), 2u);
  EXPECT_NE(result.outputs[0].lines[1].find("write                         3"), std::string::npos);
  EXPECT_NE(result.outputs[1].lines[1].find("write                         1"), std::string::npos);
}

TEST(Tools, TimerSeesEveryEvent) {
  EXPECT_NE(output("Timer:FastTrack", kLocked).find("acquire"), std::string::npos);
}

TEST(Tools, ContentionNeedsAnOwner) {
  const std::string text = output("Contention", "A:request(l) A:acq(l) B:request(l) A:rel(l) B:acq(l)");
  EXPECT_NE(text.find("1 of 2 requests"), std::string::npos) << text;
  EXPECT_NE(text.find("l at location 3"), std::string::npos) << text;
  const std::string shared =
      output("Contention",
             "A:request.read(l) A:acq.read(l) B:request.read(l) B:acq.read(l) C:request(l) "
             "A:request(l)");
  EXPECT_NE(shared.find("2 of 4 requests"), std::string::npos) << shared;  // readers wait for writers only
}

TEST(Tools, FaultInjectionIsSeeded) {
  std::string compact;
  for (int i = 0; i < 50; ++i) compact += std::string(kLocked) + " ";
  EXPECT_EQ(reports("FaultInjection@rate=0:FastTrack", compact), 0u);
  const size_t some = reports("FaultInjection@rate=0.1,seed=3:FastTrack", compact);
  EXPECT_GT(some, 0u);
  EXPECT_EQ(reports("FaultInjection@rate=0.1,seed=3:FastTrack", compact), some);
  EXPECT_EQ(reports("FaultInjection@rate=1:LockSet", "A:acq(l) A:w(x) A:rel(l)"), 1u);
}

TEST(Tools, PrintAndRecordWriteFiles) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("deadheat_tools_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const std::string trace = lines("A:acq(l) A:w(x) A:wait_pre(l) B:acq(l) B:rel(l) A:wait_post(l) A:rel(l)");
  run_text("Print@file=" + (folder / "p.txt").string(), trace);
  run_text("Record@file=" + (folder / "r.std").string() + ":FastTrack", trace);
  const auto text_of = [&](const char* name) {
    std::ifstream in(folder / name);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  EXPECT_NE(text_of("p.txt").find("A: write x at location 2"), std::string::npos);
  EXPECT_EQ(text_of("r.std"), trace);  // without the release and acquire inside the wait
  std::filesystem::remove_all(folder);
}

TEST(Tools, ChainsAreChecked) {
  ReportSink sink;
  const Names names;
  for (const char* bad : {"NoSuchTool", "FastTrack@x=1", "FaultInjection@rate=2", "Record", "Recorder",
                          "Jumble@policy=x", "SingleTrack@blocks=some",
                          "FastTrack:LockSet:FastTrack:LockSet:FastTrack:LockSet:FastTrack:LockSet"}) {
    EXPECT_FALSE(build_chain(bad, sink, names).has_value()) << bad;
  }
}

TEST(Tools, EveryToolHasAPage) {
  EXPECT_FALSE(all_tools().empty());
  for (const ToolInfo& tool : all_tools()) EXPECT_GT(tool.page.size(), 200u) << tool.name;
}

TEST(Tools, RolesAreTakenOnce) {
  std::map<ToolRole, int> tools;
  for (const ToolInfo& tool : all_tools()) ++tools[tool.traits.role];
  for (const ToolRole role : {ToolRole::default_detector, ToolRole::recorder, ToolRole::live_recorder,
                              ToolRole::race_predictor, ToolRole::deadlock_detector, ToolRole::idle})
    EXPECT_EQ(tools[role], 1) << static_cast<int>(role);
}

TEST(Tools, AChainNeedsWhatItsToolsNeed) {
  ReportSink sink;
  const Names names;
  const auto needs = [&](const char* chain) { return (*build_chain(chain, sink, names))->needs; };
  EXPECT_FALSE(needs("Empty").stacks);
  EXPECT_TRUE(needs("Empty|FastTrack").stacks);
  EXPECT_FALSE(needs("FastTrack").values);
  EXPECT_TRUE(needs("FastTrack:Jumble").values);
  EXPECT_FALSE(needs("FastTrack:Jumble").names);
}

}  // namespace
}  // namespace dh::dyn::testing
