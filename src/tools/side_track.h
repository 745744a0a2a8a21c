// SideTrack: predicts atomicity violations from traces that have none. J. Yi, C. Sadowski, C. Flanagan,
// PADTAD 2009.
//
// A block that uses something twice (a variable, or a lock that it releases and takes again) is broken when
// another thread's conflicting use comes between the two. It did in this run, or it comes later but could
// have come in between: before this very use the other thread had seen nothing of what the block did
// from its second use on. Then the run up to the second use, followed by the other thread up to its own, is a
// run of the same program: no false alarms. Happens-before includes the conflicts of the accesses seen here,
// as values may steer the program. Differences: two uses of one thing are looked at, not longer cycles
// (Velodrome finds those that happened), and a use that came before the block is not moved into it, since the
// block may have depended on it.
#pragma once

#include <mutex>

#include "tools/parts/blocks.h"
#include "tools/parts/clocks.h"
#include "tools/parts/finding_traits.h"
#include "tools/parts/states.h"

namespace dh::dyn {

// One lock guards all histories: pairs are looked for across threads.
class SideTrack {
 public:
  enum FindingIndex : uint8_t { kHappened, kPredicted };
  static constexpr FindingTraits kFindings[] = {
      {
          .rule = "atomicity-violation",
          .subject = FindingSubject::block,
          .message = "{block} of {thread} is not atomic: other threads' operations on {target} can come "
                     "between its own.",
          .hint = kLockTheBlock,
          .certainty = {100, "another thread's conflicting use came between the two in this run"},
          .doubt = {},
      },
      {
          .rule = "atomicity-violation",
          .subject = FindingSubject::block,
          .message = "{block} of {thread} is not atomic: other threads' operations on {target} could come "
                     "between its own.",
          .hint = kLockTheBlock,
          .certainty = {100,
                        "the other thread had seen nothing of the block's second use when it made its own"},
          .doubt = {-20, "the interleaving did not happen in this run"},
      },
  };
  static constexpr ToolTraits kTraits{
      .findings = kFindings,
      .counted = kAtomicityEvents,
      .needs = {.stacks = true},
  };

  explicit SideTrack(ToolSetup& setup);

  Flow begin(Event& e) { return open(e); }
  Flow method_enter(Event& e) { return open(e); }
  Flow end(Event& e) { return close(e); }
  Flow method_exit(Event& e) { return close(e); }
  Flow sync(Event& e);
  uint64_t make(Event&) { return states_.make(); }
  void unmake(uint64_t word) { states_.unmake(word); }
  Flow access(Event& e);
  void sweep(const LiveWords& live) { states_.sweep(live); }
  size_t states() const { return states_.table().live(); }

 private:
  struct Use {
    EventKind kind = EventKind::read;
    bool exclusive = false;  // conflicts with every other use
    ThreadId thread;
    LocId location;
    uint64_t position = 0;
    Epoch epoch;
    uint64_t time = 0;  // in the order of all uses, from 1; 0: none
  };
  // The first and the last use in one block.
  struct Pair {
    Use first;
    Use second;
    BlockState block;
  };
  // Index 0: of all uses; 1: of the exclusive ones, with which shared uses of others conflict.
  struct PerThread {
    ThreadId thread;
    uint64_t block = 0;  // in which `first` was made
    Use first[2];
    Use last[2];  // anywhere
    Pair pair[2];
  };
  struct History {
    std::vector<PerThread> threads;
    VectorClock writes;  // variables: what later accesses come after
    VectorClock reads;
  };

  Flow open(Event& e);
  Flow close(Event& e);
  Use use_of(Event& e, bool exclusive);
  static PerThread& part_of(History& history, ThreadId thread);
  void first_use(Event& e, PerThread& mine, const Use& now);
  void second_use(Event& e, History& history, PerThread& mine, const Use& now);
  void foreign_use(Event& e, const History& history, const Use& now);
  void report(const Event& e, const Pair& pair, const Use& foreign, bool happened);

  const std::string name_;
  ReportSink& reports_;
  Blocks blocks_;
  Clocks clocks_;
  Decoration<ShadowThread, uint64_t> block_numbers_;
  Decoration<ShadowLock, History> locks_;
  States<History> states_;
  std::mutex mutex_;
  uint64_t next_block_ = 1;
  uint64_t time_ = 0;
};

}  // namespace dh::dyn
