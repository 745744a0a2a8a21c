// Vector clocks, and the slots that threads have in them.
#include <algorithm>

#include "native/runtime/recording.h"

namespace dh::native {

namespace {

struct Slot {
  uint32_t last = 0;  // epoch of the thread that had it
  bool is_free = false;
};
Slot slots[kSlots];
uint32_t fresh_slots = 0;
uint32_t free_slots = 0;
SpinLock slots_lock;
constexpr uint32_t kWornOut = kMaxTime - kMaxTime / 4;

uint32_t next_epoch(uint32_t last) {
  return last + 1;
}

}  // namespace

void widen(Clock& clock, uint32_t width) {
  if (width <= clock.capacity) return;
  const uint32_t capacity = std::max(width + width / 2, 6u);
  auto* times = static_cast<uint32_t*>(allocate(sizeof(uint32_t) * capacity));
  for (uint32_t i = 0; i < clock.width; ++i) times[i] = clock.times[i];
  clock.times = times;  // what it had is lost: clocks grow a few times at most
  clock.capacity = capacity;
}

uint32_t take_slot(const Thread* creator) {
  const Locked locked(slots_lock);
  uint32_t any = kSlots;
  for (uint32_t i = 0, seen = 0; i < fresh_slots && seen < free_slots; ++i) {
    if (!slots[i].is_free) continue;
    ++seen;
    if ((slots[i].last & kMaxTime) >= kWornOut) continue;
    if (any == kSlots) any = i;
    // The new thread begins after the old one ended: nothing is lost when they look like one.
    if (creator == nullptr || !is_ordered(*creator, slots[i].last)) continue;
    any = i;
    slots[any].is_free = false;
    --free_slots;
    return next_epoch(slots[any].last);
  }
  if (fresh_slots < kSlots) return next_epoch(fresh_slots++ << kTimeBits);
  if (any == kSlots) return 0;
  slots[any].is_free = false;
  --free_slots;
  return next_epoch(slots[any].last);
}

void give_back_slot(uint32_t last_epoch) {
  const Locked locked(slots_lock);
  slots[slot_of(last_epoch)] = {last_epoch, true};
  ++free_slots;
}

void know_all_threads(Thread& thread) {
  const Locked locked(slots_lock);
  for (uint32_t i = 0; i < fresh_slots; ++i) {
    if (i != thread.slot) thread.times[i] = slots[i].is_free ? slots[i].last : i << kTimeBits | kMaxTime;
  }
  thread.width = std::max(thread.width, fresh_slots);
}

void acquire(Thread& thread, Clock& clock) {
  if (is_recording) return observe_channels(thread, clock);
  const uint32_t width = clock.width;
  for (uint32_t i = 0; i < width; ++i) thread.times[i] = std::max(thread.times[i], clock.times[i]);
  thread.width = std::max(thread.width, width);
}

namespace {

void join_times(Clock& to, const Clock& from) {
  widen(to, from.width);
  for (uint32_t i = to.width; i < from.width; ++i) to.times[i] = i << kTimeBits;
  to.width = std::max(to.width, from.width);
  for (uint32_t i = 0; i < from.width; ++i) to.times[i] = std::max(to.times[i], from.times[i]);
}

}  // namespace

void join(Clock& to, Clock& from) {
  if (is_recording) return join_channels(to, from);
  join_times(to, from);
}

void note_slot(uint32_t epoch, uint32_t number);

void pass_epoch(Thread& thread) {
  if (!thread.used) return;
  uint32_t& own = thread.times[thread.slot];
  if ((own & kMaxTime) >= kMaxTime - 1) {
    const uint32_t epoch = take_slot(&thread);
    if (epoch == 0) return;  // no time left: what comes now looks like before the release; no false alarms
    thread.slot = slot_of(epoch);
    thread.times[thread.slot] = epoch;
    thread.width = std::max(thread.width, thread.slot + 1);
    note_slot(epoch, thread.number);
  } else {
    ++own;
  }
  thread.used = false;
  __deadheat_view.epoch = thread.times[thread.slot];
  for (uint32_t& set : __deadheat_view.sets) set = 0;
}

void release_into(Thread& thread, Clock& clock, bool keep_old) {
  if (is_recording) return publish_channel(thread, clock, keep_old);
  uint32_t& own = thread.times[thread.slot];
  const uint32_t epoch = own;
  if (!thread.used) own = epoch - 1;  // nothing happened at this time yet: it need not pass
  if (!keep_old) clock.width = 0;
  join_times(clock, Clock{thread.times, thread.width, thread.width});
  own = epoch;
  pass_epoch(thread);
}

}  // namespace dh::native
