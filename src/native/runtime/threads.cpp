// Threads of the program: creation, end, join.
#include <errno.h>
#include <pthread.h>
#include <threads.h>

#include "native/runtime/lock_order.h"
#include "native/runtime/real.h"
#include "native/runtime/recording.h"
#include "native/runtime/report.h"
#include "native/runtime/start.h"

namespace dh::native {

namespace {

SpinLock registry_lock;
constexpr uint32_t kHandles = 4096;
Thread* by_handle[kHandles];
pthread_key_t end_key;
std::atomic<bool> has_end_key{false};

Thread*& chain_of(uint64_t handle) {
  return by_handle[(handle >> 6) * 0x9E3779B97F4A7C15ull >> 52];
}

Thread* find_thread(uint64_t handle) {
  for (Thread* thread = chain_of(handle); thread != nullptr; thread = thread->next) {
    if (thread->handle == handle) return thread;
  }
  return nullptr;
}

void remove_thread(Thread& thread) {
  for (Thread** at = &chain_of(thread.handle); *at != nullptr; at = &(*at)->next) {
    if (*at != &thread) continue;
    *at = thread.next;
    return;
  }
}

void add_thread(Thread& thread, uint64_t handle) {
  thread.handle = handle;
  Thread*& head = chain_of(handle);
  thread.next = head;
  head = &thread;
}

// The last destructor of a thread's keys: destructors of the program may still run before it.
void at_thread_end(void* turn) {
  const auto left = reinterpret_cast<uintptr_t>(turn);
  if (left > 1) {
    pthread_setspecific(end_key, reinterpret_cast<void*>(left - 1));
    return;
  }
  Thread* thread = current();
  if (thread == nullptr) return;
  const Inside inside;
  if (!is_recording) leave_held_locks(*thread);
  end_thread(*thread);
  bool is_unused = false;
  {
    const Locked locked(registry_lock);
    thread->state = ThreadState::ended;
    is_unused = thread->detached;
    if (is_unused) remove_thread(*thread);
  }
  if (is_unused) recycle_thread(*thread);
}

void set_end_key() {
  if (!has_end_key.exchange(true)) pthread_key_create(&end_key, at_thread_end);
  pthread_setspecific(end_key, reinterpret_cast<void*>(uintptr_t{PTHREAD_DESTRUCTOR_ITERATIONS}));
}

struct Start {
  void* (*routine)(void*);
  void* argument;
  Thread* thread;
  std::atomic<uint32_t> is_taken{0};
  Start* next = nullptr;
};
SpinLock starts_lock;
Start* free_starts = nullptr;

Start* new_start() {
  const Locked locked(starts_lock);
  Start* start = free_starts;
  if (start != nullptr) {
    free_starts = start->next;
    return start;
  }
  return static_cast<Start*>(allocate(sizeof(Start)));
}

void free_start(Start* start) {
  const Locked locked(starts_lock);
  start->next = free_starts;
  free_starts = start;
}

// A stack that another thread had before, with thread-local variables at its end.
void clear_stack() {
  pthread_attr_t attributes;
  void* stack = nullptr;
  size_t bytes = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  if (pthread_attr_getstack(&attributes, &stack, &bytes) == 0) clear_shadow(address_of(stack), bytes);
  pthread_attr_destroy(&attributes);
}

void* run_thread(void* argument) {
  auto* start = static_cast<Start*>(argument);
  void* (*routine)(void*) = start->routine;
  void* const given = start->argument;
  {
    const Inside inside;
    Thread& thread = *start->thread;
    clear_stack();
    {
      const Locked locked(registry_lock);
      add_thread(thread, pthread_self());
    }
    enter_thread(thread);
    set_end_key();
    start->is_taken.store(1, std::memory_order_release);
  }
  return routine(given);
}

size_t stack_bytes_of(const pthread_attr_t* attributes) {
  size_t bytes = 8 << 20;
  if (attributes != nullptr) {
    pthread_attr_getstacksize(attributes, &bytes);
  } else {
    pthread_attr_t usual;
    if (pthread_getattr_default_np(&usual) == 0) {
      pthread_attr_getstacksize(&usual, &bytes);
      pthread_attr_destroy(&usual);
    }
  }
  return bytes;
}

bool is_created_detached(const pthread_attr_t* attributes) {
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) pthread_attr_getdetachstate(attributes, &state);
  return state == PTHREAD_CREATE_DETACHED;
}

int create(pthread_t* handle, const pthread_attr_t* attributes, void* (*routine)(void*), void* argument,
           uintptr_t pc) {
  start_runtime();
  const auto real = DH_REAL(pthread_create);
  Thread* creator = recording_thread();
  if (creator == nullptr) return real(handle, attributes, routine, argument);
  const Inside inside;
  const uint32_t place = place_of(*creator, pc);
  Thread* thread = new_thread(creator, place, stack_bytes_of(attributes));
  if (thread == nullptr) {
    return real(handle, attributes, routine, argument);
  }
  note_thread(*thread);
  order_creation(*creator, *thread);
  thread->detached = is_created_detached(attributes);
  Start* start = new_start();
  start->routine = routine;
  start->argument = argument;
  start->thread = thread;
  start->is_taken.store(0);
  const int error = real(handle, attributes, run_thread, start);
  if (error != 0) {
    give_back_slot(thread->times[thread->slot]);
    recycle_thread(*thread);
  } else {
    // A thread that joins or detaches it by its handle must find it.
    unsigned turns = 0;
    while (start->is_taken.load(std::memory_order_acquire) == 0) spin(turns);
  }
  free_start(start);
  return error;
}

// Before a join, for the thread may be somebody else afterwards.
Thread* joined_thread(pthread_t handle) {
  const Locked locked(registry_lock);
  return find_thread(handle);
}

void after_join(Thread* ended, uintptr_t pc) {
  Thread* thread = recording_thread();
  if (ended == nullptr) return;
  const Inside inside;
  if (thread != nullptr) {
    if (is_recording) {
      record(*thread, RawKind::join, ended->number, place_of(*thread, pc));
    } else {
      acquire(*thread, ended->end);
      order_join(*thread, *ended);
    }
  }
  {
    const Locked locked(registry_lock);
    remove_thread(*ended);
  }
  recycle_thread(*ended);
}

}  // namespace

