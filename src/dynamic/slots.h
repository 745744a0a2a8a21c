// Slots: the dense thread numbers of vector clocks and epochs.
//
// A thread has one slot at a time. When its clock reaches the layout's largest value it moves to a new slot,
// and a slot whose thread has ended goes to a later thread that is ordered after all of it. So hundreds of
// short-lived threads and long runs share the few bits of the shadow word; only when all packable slots are
// in use do further threads get wide slots, whose epochs live in inflated states.
#pragma once

#include <mutex>
#include <vector>

#include "dynamic/ids.h"
#include "dynamic/vector_clock.h"

namespace dh::dyn {

// Thread-safe.
class SlotTable {
 public:
  SlotTable(uint32_t packable_slots, uint32_t max_clock) : packable_(packable_slots), max_clock_(max_clock) {}

  // The first epoch of a thread that is ordered after everything in `known`.
  Epoch allot(ThreadId thread, const VectorClock& known);
  // The thread whose last epoch was this one will not run any more.
  void retire(Epoch last);
  // True: the thread needs a new slot before its clock ticks again.
  bool exhausted(Epoch e) const { return e.clock >= (e.slot < packable_ ? max_clock_ : UINT32_MAX); }
  ThreadId thread_at(Epoch e) const;
  size_t slots_in_use() const;

 private:
  struct Tenant {
    uint32_t from;  // first clock value
    ThreadId thread;
  };

  const uint32_t packable_;
  const uint32_t max_clock_;
  mutable std::mutex mutex_;
  std::vector<std::vector<Tenant>> tenants_;  // by slot
  std::vector<Epoch> free_;
};

}  // namespace dh::dyn
