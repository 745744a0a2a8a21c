// Threads that end without being joined, and sweeps that free their slots and shadows: the reports are those
// of a run that never sweeps.
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "dynamic/engine.h"
#include "dynamic/fused_branch.h"
#include "tools/fast_track_slow.h"
#include "tools/testing/testing.h"

namespace dh::dyn::testing {
namespace {

constexpr size_t kWords = 6, kSyncs = 4, kLive = 5;

// The variable, the thread, and the earlier thread if it wrote; of several readers any may be named.
using Reports = std::vector<std::tuple<uint32_t, uint32_t, uint32_t>>;

// Random threads that start others, synchronize, race, and end. The same seed gives the same program.
template <typename Tool>
class Program {
 public:
  Program(uint32_t seed, bool sweeps) : random_(seed), sweeps_(sweeps) {
    uint32_t next_word = kFirstThreadWord;
    std::vector<ToolSetup> setups;
    setups.emplace_back("FastTrack", 1u, chain_.thread_layout, chain_.lock_layout, sink_, names_,
                        ToolOptions{}, next_word);
    chain_.branches.push_back(std::make_unique<FusedBranch<Tool>>(setups));
    engine_ = std::make_unique<Engine>(chain_, EngineOptions{});
    sink_.on_every_report([this](const RawReport& r) {
      const bool wrote = r.previous.kind == EventKind::write;
      reports_.emplace_back(r.target, r.current.thread.value, wrote ? r.previous.thread.value : 0);
    });
    for (uint32_t i = 0; i < kSyncs; ++i) {
      locks_.push_back(&engine_->new_lock(Space::lock, i));
      atomics_.push_back(&engine_->new_lock(Space::atomic, i));
    }
    live_.push_back(&engine_->new_thread(ThreadId(threads_++), nullptr));
    engine_->begin(*live_[0]);
  }

  const Reports& run(int steps) {
    for (int i = 0; i < steps; ++i) step();
    return reports_;
  }
  uint32_t freed() const { return freed_; }

 private:
  uint32_t pick(size_t n) { return static_cast<uint32_t>(random_() % n); }

  void step() {
    const uint32_t who = pick(live_.size());
    ShadowThread& t = *live_[who];
    const uint32_t roll = pick(100);
    if (roll < 45) {
      const bool writes = pick(3) == 0;
      access(t, writes ? EventKind::write : EventKind::read, pick(kWords));
    } else if (roll < 60) {
      ShadowLock* const lock = locks_[pick(kSyncs)];
      sync(t, EventKind::acquire, lock, nullptr);
      access(t, EventKind::write, pick(kWords));
      sync(t, EventKind::release, lock, nullptr);
    } else if (roll < 75) {
      static constexpr EventKind kKinds[] = {EventKind::volatile_read, EventKind::volatile_write,
                                             EventKind::atomic_update};
      const EventKind kind = kKinds[pick(3)];
      sync(t, kind, atomics_[pick(kSyncs)], nullptr);
    } else if (roll < 88) {
      if (live_.size() < kLive) start(t);
    } else if (roll < 97) {
      if (who != 0) end(who);
    } else if (roll < 99) {
      if (!ended_.empty()) sync(t, EventKind::join_post, nullptr, ended_[pick(ended_.size())]);
    } else {
      lose_threads();
    }
  }

  void access(ShadowThread& t, EventKind kind, uint32_t variable) {
    engine_->access(engine_->event(t, kind, variable, LocId(0)), &words_[variable]);
  }

  void sync(ShadowThread& t, EventKind kind, ShadowLock* lock, ShadowThread* other) {
    Event& e = engine_->event(t, kind, 0, LocId(0));
    e.lock = lock;
    e.other = other;
    e.mode = LockMode::exclusive;
    EXPECT_EQ(engine_->feed(e), Misuse::none);
  }

  void start(ShadowThread& t) {
    live_.push_back(&engine_->new_thread(ThreadId(threads_++), &t));
    sync(t, EventKind::start_pre, nullptr, live_.back());
  }

  void end(uint32_t who) {
    sync(*live_[who], EventKind::thread_exit, nullptr, nullptr);
    ended_.push_back(live_[who]);
    live_.erase(live_.begin() + who);
  }

  // Nobody will join the oldest ones any more.
  void lose_threads() {
    const auto end = ended_.end() - static_cast<ptrdiff_t>(std::min<size_t>(ended_.size(), 3));
    lost_.insert(lost_.end(), ended_.begin(), end);
    ended_.erase(ended_.begin(), end);
    if (!sweeps_) return;
    Branch& branch = *chain_.branches[0];
    branch.sweep([&](const std::function<void(uint64_t)>& body) {
      for (const auto& word : words_) body(word.load());
    });
    std::erase_if(lost_, [&](ShadowThread* thread) {
      if (!branch.can_forget(*thread) || !engine_->forget(*thread)) return false;
      ++freed_;
      return true;
    });
  }

  std::mt19937 random_;
  const bool sweeps_;
  Names names_;
  ReportSink sink_;
  ToolChain chain_;
  std::unique_ptr<Engine> engine_;
  std::array<std::atomic<uint64_t>, kWords> words_{};
  std::vector<ShadowLock*> locks_, atomics_;
  std::vector<ShadowThread*> live_, ended_, lost_;
  uint32_t threads_ = 0, freed_ = 0;
  Reports reports_;
};

template <typename Tool>
void expect_same_reports() {
  uint64_t reports = 0, freed = 0;
  for (uint32_t seed = 0; seed < 300; ++seed) {
    Program<Tool> with(seed, true), without(seed, false);
    const Reports& found = with.run(1500);
    ASSERT_EQ(found, without.run(1500)) << "seed " << seed;
    reports += found.size();
    freed += with.freed();
  }
  EXPECT_GT(reports, 1000u);
  EXPECT_GT(freed, 1000u);
}

TEST(EndedThreads, SweepsChangeNoReport) {
  expect_same_reports<FastTrack>();
}
TEST(EndedThreads, NorWithFewSlots) {
  expect_same_reports<FastTrackWith<ShadowLayout<3, 5>>>();
}

}  // namespace
}  // namespace dh::dyn::testing
