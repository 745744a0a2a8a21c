#include "dynamic/tree_clock.h"

#include <gtest/gtest.h>

#include <random>

namespace dh::dyn {
namespace {

// Threads and locks with a tree clock and a plain one each, which must always be equal.
class Twins {
 public:
  Twins(uint32_t threads, size_t locks, uint32_t tree_slots, uint32_t max_clock)
      : threads_(threads), locks_(locks), tree_slots_(tree_slots), max_clock_(max_clock) {
    for (Thread& thread : threads_) begin(thread);
  }

  void acquire(size_t thread, size_t lock) {
    threads_[thread].tree.join(locks_[lock].tree);
    threads_[thread].plain.join(locks_[lock].plain);
  }
  void release(size_t thread, size_t lock) {
    locks_[lock].tree.become(threads_[thread].tree);
    locks_[lock].plain = threads_[thread].plain;
    tick(threads_[thread]);
  }
  void write_volatile(size_t thread, size_t lock) {
    locks_[lock].tree.collect(threads_[thread].tree);
    locks_[lock].plain.join(threads_[thread].plain);
    tick(threads_[thread]);
  }
  void leave_barrier(size_t thread, size_t other) {
    const VectorClock met = threads_[other].plain;  // published when it entered
    tick(threads_[other]);
    threads_[thread].tree.join(met);
    threads_[thread].plain.join(met);
  }
  // The thread ends, is joined, and another begins that may have its slot.
  void join_and_start(size_t thread, size_t other) {
    Thread& ended = threads_[other];
    Thread& t = threads_[thread];
    t.tree.join(ended.tree);
    t.plain.join(ended.plain);
    const Epoch last = ended.own;
    ended.tree.clear();
    ended.plain.clear();
    ended.tree.join(t.tree);
    ended.plain.join(t.plain);
    ended.own = last.clock < max_clock_ ? Epoch{last.slot, last.clock + 1} : Epoch{slots_++, 1};
    set_own(ended);
    tick(t);
  }

  void check() const {
    for (const auto& t : threads_) {
      ASSERT_EQ(t.tree, t.plain);
      ASSERT_TRUE(t.tree.is_well_formed());
      trees_ += t.tree.has_tree();
    }
    for (const auto& l : locks_) {
      ASSERT_EQ(l.tree, l.plain);
      ASSERT_TRUE(l.tree.is_well_formed());
      trees_ += l.tree.has_tree();
    }
  }
  size_t trees() const { return trees_; }

 private:
  struct Lock {
    TreeClock tree;
    VectorClock plain;
  };
  struct Thread : Lock {
    Epoch own;
  };

  void set_own(Thread& t) {
    t.tree.set_own(t.own.slot, t.own.clock, tree_slots_);
    t.plain.set(t.own.slot, t.own.clock);
  }
  void begin(Thread& t) {
    t.own = {slots_++, 1};
    set_own(t);
  }
  void tick(Thread& t) {
    if (t.own.clock >= max_clock_) return begin(t);
    ++t.own.clock;
    set_own(t);
  }

  std::vector<Thread> threads_;
  std::vector<Lock> locks_;
  const uint32_t tree_slots_;
  const uint32_t max_clock_;
  uint32_t slots_ = 0;
  mutable size_t trees_ = 0;
};

TEST(TreeClock, HasTheEntriesOfAVectorClock) {
  std::mt19937 random(1);
  size_t trees = 0;
  for (uint32_t round = 0; round < 300; ++round) {
    const auto threads = static_cast<uint32_t>(2 + random() % (round % 10 == 0 ? 300 : 12));
    const size_t locks = 1 + random() % 10;
    const bool runs_out = round % 3 == 0;
    Twins twins(threads, locks, round % 2 == 0 ? 1 : 5, runs_out ? 3 : UINT32_MAX);
    for (int step = 0; step < 300; ++step) {
      const size_t thread = random() % threads;
      const size_t other = (thread + 1 + random() % (threads - 1)) % threads;
      const size_t lock = random() % locks;
      switch (random() % 16) {
        case 0:
          twins.write_volatile(thread, lock);
          break;
        case 1:
          twins.leave_barrier(thread, other);
          break;
        case 2:
          twins.join_and_start(thread, other);
          break;
        case 3:
          twins.release(thread, lock);  // of a lock that was not acquired: what was there is lost
          break;
        case 4:
        case 5:
          twins.acquire(thread, lock);
          break;
        default:
          twins.acquire(thread, lock);
          twins.release(thread, lock);
          break;
      }
      twins.check();
      if (HasFatalFailure()) return;
    }
    trees += twins.trees();
  }
  EXPECT_GT(trees, 100'000u);
}

TEST(TreeClock, IsAVectorClockWhileThreadsAreFew) {
  TreeClock clock;
  clock.set_own(2, 7, 8);
  EXPECT_FALSE(clock.has_tree());
  clock.set_own(9, 1, 8);
  EXPECT_TRUE(clock.has_tree());
  TreeClock far;
  far.set_own(90'000, 1, 8);
  clock.join(far);  // sparse
  EXPECT_FALSE(clock.has_tree());
  EXPECT_EQ(clock.get(2), 7u);
  EXPECT_EQ(clock.get(90'000), 1u);
}

}  // namespace
}  // namespace dh::dyn
