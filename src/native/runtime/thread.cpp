// Making and ending of threads, and who had which slot when.
#include "native/runtime/thread.h"

#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

#include "native/runtime/recording.h"

namespace dh::native {

namespace {

// A thread had the slot of `epoch` from that time on.
struct Tenure {
  uint32_t epoch;
  uint32_t number;
};
constexpr size_t kMaxTenures = size_t{1} << 26;
Tenure* tenures = nullptr;
std::atomic<size_t> tenure_count{0};
std::atomic<uint32_t> thread_count{0};
SpinLock unused_lock;
Thread* unused_threads = nullptr;

// Before the first call: for calls that end on another thread than they began on, as those of contexts do.
constexpr size_t kSpareFrames = 4096;

void map_frames(Thread& thread, size_t stack_bytes) {
  // The smallest frame of a call is 16 bytes, as is one of ours; the rest is for calls that are not ended.
  const size_t bytes = std::max<size_t>(stack_bytes, 1 << 20) + (1 << 16);
  if (thread.frames != nullptr && thread.frames_bytes >= bytes) return;
  const size_t all = bytes + kSpareFrames * sizeof(CallFrame);
  if (thread.frames != nullptr) {
    ::syscall(SYS_munmap, thread.frames - kSpareFrames,
              thread.frames_bytes + kSpareFrames * sizeof(CallFrame));
  }
  auto* frames = static_cast<CallFrame*>(reserve((all + 4095) & ~size_t{4095}, "call stacks"));
  thread.frames = frames + kSpareFrames;
  thread.frames_bytes = bytes;
}

}  // namespace

CallFrame idle_frames[4096];

void map_threads() {
  tenures = static_cast<Tenure*>(reserve(sizeof(Tenure) * kMaxTenures, "threads"));
}

void note_slot(uint32_t epoch, uint32_t number) {
  const size_t i = tenure_count.fetch_add(1);
  if (i < kMaxTenures) tenures[i] = {epoch, number};
}

uint32_t thread_of(uint32_t epoch) {
  Tenure best{0, kNoThread};
  const size_t count = std::min(tenure_count.load(), kMaxTenures);
  for (size_t i = 0; i < count; ++i) {
    const Tenure& tenure = tenures[i];
    if (slot_of(tenure.epoch) == slot_of(epoch) && tenure.epoch <= epoch && tenure.epoch >= best.epoch)
      best = tenure;
  }
  return best.number;
}

uint32_t threads_created() {
  return thread_count.load();
}

Thread* new_thread(Thread* creator, uint32_t place, size_t stack_bytes) {
  const uint32_t epoch = take_slot(creator);
  if (epoch == 0) return nullptr;
  Thread* thread = nullptr;
  {
    const Locked locked(unused_lock);
    thread = unused_threads;
    if (thread != nullptr) unused_threads = thread->next;
  }
  if (thread == nullptr) thread = static_cast<Thread*>(allocate(sizeof(Thread)));
  map_frames(*thread, stack_bytes);
  thread->number = thread_count.fetch_add(1);
  thread->slot = slot_of(epoch);
  thread->creator = creator == nullptr ? kNoThread : creator->number;
  thread->created_at = place;
  thread->state = ThreadState::running;
  thread->used = true;
  thread->detached = false;
  thread->ignore = thread->held_count = 0;
  thread->release_fence.width = thread->acquire_fence.width = thread->fork_times.width = 0;
  for (uint64_t& order : thread->lock_orders) order = 0;
  for (uint8_t& accesses : thread->accesses_at) accesses = 0;
  for (uint32_t i = 0; i < kSlots + 2; ++i) thread->times[i] = i << kTimeBits;
  thread->width = 0;
  if (creator != nullptr && is_recording) {
    record(*creator, RawKind::start, thread->number, place);
  } else if (creator != nullptr) {
    release_into(*creator, thread->end, false);
    acquire(*thread, thread->end);
  }
  thread->times[thread->slot] = epoch;
  thread->width = std::max(thread->width, thread->slot + 1);
  note_slot(epoch, thread->number);
  return thread;
}

void switch_to(Thread& thread, CallFrame* top) {
  ThreadView& view = __deadheat_view;
  for (uint32_t& set : view.sets) set = 0;
  view.top = top;
  view.thread = &thread;
  view.epoch = thread.times[thread.slot];
}

void enter_thread(Thread& thread) {
  switch_to(thread, thread.frames);
}

void end_thread(Thread& thread) {
  thread.used = true;
  const uint32_t last = thread.times[thread.slot];
  if (!is_recording) release_into(thread, thread.end, false);
  ThreadView& view = __deadheat_view;
  view.thread = nullptr;
  view.epoch = kLocked;  // no cell has it as its epoch
  view.top = idle_frames;
  give_back_slot(std::max(last, thread.times[thread.slot]));
}

void recycle_thread(Thread& thread) {
  const Locked locked(unused_lock);
  thread.state = ThreadState::unused;
  thread.next = unused_threads;
  unused_threads = &thread;
}

}  // namespace dh::native
