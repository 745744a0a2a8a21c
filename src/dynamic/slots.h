// Slots: the dense thread numbers of vector clocks and epochs.
//
// A thread has one slot at a time. When its clock reaches the layout's largest value it moves to a new slot,
// and a slot whose thread has ended goes to a later thread, which continues its clock. That thread must be
// ordered after all epochs of the slot that some shadow word names, for it counts as ordered after them. So
// hundreds of short-lived threads and long runs share the few bits of the shadow word; only when all packable
// slots are in use do further threads get wide slots, whose epochs live in inflated states.
//
// Until a sweep has found which epochs are named, all are. After one a thread may continue a slot without
// being ordered after the end of its last thread: a clock that has the new thread's time then need not have
// what the last thread knew (era()).
#pragma once

#include <mutex>
#include <vector>

#include "dynamic/ids.h"
#include "dynamic/vector_clock.h"

namespace dh::dyn {

// Thread-safe but for sweep() and era(): no handler may run meanwhile.
class SlotTable {
 public:
  SlotTable(uint32_t packable_slots, uint32_t max_clock) : packable_(packable_slots), max_clock_(max_clock) {}

  // The first epoch of a thread that is ordered after everything in `known`.
  Epoch allot(ThreadId thread, const VectorClock& known);
  // The thread whose last epoch was this one will not run any more in the slot.
  void retire(Epoch last);
  // True: the thread needs a new slot before its clock ticks again.
  bool exhausted(Epoch e) const { return e.clock >= (e.slot < packable_ ? max_clock_ : UINT32_MAX); }
  // Not valid: the epoch was not named at the last sweep.
  ThreadId thread_at(Epoch e) const;
  size_t slots_in_use() const;

  // Only these epochs are still named by shadow words and by what they refer to.
  void sweep(std::vector<Epoch> named);
  // Whether the thread has a slot, or an epoch of it was named at the last sweep.
  bool keeps(ThreadId thread) const;
  // Slots that may wait for a sweep.
  size_t waiting() const;
  // Goes up when slots become free for threads that are not ordered after their last ones: a caller that
  // concludes from one entry of a clock to the others must have both from the same era.
  uint16_t era() const { return era_; }

 private:
  struct Tenant {
    uint32_t from;  // first clock value
    ThreadId thread;
  };
  struct Slot {
    std::vector<Tenant> tenants;  // those that words may name, and the thread that has the slot
    bool is_taken = false;
  };
  struct Free {
    Epoch last;      // of the last thread
    uint32_t named;  // the largest clock value that words may name
  };

  const uint32_t packable_;
  const uint32_t max_clock_;
  mutable std::mutex mutex_;
  std::vector<Slot> slots_;
  std::vector<Free> free_;      // in the order in which their threads ended
  std::vector<Epoch> unnamed_;  // free for any thread
  size_t next_candidate_ = 0;
  bool was_swept_ = false;
  std::vector<uint32_t> kept_;  // ids of threads, sorted, as of the last sweep
  uint16_t era_ = 0;
};

}  // namespace dh::dyn
