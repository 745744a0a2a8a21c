// SideTrack: predicts atomicity violations from traces that have none. J. Yi, C. Sadowski, C. Flanagan,
// PADTAD 2009.
//
// A block that uses something twice (a racy variable, or a lock that it releases and takes again) is in
// danger when another thread's conflicting use could have come in between in another schedule.
// "Could have come" here: the two are not ordered by anything but locks, and no lock is held both by the
// other thread at its use and by the block from its first use to its second. Differences: the paper works
// with happens-before from the observed locks and examines the critical sections around; leaving lock order
// out and comparing the locks held finds more, and both ignore that values may steer the program.
#pragma once

#include <mutex>

#include "tools/blocks.h"
#include "tools/clocks.h"
#include "tools/held_locks.h"
#include "tools/states.h"

namespace dh::dyn {

// One lock guards all histories: pairs are looked for across threads.
class SideTrack {
 public:
  explicit SideTrack(ToolSetup& setup);

  Flow begin(Event& e) { return open(e); }
  Flow method_enter(Event& e) { return open(e); }
  Flow end(Event& e) { return close(e); }
  Flow method_exit(Event& e) { return close(e); }
  Flow sync(Event& e);
  void thread_made(ShadowThread& thread) { held_.thread_made(thread); }
  uint64_t make(Event&) { return states_.make(); }
  void unmake(uint64_t word) { states_.unmake(word); }
  Flow access(Event& e);
  void sweep(const LiveWords& live) { states_.sweep(live); }

 private:
  struct Use {
    EventKind kind = EventKind::read;
    ThreadId thread;
    LocId location;
    uint64_t position = 0;
    Epoch epoch;         // clock 0: none
    uint32_t locks = 0;  // held
  };
  // Two uses in one block.
  struct Pair {
    Use first;
    Use second;
    uint32_t locks = 0;  // held from the first to the second
    BlockState block;
  };
  struct PerThread {
    ThreadId thread;
    uint64_t block = 0;  // in which `first` was made
    Use first;           // of the current block
    uint32_t locks_since = 0;
    Use last[2];  // last read and last write (or critical section), anywhere
    Pair pair;
  };
  using History = std::vector<PerThread>;

  Flow open(Event& e);
  Flow close(Event& e);
  void use(Event& e, History& history, bool exclusive, bool may_be_first, bool may_be_second);
  bool between(const Event& e, const Use& foreign, const Pair& pair) const;
  void report(const Event& e, const Pair& pair, const Use& foreign);

  const std::string name_;
  ReportSink& reports_;
  Blocks blocks_;
  Clocks clocks_;
  HeldLocks held_;
  Decoration<ShadowThread, uint64_t> block_numbers_;
  Decoration<ShadowLock, History> locks_;
  States<History> states_;
  std::mutex mutex_;
  uint64_t next_block_ = 1;
};

}  // namespace dh::dyn
