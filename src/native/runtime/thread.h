// A thread of the program: its clock, its calls, what it holds.
#pragma once

#include "native/recording_format.h"
#include "native/runtime/arena.h"

namespace dh::native {

// Times of threads by slot, as epochs. What is beyond `width` has not been seen. While events are recorded:
// the numbers of the channels that have them (recording.h).
struct Clock {
  uint32_t* times = nullptr;
  uint32_t width = 0;
  uint32_t capacity = 0;
  uint32_t home = 0;    // the channel that nothing but this clock has; 0: none
  uint32_t knower = 0;  // number plus one of a thread that knows all that was published on it
};

inline uint32_t slot_of(uint32_t epoch) {
  return epoch >> kTimeBits;
}
inline constexpr uint32_t kNoThread = UINT32_MAX;
inline constexpr uint32_t kMaxHeld = 64;
inline constexpr uint32_t kMaxKept = 64;
inline constexpr uint32_t kMaxOwnRecords = 64;
inline constexpr uint32_t kPlaceCounters = 4096;

struct CachedNode {
  uint64_t pc;
  uint32_t parent;
  uint32_t node;
};
struct CachedStep {
  uint32_t epoch, before, before_place, place, set;
};
struct HeldLock {
  uintptr_t address;
  uint32_t place;
  uint32_t shared;
};

enum class ThreadState : uint32_t { unused, running, ended };

struct Thread {
  uint32_t number = kNoThread;  // in the order of creation
  uint32_t slot = 0;
  uint32_t width = 0;     // of `times`
  bool used = false;      // the epoch is in some cell, so it must pass before something is ordered after it
  bool detached = false;  // guarded by the registry, as are state, handle and next
  ThreadState state = ThreadState::unused;
  uint32_t creator = kNoThread;
  uint32_t created_at = 0;  // place
  uint32_t sync_place = 0;  // of the operation that acquires or releases now
  uint32_t ignore = 0;      // annotations: accesses are not checked
  uint32_t stack_bytes = 0;
  uint32_t held_count = 0;
  uint64_t handle = 0;  // pthread_t
  Thread* next = nullptr;
  CallFrame* frames = nullptr;
  size_t frames_bytes = 0;
  uint32_t set_hits = 0;
  uint32_t set_misses = 0;
  Clock end;                 // when it has ended
  Clock release_fence;       // what relaxed stores publish after a release fence
  Clock acquire_fence;       // what relaxed loads have seen, for an acquire fence
  Clock fork_times;          // lock_order.h
  uint64_t lock_orders[64];  // that were looked at
  HeldLock held[kMaxHeld];
  CachedNode nodes[1024];
  CachedStep steps[64];
  uint8_t accesses_at[kPlaceCounters];  // by place, as far as they are counted (access.cpp)
  struct Readers* readers = nullptr;    // room for making read sets
  uint32_t records[kMaxOwnRecords];     // free ones (shadow.h)
  uint32_t record_count = 0;
  void* freed[kMaxKept] = {};  // blocks that go back to the C library later
  uint32_t freed_next = 0;
  uint32_t times[kSlots + 2];
};

inline Thread* current() {
  return __deadheat_view.thread;
}

inline bool is_ordered(const Thread& thread, uint32_t epoch) {
  return epoch <= thread.times[slot_of(epoch)];
}

// thread.cpp
extern CallFrame idle_frames[];  // of threads that the runtime does not know: never read
Thread* new_thread(Thread* creator, uint32_t place, size_t stack_bytes);
void enter_thread(Thread& thread);  // on its own stack
// The thread of the program goes on as another one: a task or a fiber.
void switch_to(Thread& thread, CallFrame* top);
void end_thread(Thread& thread);
void recycle_thread(Thread& thread);
uint32_t thread_of(uint32_t epoch);  // number, or kNoThread
uint32_t threads_created();

// clock.cpp
void acquire(Thread& thread, Clock& clock);
void join(Clock& to, Clock& from);
void widen(Clock& clock, uint32_t width);
// What the thread has done so far becomes visible to any thread that acquires the clock; its later accesses
// do not.
void release_into(Thread& thread, Clock& clock, bool keep_old);
void pass_epoch(Thread& thread);
// All other threads have ended, as for the child of a fork: what they did is before what this one does. Their
// slots are not used again, unless they had ended before.
void know_all_threads(Thread& thread);
uint32_t take_slot(const Thread* creator);  // an epoch of it, or 0: there is none left
void give_back_slot(uint32_t last_epoch);

// nodes.cpp: places are nodes of a tree of calls.
inline constexpr uint64_t kFreeTag = kFreePc;
inline constexpr uint64_t kPairTag = uint64_t{1} << 62;  // two places: the parent, and the low half of pc
inline constexpr uint32_t kPairBit = 1u << 31;           // of the number of such a node
uint32_t node_of(Thread& thread, uint32_t parent, uint64_t pc);
uint32_t place_of(Thread& thread, uint64_t pc);
struct Node {
  uint64_t pc;
  uint32_t parent;
  std::atomic<uint32_t> next;
};
const Node& node(uint32_t id);
uint32_t nodes_made();

}  // namespace dh::native
