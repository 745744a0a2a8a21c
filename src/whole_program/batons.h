// Semaphores that pass one permit around, as players do with a ball:
//
//   [ 5 timesRepeat: [ ping wait. x := x + 1. pong signal ] ] fork.
//   5 timesRepeat: [ x := x + 1. ping signal. pong wait ]
//
// Each thread takes the permit with a wait before it gives it away with a signal, and only one has it at the
// beginning: at any time there is one permit, in a semaphore or with a thread. What is done with the permit
// is done by one thread at a time, one after another.
#pragma once

#include "whole_program/trace.h"

namespace dh::whole {

class Batons {
 public:
  Batons(const Heap& heap, const Multiplicity& multiplicity, const Traces& traces);

  // Whether both are done with the same permit.
  bool both_held(const AccessEvent& a, const AccessEvent& b) const;

 private:
  // What a thread does with the semaphores of a ring.
  struct Part {
    VisitId around;               // the innermost visit around all of it
    std::vector<uint32_t> times;  // of waits and signals, in turn
    bool held_first = false;      // it begins with a signal
    bool again = false;           // a loop, or not in each run
  };
  using Ring = FlatMap<uint32_t, Part>;  // by thread

  void add_ring(const std::vector<uint32_t>& semaphores,
                const FlatMap<uint32_t, std::vector<uint32_t>>& events);
  bool make_part(std::vector<uint32_t> events, Part& part) const;
  bool is_held(const Part& part, const AccessEvent& access) const;

  static constexpr uint32_t kNoRing = UINT32_MAX;

  const Traces& traces_;
  std::vector<Ring> rings_;
  std::vector<uint32_t> ring_of_;  // by ThreadId: all semaphores that a thread uses are in one ring
};

}  // namespace dh::whole
