// MultiRace: DJIT+ with lock sets that spare it comparisons. E. Pozniansky, A. Schuster, 2007.
//
// As long as one lock was held at every access, the accesses are ordered by it and no clocks are compared;
// clocks are recorded all the same, so that a comparison after the set has become empty sees everything.
// Difference: the paper's detector also reports empty lock sets as warnings; LockSet does that here, and
// MultiRace reports races only.
#pragma once

#include "tools/parts/access_clocks.h"
#include "tools/parts/finding_traits.h"
#include "tools/parts/held_locks.h"
#include "tools/parts/states.h"

namespace dh::dyn {

class MultiRace {
 public:
  static constexpr ToolTraits kTraits = kRaceDetector;

  explicit MultiRace(ToolSetup& setup);

  Flow sync(Event& e);
  Flow thread_exit(Event& e);
  void thread_made(ShadowThread& thread) { held_.thread_made(thread); }
  void thread_begins(ShadowThread& thread) { clocks_.of(thread); }
  uint64_t make(Event& e);
  void unmake(uint64_t word) { states_.unmake(word); }
  Flow access(Event& e);
  void sweep(const LiveWords& live);
  size_t states() const { return states_.table().live() + held_.sets(); }

 private:
  struct State {
    VarClocks clocks;
    uint32_t locks = 0;  // a set of HeldLocks; 0: compare clocks
  };

  const std::string name_;
  ReportSink& reports_;
  Clocks clocks_;
  HeldLocks held_;
  States<State> states_;
};

}  // namespace dh::dyn
