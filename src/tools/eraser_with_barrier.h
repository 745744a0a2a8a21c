// EraserWithBarrier: Eraser whose states start over at barriers. S. Savage et al., TOCS 1997, with the
// barrier analysis of E. Pozniansky and A. Schuster, 2007.
//
// A barrier orders what its participants did before it with what they do after it. Each thread has a vector
// clock that follows barriers and nothing else; a location whose earlier accesses are all before the current
// one by these clocks is new. A thread that takes no part in a barrier is so never taken as ordered by it.
// Differences: Eraser's states (exclusive, shared, modified) and the first lock set are those of TOCS 1997,
// but after a barrier that only some of the accessing threads took part in the lock set is kept;
// as in LockSet, locks in shared mode protect reads only.
#pragma once

#include "tools/parts/clock_tool.h"
#include "tools/parts/finding_traits.h"
#include "tools/parts/held_locks.h"

namespace dh::dyn {

struct BarrierState {
  enum Kind : uint8_t { virgin, exclusive, shared, modified, reported };
  Kind kind = virgin;
  ThreadId owner;               // when exclusive
  uint32_t locks = 0;           // when shared or modified
  std::vector<Epoch> accessed;  // the last access of each slot since the state began
};

class EraserWithBarrier : public ClockTool<BarrierState> {
 public:
  static constexpr ToolTraits kTraits = kLockDisciplineChecker;

  explicit EraserWithBarrier(ToolSetup& setup);

  Flow sync(Event& e);
  void thread_made(ShadowThread& thread) { held_.thread_made(thread); }
  Flow access(Event& e);
  void sweep(const LiveWords& live);
  size_t states() const { return ClockTool::states() + held_.sets(); }

 private:
  // The state after the access; true: no lock protects the location any more.
  bool step(const Event& e, const ThreadClock& t, BarrierState& state);

  ReportSink::Counter& counter_;
  HeldLocks held_;
};

}  // namespace dh::dyn
