// Atomizer: atomicity by reduction. C. Flanagan, S. N. Freund, POPL 2004 and SCP 2008; R. Lipton, 1975.
//
// A block is atomic when it is right movers (acquires), at most one action that commutes with nothing, and
// left movers (releases). Accesses to race-free data move both ways; they do not come here when a race
// detector stands before (FastTrack:Atomizer, ThreadLocal:ReadOnly:LockSet:Atomizer), so every access that
// does come is racy: a non-mover. Differences: re-entrant and protected locks are filtered by the engine and
// by ProtectingLock; one report per block and kind of place.
#pragma once

#include "tools/parts/blocks.h"
#include "tools/parts/finding_traits.h"

namespace dh::dyn {

class Atomizer {
 public:
  static constexpr FindingTraits kFindings[] = {{
      .rule = "atomicity-violation",
      .subject = FindingSubject::block,
      .message = "{block} of {thread} is not atomic: other threads' operations on {target} can come between "
                 "its own.",
      .hint = kLockTheBlock,
      .certainty = {100, "the movers of this run"},
      .doubt = {-40, "a block that is not reducible may still be serializable"},
  }};
  static constexpr ToolTraits kTraits{
      .findings = kFindings,
      .counted = kAtomicityEvents,
      .needs = {.stacks = true},
  };

  explicit Atomizer(ToolSetup& setup);

  Flow begin(Event& e) { return open(e); }
  Flow method_enter(Event& e) { return open(e); }
  Flow end(Event& e) { return close(e); }
  Flow method_exit(Event& e) { return close(e); }
  Flow acquire(Event& e);
  Flow release(Event& e);
  Flow sync(Event& e);
  uint64_t make(Event&) { return tag_; }
  Flow access(Event& e);

 private:
  enum class Phase : uint8_t { before_commit, after_commit };
  struct PerThread {
    Phase phase = Phase::before_commit;
    RawAccess commit;  // what made it after_commit
  };

  Flow open(Event& e);
  Flow close(Event& e);
  void left_mover(Event& e);
  void right_mover(Event& e);
  void non_mover(Event& e);
  void report(Event& e);

  const std::string name_;
  const uint64_t tag_;
  ReportSink& reports_;
  Blocks blocks_;
  Decoration<ShadowThread, PerThread> threads_;
};

}  // namespace dh::dyn
