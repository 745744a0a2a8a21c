// Synchronization objects by their address: locks, atomics, whatever orders threads.
#pragma once

#include "native/runtime/access.h"

namespace dh::native {

struct LockEdge;
struct SyncObject {
  uintptr_t address = 0;
  std::atomic<SyncObject*> next{nullptr};
  SpinLock lock;
  Clock clock;                 // what the last release published
  Clock readers;               // of read-write locks: what readers published since the last writer
  uint32_t owner = kNoThread;  // of locks: who holds it for itself
  uint32_t depth = 0;
  uint32_t shared_holders = 0;
  uint32_t first_place = 0;
  uint32_t owner_place = 0;
  LockEdge* edges = nullptr;  // lock_order.h
};

SyncObject& sync_object(uintptr_t address);
SyncObject* find_sync_object(uintptr_t address);
// The memory is used for something else now.
void forget_sync(uintptr_t address, size_t bytes);

// An edge from what publishes to what observes it later.
void publish(uintptr_t address, uintptr_t pc);
void observe(uintptr_t address, uintptr_t pc);

// Locks; called after the lock was taken and before it is released.
void before_lock(uintptr_t address, uintptr_t pc, bool is_shared = false);
void after_lock(uintptr_t address, uintptr_t pc, bool is_shared);
void before_unlock(uintptr_t address, uintptr_t pc);
// False: it is held, which has been reported.
bool lock_destroyed(uintptr_t address, uintptr_t pc);
// The memory is a new object now: what another one there published is over.
void begin_object(uintptr_t address);
// The next thread that takes a robust lock is after the end of the thread that held it.
void leave_held_locks(Thread& thread);

// Barriers of so many threads. `arrive` returns the turn to pass to `leave`.
void begin_barrier(uintptr_t address, uint32_t threads);
uint32_t arrive_at_barrier(uintptr_t address, uintptr_t pc);
void leave_barrier(uintptr_t address, uint32_t turn, uintptr_t pc);

// The thread, or null when nothing is to be recorded now.
inline Thread* recording_thread() {
  return __deadheat_view.busy != 0 ? nullptr : current();
}

#define DH_CALLER reinterpret_cast<uintptr_t>(__builtin_return_address(0))
#define DH_EXPORT extern "C" __attribute__((visibility("default")))

}  // namespace dh::native