void register_main(Thread& thread) {
  const Locked locked(registry_lock);
  add_thread(thread, pthread_self());
}

}  // namespace dh::native

using namespace dh::native;

DH_EXPORT int pthread_create(pthread_t* handle, const pthread_attr_t* attributes, void* (*routine)(void*),
                             void* argument) {
  return create(handle, attributes, routine, argument, DH_CALLER);
}

DH_EXPORT int pthread_join(pthread_t handle, void** result) {
  Thread* ended = joined_thread(handle);
  const int error = DH_REAL(pthread_join)(handle, result);
  if (error == 0) after_join(ended, DH_CALLER);
  return error;
}

DH_EXPORT int pthread_tryjoin_np(pthread_t handle, void** result) {
  Thread* ended = joined_thread(handle);
  const int error = DH_REAL(pthread_tryjoin_np)(handle, result);
  if (error == 0) after_join(ended, DH_CALLER);
  return error;
}

DH_EXPORT int pthread_timedjoin_np(pthread_t handle, void** result, const timespec* until) {
  Thread* ended = joined_thread(handle);
  const int error = DH_REAL(pthread_timedjoin_np)(handle, result, until);
  if (error == 0) after_join(ended, DH_CALLER);
  return error;
}

DH_EXPORT int pthread_clockjoin_np(pthread_t handle, void** result, clockid_t clock, const timespec* until) {
  Thread* ended = joined_thread(handle);
  const int error = DH_REAL(pthread_clockjoin_np)(handle, result, clock, until);
  if (error == 0) after_join(ended, DH_CALLER);
  return error;
}

DH_EXPORT int pthread_detach(pthread_t handle) {
  bool is_unused = false;
  Thread* thread = nullptr;
  {
    const Inside inside;
    const Locked locked(registry_lock);
    thread = find_thread(handle);
    if (thread != nullptr) {
      thread->detached = true;
      is_unused = thread->state == ThreadState::ended;
      if (is_unused) remove_thread(*thread);
    }
    if (is_unused) recycle_thread(*thread);
  }
  return DH_REAL(pthread_detach)(handle);
}

DH_EXPORT int pthread_setname_np(pthread_t handle, const char* name) {
  {
    const Inside inside;
    const Locked locked(registry_lock);
    if (const Thread* thread = find_thread(handle)) note_thread_name(thread->number, name);
  }
  return DH_REAL(pthread_setname_np)(handle, name);
}

namespace {
struct C11Start {
  thrd_start_t routine;
  void* argument;
};
void* run_c11(void* given) {
  auto* start = static_cast<C11Start*>(given);
  const C11Start copy = *start;
  start->routine = nullptr;  // it stays: 16 bytes per thread of C11 programs
  return reinterpret_cast<void*>(static_cast<intptr_t>(copy.routine(copy.argument)));
}
}  // namespace

DH_EXPORT int thrd_create(thrd_t* handle, thrd_start_t routine, void* argument) {
  auto* start = static_cast<C11Start*>(allocate(sizeof(C11Start)));
  *start = {routine, argument};
  const int error = create(handle, nullptr, run_c11, start, DH_CALLER);
  return error == 0 ? thrd_success : error == ENOMEM ? thrd_nomem : thrd_error;
}

DH_EXPORT int thrd_join(thrd_t handle, int* result) {
  void* value = nullptr;
  Thread* ended = joined_thread(handle);
  const int error = DH_REAL(pthread_join)(handle, &value);
  if (error != 0) return thrd_error;
  after_join(ended, DH_CALLER);
  if (result != nullptr) *result = static_cast<int>(reinterpret_cast<intptr_t>(value));
  return thrd_success;
}

DH_EXPORT int thrd_detach(thrd_t handle) {
  return pthread_detach(handle) == 0 ? thrd_success : thrd_error;
}
