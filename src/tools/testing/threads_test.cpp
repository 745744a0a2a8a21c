// Every tool with many threads at once, in a small "live target": to be run under ThreadSanitizer.
#include <gtest/gtest.h>

#include <mutex>
#include <random>
#include <thread>

#include "tools/testing/testing.h"

namespace dh::dyn::testing {
namespace {

constexpr uint32_t kThreads = 4;
constexpr uint32_t kVars = 24;
constexpr uint32_t kLocks = 3;

// The target: threads that lock real mutexes and touch variables, some of them without a lock.
class Target {
 public:
  Target(ToolChain& chain, bool serialize)
      : engine_(chain, {.concurrent = true, .serialize = serialize}),
        words_(kVars * chain.words()),
        width_(chain.words()) {
    for (uint32_t i = 0; i < kLocks; ++i) locks_.push_back(&engine_.new_lock(Space::lock, i));
    volatile_ = &engine_.new_lock(Space::atomic, 0);
    paths_ = chain.branches[0]->fast_paths();
    use_paths_ = chain.branches.size() == 1;
  }

  void run(int steps) {
    ShadowThread& main = engine_.new_thread(ThreadId(0), nullptr);
    std::vector<ShadowThread*> shadows;
    std::vector<std::thread> threads;
    for (uint32_t i = 1; i <= kThreads; ++i) {
      shadows.push_back(&engine_.new_thread(ThreadId(i), &main));
      Event& e = engine_.event(main, EventKind::start_pre, i, LocId(0));
      e.other = shadows.back();
      engine_.feed(e);
      threads.emplace_back([this, steps, i, shadow = shadows.back()] { work(*shadow, steps, i); });
    }
    for (uint32_t i = 0; i < kThreads; ++i) {
      threads[i].join();
      Event& e = engine_.event(main, EventKind::join_post, i + 1, LocId(0));
      e.other = shadows[i];
      engine_.feed(e);
    }
    for (uint32_t v = 0; v < kVars; ++v) access(main, EventKind::write, v);
  }

 private:
  void work(ShadowThread& self, int steps, uint32_t seed) {
    std::mt19937 random(seed);
    for (int i = 0; i < steps; ++i) {
      const uint32_t roll = random() % 8;
      if (roll < 3) {
        locked(self, random() % kLocks, random);
      } else if (roll == 3) {
        sync(self, random() % 2 == 0 ? EventKind::volatile_read : EventKind::volatile_write, 0, volatile_);
      } else if (roll == 4) {
        access(self, EventKind::write, kLocks + 1 + random() % 4);  // racy
      } else {
        access(self, EventKind::read, kVars - 1 - random() % 8);  // only read
      }
    }
  }

  void locked(ShadowThread& self, uint32_t lock, std::mt19937& random) {
    Event& e = engine_.event(self, EventKind::begin, 0, LocId(1));
    engine_.feed(e);
    sync(self, EventKind::request, lock, locks_[lock]);
    mutexes_[lock].lock();
    sync(self, EventKind::acquire, lock, locks_[lock]);
    for (uint32_t i = 0; i < 3; ++i)
      access(self, random() % 2 == 0 ? EventKind::write : EventKind::read, lock);
    sync(self, EventKind::release, lock, locks_[lock]);
    mutexes_[lock].unlock();
    engine_.feed(engine_.event(self, EventKind::end, 0, LocId(1)));
  }

  void sync(ShadowThread& self, EventKind kind, uint32_t target, ShadowLock* lock) {
    Event& e = engine_.event(self, kind, target, LocId(2));
    e.lock = lock;
    e.mode = LockMode::exclusive;
    EXPECT_EQ(engine_.feed(e), Misuse::none);
  }

  void access(ShadowThread& self, EventKind kind, uint32_t var) {
    Event& e = engine_.event(self, kind, var, LocId(var));
    const auto& paths = kind == EventKind::write ? paths_.write : paths_.read;
    if (use_paths_ && try_fast_paths(paths, self, words_[var])) return;
    engine_.access(e, &words_[var * width_]);
  }

  Engine engine_;
  std::vector<std::atomic<uint64_t>> words_;
  const size_t width_;
  std::vector<ShadowLock*> locks_;
  ShadowLock* volatile_;
  std::mutex mutexes_[kLocks];
  FastPaths paths_;
  bool use_paths_;
};

std::set<uint32_t> targets_of(const std::string& text, bool serialize, int steps) {
  std::set<uint32_t> found;
  ReportSink sink;
  sink.on_every_report([&](const RawReport& r) {
    if (r.space == Space::variable) found.insert(r.target);
  });
  Names names;
  auto chain = build_chain(text, sink, names);
  EXPECT_TRUE(chain.has_value()) << text;
  if (!chain) return found;
  Target target(**chain, serialize);
  target.run(steps);
  (*chain)->finish();
  return found;
}

TEST(Threads, EveryToolRunsOnManyThreads) {
  for (const ToolInfo& tool : all_tools()) {
    std::string name(tool.name);
    if (name == "Record" || name == "Recorder" || name == "Print") name += "@file=/dev/null";
    targets_of(name, false, 400);
  }
}

TEST(Threads, ChainsRunOnManyThreads) {
  for (const char* chain :
       {"ThreadLocal:ReadOnly:LockSet", "ThreadLocal:ReadOnly:FastTrack", "FastTrack:Velodrome",
        "FastTrack:Jumble", "ThreadLocal:ReadOnly:LockSet:ProtectingLock:Atomizer",
        "FastTrack|LockSet|HappensBefore"}) {
    targets_of(chain, false, 400);
  }
}

// Locked and read-only variables have no report on any schedule.
TEST(Threads, PreciseDetectorsHaveNoFalseAlarms) {
  for (const char* tool : {"FastTrack", "HappensBefore", "DJIT+", "MultiRace", "Goldilocks"}) {
    for (const bool serialize : {false, true}) {
      for (const uint32_t var : targets_of(tool, serialize, 2000)) {
        EXPECT_TRUE(var > kLocks && var <= kLocks + 4) << tool << " reports variable " << var;
      }
    }
  }
}

}  // namespace
}  // namespace dh::dyn::testing
