// Happens-before by vector clocks: the part that the precise detectors share.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "dynamic/slots.h"
#include "dynamic/tool.h"
#include "dynamic/tree_clock.h"
#include "tools/parts/barrier_phases.h"

namespace dh::dyn {

// Which synchronization orders threads.
enum class Edges : uint8_t {
  all,
  barriers,       // only barriers: what a lock-set tool may take as order
  deterministic,  // only what orders the same way in every schedule: start, join, barriers, futures, latches
};

struct ThreadClock {
  TreeClock clock;
  Epoch epoch;          // clock 0: not begun yet
  uint64_t packed = 0;  // for the tool: the epoch in its shadow word
  bool retired = false;
  struct BarrierVisit {
    ShadowLock* barrier;
    uint32_t phase;
  };
  std::vector<BarrierVisit> visits;
};

// Of a lock, volatile, channel, class or barrier.
struct SyncClock {
  TreeClock clock;
  VectorClock readers;                                 // releases in shared mode
  std::unique_ptr<BarrierPhases<VectorClock>> phases;  // of a barrier: clocks of those who entered
};

// Thread-safe under the rules of tool.h. Tools that have one have its option `clocks`: `vector` (default),
// `tree`, or `auto`: trees if there are many threads and most of what a lock knows is old news.
class Clocks {
 public:
  Clocks(ToolSetup& setup, uint32_t slots, uint32_t max_clock, Edges edges = Edges::all);

  // The clock of a thread, begun if need be.
  ThreadClock& of(ShadowThread& thread) {
    ThreadClock& t = threads_.of(thread);
    if (t.epoch.clock == 0) [[unlikely]]
      begin(thread, t);
    return t;
  }
  // Takes any sync event; others are ignored. Afterwards clocks of e.thread (and e.other at a start) differ.
  void sync(Event& e);
  // Order beyond synchronization, for tools that have some: after what `from` knows; and into what others
  // receive.
  void receive(ShadowThread& thread, const VectorClock& from) { of(thread).clock.join(from); }
  void publish(ShadowThread& thread, VectorClock& into) {
    ThreadClock& t = of(thread);
    into.join(t.clock);
    tick(thread, t);
  }
  // The thread runs no more; its slot may go to another.
  void end(ShadowThread& thread);

  // Only these epochs are left in shadow words and states; no handler runs. Facts of trees need slots whose
  // threads are in order.
  void sweep(std::vector<Epoch> named) {
    if (tree_threads_ == TreeClock::kNever) slots_.sweep(std::move(named));
  }

  ThreadId thread_at(Epoch e) const { return slots_.thread_at(e); }
  const SlotTable& slots() const { return slots_; }

 private:
  Clocks(ToolSetup& setup, uint32_t slots, uint32_t max_clock, Edges edges,
         std::optional<uint32_t> tree_threads);
  void begin(ShadowThread& thread, ThreadClock& t);
  void tick(ShadowThread& thread, ThreadClock& t);
  void lock_event(Event& e, ThreadClock& t, SyncClock& s);
  void barrier_event(Event& e, ThreadClock& t, SyncClock& s);
  bool counts(const Event& e) const;
  // From how many threads on clocks have trees, now.
  uint32_t tree_threads() const {
    return has_given_up_trees_.load(std::memory_order_relaxed) ? TreeClock::kNever : tree_threads_;
  }
  void judge_tree(TreeClock& clock);

  SlotTable slots_;
  const Edges edges_;
  const uint32_t tree_threads_;
  const bool chooses_;
  std::atomic<int> trees_that_paid_{0};  // less those that did not
  std::atomic<bool> has_given_up_trees_{false};
  Decoration<ShadowThread, ThreadClock> threads_;
  Decoration<ShadowLock, SyncClock> syncs_;
};

// A race between e and an earlier access, as a report.
RawReport race_report(const std::string& tool, const Event& e, const ThreadClock& t, const Clocks& clocks,
                      EventKind earlier_kind, Epoch earlier, LocId earlier_location,
                      uint64_t earlier_position);

}  // namespace dh::dyn
