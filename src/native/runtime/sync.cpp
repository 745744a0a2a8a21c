#include "native/runtime/sync.h"

#include <algorithm>

#include "native/runtime/lock_order.h"
#include "native/runtime/options.h"
#include "native/runtime/recording.h"
#include "native/runtime/report.h"

namespace dh::native {

namespace {

constexpr uint32_t kBuckets = 1u << 16;
std::atomic<SyncObject*> buckets[kBuckets];

std::atomic<SyncObject*>& bucket_of(uintptr_t address) {
  return buckets[(address >> 2) * 0x9E3779B97F4A7C15ull >> 48];
}

SyncObject* find_in_chain(SyncObject* from, uintptr_t address) {
  for (SyncObject* object = from; object != nullptr; object = object->next.load(std::memory_order_acquire)) {
    if (object->address == address) return object;
  }
  return nullptr;
}

void hold(Thread& thread, uintptr_t address, uint32_t place, bool is_shared) {
  if (thread.held_count < kMaxHeld) thread.held[thread.held_count] = {address, place, is_shared};
  ++thread.held_count;
}

// Whether it was held, and how.
bool unhold(Thread& thread, uintptr_t address, bool& is_shared) {
  const uint32_t count = std::min(thread.held_count, kMaxHeld);
  for (uint32_t i = count; i-- > 0;) {
    if (thread.held[i].address != address) continue;
    is_shared = thread.held[i].shared != 0;
    std::copy(thread.held + i + 1, thread.held + count, thread.held + i);
    --thread.held_count;
    return true;
  }
  if (thread.held_count > kMaxHeld) --thread.held_count;
  return false;
}

void end_lock(SyncObject& object) {
  forget_lock_order(object);
  const Thread* thread = current();
  if (is_recording && thread != nullptr) record(*thread, RawKind::forget_lock, object.address, 0);
}

}  // namespace

SyncObject* find_sync_object(uintptr_t address) {
  return find_in_chain(bucket_of(address).load(std::memory_order_acquire), address);
}

SyncObject& sync_object(uintptr_t address) {
  std::atomic<SyncObject*>& head = bucket_of(address);
  SyncObject* first = head.load(std::memory_order_acquire);
  if (SyncObject* found = find_in_chain(first, address)) return *found;
  auto* object = static_cast<SyncObject*>(allocate(sizeof(SyncObject)));
  object->address = address;
  object->owner = kNoThread;
  for (;;) {
    object->next.store(first, std::memory_order_relaxed);
    if (head.compare_exchange_weak(first, object, std::memory_order_release, std::memory_order_acquire))
      break;
    if (SyncObject* found = find_in_chain(first, address)) return *found;
  }
  note_sync(address);
  return *object;
}

void forget_sync(uintptr_t address, size_t bytes) {
  if (bytes > (size_t{1} << 20)) return;  // stale objects only add order
  for (uintptr_t at = address & ~uintptr_t{15}; at < address + bytes; at += 16) {
    if (!take_sync_note(at)) continue;
    for (uintptr_t byte = at; byte < at + 16; ++byte) {
      SyncObject* object = find_sync_object(byte);
      if (object == nullptr) continue;
      const Locked locked(object->lock);
      object->clock.width = object->readers.width = 0;
      object->owner = kNoThread;
      object->depth = object->shared_holders = 0;
      end_lock(*object);
    }
    note_sync(at);  // the objects stay in the table
  }
}

void publish(uintptr_t address, uintptr_t pc) {
  Thread* thread = recording_thread();
  if (thread == nullptr) return;
  const Inside inside;
  SyncObject& object = sync_object(address);
  if (is_recording) thread->sync_place = place_of(*thread, pc);
  const Locked locked(object.lock);
  release_into(*thread, object.clock, true);
}

void observe(uintptr_t address, uintptr_t pc) {
  Thread* thread = recording_thread();
  if (thread == nullptr) return;
  const Inside inside;
  SyncObject& object = sync_object(address);
  if (is_recording) thread->sync_place = place_of(*thread, pc);
  const Locked locked(object.lock);
  acquire(*thread, object.clock);
}

void before_lock(uintptr_t address, uintptr_t pc, bool is_shared) {
  Thread* thread = recording_thread();
  if (thread == nullptr || (!is_recording && thread->held_count == 0)) return;
  const Inside inside;
  if (!is_recording) {
    if (options.detect_deadlocks != 0) check_lock_order(*thread, address, place_of(*thread, pc), is_shared);
    return;
  }
  record(*thread, is_shared ? RawKind::request_shared : RawKind::request, address, place_of(*thread, pc));
}

void after_lock(uintptr_t address, uintptr_t pc, bool is_shared) {
  Thread* thread = recording_thread();
  if (thread == nullptr) return;
  const Inside inside;
  SyncObject& object = sync_object(address);
  const uint32_t place = place_of(*thread, pc);
  const Locked locked(object.lock);
  if (object.first_place == 0) object.first_place = place;
  if (is_shared) {
    ++object.shared_holders;
  } else {
    object.depth = object.owner == thread->number ? object.depth + 1 : 1;
    object.owner = thread->number;
    object.owner_place = place;
  }
  hold(*thread, address, place, is_shared);
  if (is_recording)
    return record(*thread, is_shared ? RawKind::acquire_shared : RawKind::acquire, address, place);
  acquire(*thread, object.clock);
  if (!is_shared) acquire(*thread, object.readers);
}

void before_unlock(uintptr_t address, uintptr_t pc) {
  Thread* thread = recording_thread();
  if (thread == nullptr) return;
  const Inside inside;
  SyncObject& object = sync_object(address);
  bool is_shared = false;
  const bool was_held = unhold(*thread, address, is_shared);
  if (!was_held) is_shared = object.shared_holders != 0 && object.owner == kNoThread;
  if (is_recording) {
    record(*thread, is_shared ? RawKind::release_shared : RawKind::release, address, place_of(*thread, pc));
  }
  Misuse misuse{};
  {
    const Locked locked(object.lock);
    if (is_shared) {
      if (object.shared_holders != 0) --object.shared_holders;
      if (!is_recording) release_into(*thread, object.readers, true);
      return;
    }
    if (!was_held && thread->held_count <= kMaxHeld) {
      misuse = {object.owner == kNoThread ? MisuseKind::unlock_free : MisuseKind::unlock_other, address,
                object.owner, object.owner_place};
    }
    if (object.depth > 0) --object.depth;
    if (object.depth == 0) object.owner = kNoThread;
    object.readers.width = 0;
    if (!is_recording) release_into(*thread, object.clock, false);
  }
  if (misuse.kind != MisuseKind::none) report_misuse(*thread, misuse, place_of(*thread, pc));
}

bool lock_destroyed(uintptr_t address, uintptr_t pc) {
  Thread* thread = recording_thread();
  SyncObject* object = find_sync_object(address);
  if (thread == nullptr || object == nullptr) return true;
  const Inside inside;
  Misuse misuse{};
  {
    const Locked locked(object->lock);
    if (object->owner != kNoThread || object->shared_holders != 0)
      misuse = {MisuseKind::destroy_held, address, object->owner, object->owner_place};
    object->owner = kNoThread;
    object->depth = object->shared_holders = 0;
    object->first_place = 0;
    object->clock.width = object->readers.width = 0;
    end_lock(*object);
  }
  if (misuse.kind == MisuseKind::none) return true;
  report_misuse(*thread, misuse, place_of(*thread, pc));
  return false;
}

void begin_object(uintptr_t address) {
  SyncObject* object = find_sync_object(address);
  if (object == nullptr || recording_thread() == nullptr) return;
  const Inside inside;
  const Locked locked(object->lock);
  object->clock.width = object->readers.width = 0;
}

void leave_held_locks(Thread& thread) {
  const uint32_t count = std::min(thread.held_count, kMaxHeld);
  for (uint32_t i = 0; i < count; ++i) {
    SyncObject& object = sync_object(thread.held[i].address);
    const Locked locked(object.lock);
    release_into(thread, object.clock, true);
  }
}

// Threads can be one turn apart: what was published before this turn and before the next one is kept apart.
// Of a barrier, `depth` is the number of threads and `shared_holders` that of arrivals.
namespace {
Clock& clock_of_turn(SyncObject& object, uint32_t turn) {
  return turn % 2 == 0 ? object.clock : object.readers;
}
}  // namespace

void begin_barrier(uintptr_t address, uint32_t threads) {
  if (recording_thread() == nullptr) return;
  const Inside inside;
  SyncObject& object = sync_object(address);
  const Locked locked(object.lock);
  object.clock.width = object.readers.width = 0;
  object.depth = threads;
  object.shared_holders = 0;
}

uint32_t arrive_at_barrier(uintptr_t address, uintptr_t pc) {
  Thread* thread = recording_thread();
  if (thread == nullptr) return 0;
  const Inside inside;
  SyncObject& object = sync_object(address);
  if (is_recording) thread->sync_place = place_of(*thread, pc);
  const Locked locked(object.lock);
  const uint32_t threads = std::max(object.depth, 1u);
  const uint32_t turn = object.depth == 0 ? 0 : object.shared_holders / threads;
  const bool is_first = object.depth != 0 && object.shared_holders++ % threads == 0;
  release_into(*thread, clock_of_turn(object, turn), !is_first);
  return turn;
}

void leave_barrier(uintptr_t address, uint32_t turn, uintptr_t pc) {
  Thread* thread = recording_thread();
  if (thread == nullptr) return;
  const Inside inside;
  SyncObject& object = sync_object(address);
  if (is_recording) thread->sync_place = place_of(*thread, pc);
  const Locked locked(object.lock);
  acquire(*thread, clock_of_turn(object, turn));
}

}  // namespace dh::native
