// ProtectingLock: filters operations on locks that another lock protects. RoadRunner paper, Figure 1; the
// optimisation comes from the Atomizer (C. Flanagan, S. N. Freund, POPL 2004, section on protected locks).
//
// A lock that was only ever acquired while some other lock was held cannot be contended for: its operations
// commute with those of other threads. They are filtered until an acquire breaks the pattern. Difference:
// no operations are filtered in retrospect, as in the paper; a lock used by one thread only is not filtered.
#pragma once

#include "tools/parts/finding_traits.h"
#include "tools/parts/held_locks.h"

namespace dh::dyn {

class ProtectingLock {
 public:
  static constexpr ToolTraits kTraits = kFilter;

  explicit ProtectingLock(ToolSetup& setup)
      : held_(setup), threads_(setup.thread_layout), locks_(setup.lock_layout) {}

  Flow acquire(Event& e);
  Flow release(Event& e);
  void thread_made(ShadowThread& thread) { held_.thread_made(thread); }

 private:
  struct Protection {
    bool seen = false;
    uint32_t by = 0;  // a set of HeldLocks: held at every acquire so far
  };

  HeldLocks held_;
  Decoration<ShadowThread, std::vector<ShadowLock*>> threads_;  // acquired, but filtered
  Decoration<ShadowLock, Protection> locks_;
};

}  // namespace dh::dyn
