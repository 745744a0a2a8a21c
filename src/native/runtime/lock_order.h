// The order in which threads take locks: cycles of it are deadlocks of this or of another schedule (Goodlock:
// threads of a cycle differ, hold no common lock, and are not ordered by creations and joins).
#pragma once

#include "native/runtime/sync.h"

namespace dh::native {

// Before a thread that holds others waits for a lock.
void check_lock_order(Thread& thread, uintptr_t address, uint32_t place, bool is_shared);
// What the lock was is over.
void forget_lock_order(SyncObject& object);

// Creations and joins of threads.
void order_creation(Thread& creator, Thread& created);
void order_join(Thread& thread, const Thread& ended);

// A thread that holds one lock of a cycle and asks for the next.
struct WaitingThread {
  uint32_t thread;
  uintptr_t held, asked;
  uint32_t held_place, asked_place;
};

}  // namespace dh::native
