// EraserWithBarrier: Eraser whose states start over at barriers. S. Savage et al., TOCS 1997, with the
// barrier analysis of E. Pozniansky and A. Schuster, 2007.
//
// A barrier orders everything before it with everything after it, so a location that was shared in one phase
// is new in the next. The word holds Eraser's state, the phase it belongs to, and the first thread or the
// lock set. Differences: phases are numbered over all barriers of the program, so a thread that takes no
// part in a barrier can be missed; as in LockSet, locks in shared mode protect reads only.
#pragma once

#include <atomic>

#include "tools/held_locks.h"

namespace dh::dyn {

class EraserWithBarrier {
 public:
  explicit EraserWithBarrier(ToolSetup& setup);

  Flow acquire(Event& e);
  Flow release(Event& e);
  Flow barrier_enter(Event& e);
  Flow barrier_leave(Event& e);
  void thread_made(ShadowThread& thread) { held_.thread_made(thread); }
  uint64_t make(Event& e) { return word(exclusive, phase(e), e.thread->id.value); }
  Flow access(Event& e);
  void sweep(const LiveWords& live);

 private:
  enum State : uint64_t { exclusive, shared, modified, reported };  // Eraser's virgin is the fresh word
  static constexpr unsigned kPhaseBits = 26;  // then phases stand still: fewer resets, no misses
  static constexpr uint64_t kMaxPhase = (uint64_t{1} << kPhaseBits) - 1;
  static_assert(32 + kPhaseBits + 2 <= DefaultLayout::kInflatedShift);

  struct Barrier {
    uint64_t generation = 0;
    uint64_t phase[2] = {0, 0};  // that those who leave are in, by generation modulo 2
  };
  struct Visit {
    ShadowLock* barrier;
    uint64_t generation;
  };
  struct PerThread {
    uint64_t phase = 0;
    std::vector<Visit> visits;
  };

  uint64_t word(State state, uint64_t phase, uint32_t value) const {
    return tag_ | state << (32 + kPhaseBits) | phase << 32 | value;
  }
  uint64_t phase(const Event& e) const { return threads_.of(*e.thread).phase; }
  uint64_t next(const Event& e, bool& empty);

  const std::string name_;
  const uint64_t tag_;
  ReportSink& reports_;
  ReportSink::Counter& counter_;
  HeldLocks held_;
  Decoration<ShadowThread, PerThread> threads_;
  Decoration<ShadowLock, Barrier> barriers_;
  std::atomic<uint64_t> phases_{0};
};

}  // namespace dh::dyn
