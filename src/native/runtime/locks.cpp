// Locks, condition variables, barriers, semaphores, once.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

#include "native/runtime/cxx_library.h"
#include "native/runtime/modules.h"
#include "native/runtime/real.h"
#include "native/runtime/recording.h"

using namespace dh::native;

namespace {

// The library's own accesses to an object are not seen. Using it counts as a read, making and destroying it
// as a write: so both race with a use that nothing orders, and so does freeing its memory.
void use_object(const volatile void* object, uintptr_t pc) {
  if (!is_recording && is_instrumented(pc)) check_range(address_of(object), 4, false, pc);
}
void change_object(const volatile void* object, uintptr_t pc) {
  if (!is_recording && is_instrumented(pc)) check_range(address_of(object), 4, true, pc);
}

template <typename Call>
auto make_object(const volatile void* object, uintptr_t pc, Call call) {
  begin_object(address_of(object));
  change_object(object, pc);
  return call();
}

// The real call blocks: signals must come through, so nothing of the runtime is held meanwhile.
template <typename Call>
int lock_by(const volatile void* lock, uintptr_t pc, bool is_shared, Call call) {
  const uintptr_t address = address_of(lock);
  before_lock(address, pc, is_shared);
  const int error = call();
  if (error == 0 || error == EOWNERDEAD) {
    after_lock(address, pc, is_shared);
    use_object(lock, pc);
  }
  return error;
}

template <typename Call>
int try_lock_by(const volatile void* lock, uintptr_t pc, bool is_shared, Call call) {
  const int error = call();
  if (error == 0 || error == EOWNERDEAD) {
    after_lock(address_of(lock), pc, is_shared);
    use_object(lock, pc);
  }
  return error;
}

struct Waited {
  uintptr_t mutex, pc;
};
void take_again(void* given) {
  const auto* waited = static_cast<const Waited*>(given);
  before_lock(waited->mutex, waited->pc, false);
  after_lock(waited->mutex, waited->pc, false);
}

// A thread that is cancelled in its wait has the mutex again, too.
template <typename Call>
int wait_by(const volatile void* condition, const volatile void* mutex, uintptr_t pc, Call call) {
  use_object(condition, pc);
  Waited waited{address_of(mutex), pc};
  int error = 0;
  before_unlock(waited.mutex, pc);
  pthread_cleanup_push(take_again, &waited);
  error = call();
  pthread_cleanup_pop(1);
  return error;
}

}  // namespace

#define DH_LOCK(name, type, is_shared)                                               \
  DH_EXPORT int name(type* lock) {                                                   \
    return lock_by(lock, DH_CALLER, is_shared, [&] { return DH_REAL(name)(lock); }); \
  }
#define DH_TRY_LOCK(name, type, is_shared)                                               \
  DH_EXPORT int name(type* lock) {                                                       \
    return try_lock_by(lock, DH_CALLER, is_shared, [&] { return DH_REAL(name)(lock); }); \
  }
#define DH_TIMED_LOCK(name, type, is_shared)                                                    \
  DH_EXPORT int name(type* lock, const timespec* until) {                                       \
    return try_lock_by(lock, DH_CALLER, is_shared, [&] { return DH_REAL(name)(lock, until); }); \
  }
#define DH_CLOCK_LOCK(name, type, is_shared)                                                           \
  DH_EXPORT int name(type* lock, clockid_t clock, const timespec* until) {                             \
    return try_lock_by(lock, DH_CALLER, is_shared, [&] { return DH_REAL(name)(lock, clock, until); }); \
  }
#define DH_UNLOCK(name, type)                   \
  DH_EXPORT int name(type* lock) {              \
    before_unlock(address_of(lock), DH_CALLER); \
    return DH_REAL(name)(lock);                 \
  }
#define DH_DESTROY(name, type)                                         \
  DH_EXPORT int name(type* lock) {                                     \
    const uintptr_t pc = DH_CALLER;                                    \
    if (lock_destroyed(address_of(lock), pc)) change_object(lock, pc); \
    return DH_REAL(name)(lock);                                        \
  }

DH_LOCK(pthread_mutex_lock, pthread_mutex_t, false)
DH_TRY_LOCK(pthread_mutex_trylock, pthread_mutex_t, false)
DH_TIMED_LOCK(pthread_mutex_timedlock, pthread_mutex_t, false)
DH_CLOCK_LOCK(pthread_mutex_clocklock, pthread_mutex_t, false)
DH_UNLOCK(pthread_mutex_unlock, pthread_mutex_t)
DH_DESTROY(pthread_mutex_destroy, pthread_mutex_t)

DH_LOCK(pthread_rwlock_rdlock, pthread_rwlock_t, true)
DH_TRY_LOCK(pthread_rwlock_tryrdlock, pthread_rwlock_t, true)
DH_TIMED_LOCK(pthread_rwlock_timedrdlock, pthread_rwlock_t, true)
DH_CLOCK_LOCK(pthread_rwlock_clockrdlock, pthread_rwlock_t, true)
DH_LOCK(pthread_rwlock_wrlock, pthread_rwlock_t, false)
DH_TRY_LOCK(pthread_rwlock_trywrlock, pthread_rwlock_t, false)
DH_TIMED_LOCK(pthread_rwlock_timedwrlock, pthread_rwlock_t, false)
DH_CLOCK_LOCK(pthread_rwlock_clockwrlock, pthread_rwlock_t, false)
DH_UNLOCK(pthread_rwlock_unlock, pthread_rwlock_t)
DH_DESTROY(pthread_rwlock_destroy, pthread_rwlock_t)

DH_LOCK(pthread_spin_lock, pthread_spinlock_t, false)
DH_TRY_LOCK(pthread_spin_trylock, pthread_spinlock_t, false)
DH_UNLOCK(pthread_spin_unlock, pthread_spinlock_t)
DH_DESTROY(pthread_spin_destroy, pthread_spinlock_t)

DH_LOCK(mtx_lock, mtx_t, false)
DH_TRY_LOCK(mtx_trylock, mtx_t, false)
DH_TIMED_LOCK(mtx_timedlock, mtx_t, false)
DH_UNLOCK(mtx_unlock, mtx_t)
DH_EXPORT void mtx_destroy(mtx_t* lock) {
  const uintptr_t pc = DH_CALLER;
  if (lock_destroyed(address_of(lock), pc)) change_object(lock, pc);
  DH_REAL(mtx_destroy)(lock);
}

// Old and new condition variables differ: GLIBC_2.3.2 has those of today.
DH_EXPORT int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  return wait_by(condition, mutex, DH_CALLER,
                 [&] { return DH_REAL_VERSION(pthread_cond_wait, "GLIBC_2.3.2")(condition, mutex); });
}
DH_EXPORT int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                     const timespec* until) {
  return wait_by(condition, mutex, DH_CALLER, [&] {
    return DH_REAL_VERSION(pthread_cond_timedwait, "GLIBC_2.3.2")(condition, mutex, until);
  });
}
DH_EXPORT int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                                     const timespec* until) {
  return wait_by(condition, mutex, DH_CALLER,
                 [&] { return DH_REAL(pthread_cond_clockwait)(condition, mutex, clock, until); });
}
DH_EXPORT int cnd_wait(cnd_t* condition, mtx_t* mutex) {
  return wait_by(condition, mutex, DH_CALLER, [&] { return DH_REAL(cnd_wait)(condition, mutex); });
}
DH_EXPORT int cnd_timedwait(cnd_t* condition, mtx_t* mutex, const timespec* until) {
  return wait_by(condition, mutex, DH_CALLER,
                 [&] { return DH_REAL(cnd_timedwait)(condition, mutex, until); });
}

DH_EXPORT int pthread_cond_signal(pthread_cond_t* condition) noexcept {
  use_object(condition, DH_CALLER);
  return DH_REAL_VERSION(pthread_cond_signal, "GLIBC_2.3.2")(condition);
}
DH_EXPORT int pthread_cond_broadcast(pthread_cond_t* condition) noexcept {
  use_object(condition, DH_CALLER);
  return DH_REAL_VERSION(pthread_cond_broadcast, "GLIBC_2.3.2")(condition);
}
DH_EXPORT int pthread_cond_init(pthread_cond_t* condition, const pthread_condattr_t* attributes) noexcept {
  change_object(condition, DH_CALLER);
  return DH_REAL_VERSION(pthread_cond_init, "GLIBC_2.3.2")(condition, attributes);
}
DH_EXPORT int pthread_cond_destroy(pthread_cond_t* condition) noexcept {
  change_object(condition, DH_CALLER);
  return DH_REAL_VERSION(pthread_cond_destroy, "GLIBC_2.3.2")(condition);
}

DH_EXPORT int pthread_barrier_wait(pthread_barrier_t* barrier) {
  const uintptr_t pc = DH_CALLER;
  const uint32_t turn = arrive_at_barrier(address_of(barrier), pc);
  const int error = DH_REAL(pthread_barrier_wait)(barrier);
  leave_barrier(address_of(barrier), turn, pc);
  return error;
}
DH_EXPORT int pthread_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes,
                                   unsigned threads) noexcept {
  begin_barrier(address_of(barrier), threads);
  return DH_REAL(pthread_barrier_init)(barrier, attributes, threads);
}

// What is initialized is a new lock, also at the address of another one.
DH_EXPORT int pthread_mutex_init(pthread_mutex_t* lock, const pthread_mutexattr_t* attributes) noexcept {
  return make_object(lock, DH_CALLER, [&] { return DH_REAL(pthread_mutex_init)(lock, attributes); });
}
DH_EXPORT int pthread_rwlock_init(pthread_rwlock_t* lock, const pthread_rwlockattr_t* attributes) noexcept {
  return make_object(lock, DH_CALLER, [&] { return DH_REAL(pthread_rwlock_init)(lock, attributes); });
}
DH_EXPORT int mtx_init(mtx_t* lock, int kind) {
  return make_object(lock, DH_CALLER, [&] { return DH_REAL(mtx_init)(lock, kind); });
}
DH_EXPORT int sem_init(sem_t* semaphore, int is_shared, unsigned value) noexcept {
  return make_object(semaphore, DH_CALLER, [&] { return DH_REAL(sem_init)(semaphore, is_shared, value); });
}
DH_EXPORT int sem_destroy(sem_t* semaphore) noexcept {
  change_object(semaphore, DH_CALLER);
  return DH_REAL(sem_destroy)(semaphore);
}

DH_EXPORT int sem_post(sem_t* semaphore) noexcept {
  use_object(semaphore, DH_CALLER);
  publish(address_of(semaphore), DH_CALLER);
  return DH_REAL(sem_post)(semaphore);
}
DH_EXPORT int sem_wait(sem_t* semaphore) {
  const int error = DH_REAL(sem_wait)(semaphore);
  if (error == 0) observe(address_of(semaphore), DH_CALLER);
  return error;
}
DH_EXPORT int sem_trywait(sem_t* semaphore) noexcept {
  const int error = DH_REAL(sem_trywait)(semaphore);
  if (error == 0) observe(address_of(semaphore), DH_CALLER);
  return error;
}
DH_EXPORT int sem_timedwait(sem_t* semaphore, const timespec* until) {
  const int error = DH_REAL(sem_timedwait)(semaphore, until);
  if (error == 0) observe(address_of(semaphore), DH_CALLER);
  return error;
}
DH_EXPORT int sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* until) {
  const int error = DH_REAL(sem_clockwait)(semaphore, clock, until);
  if (error == 0) observe(address_of(semaphore), DH_CALLER);
  return error;
}

namespace {
struct OnceCall {
  pthread_once_t* once;
  void (*routine)();
};
thread_local OnceCall once_call __attribute__((tls_model("initial-exec"))) = {};
void run_once() {
  const OnceCall call = once_call;
  observe(address_of(call.once), DH_CALLER);  // an earlier call that threw
  call.routine();
  publish(address_of(call.once), DH_CALLER);
}
}  // namespace

namespace dh::native {
// An exception may end the routine: the next call of it is after this one.
void leave_once(uintptr_t pc) {
  if (once_call.once != nullptr) publish(address_of(once_call.once), pc);
}
}  // namespace dh::native

DH_EXPORT int pthread_once(pthread_once_t* once, void (*routine)()) {
  const OnceCall outer = once_call;
  once_call = {once, routine};
  const int error = DH_REAL(pthread_once)(once, run_once);
  once_call = outer;
  observe(address_of(once), DH_CALLER);
  return error;
}
DH_EXPORT void call_once(once_flag* once, void (*routine)()) {
  pthread_once(reinterpret_cast<pthread_once_t*>(once), routine);
}

// Local statics: libstdc++ runs its own code for them.
extern "C" {
int __cxa_guard_acquire(int64_t* guard);
void __cxa_guard_release(int64_t* guard) noexcept;
}
DH_EXPORT int __cxa_guard_acquire(int64_t* guard) {
  const auto real = DH_REAL(__cxa_guard_acquire);
  const int is_first = real(guard);
  if (is_first == 0) observe(address_of(guard), DH_CALLER);
  return is_first;
}
DH_EXPORT void __cxa_guard_release(int64_t* guard) noexcept {
  publish(address_of(guard), DH_CALLER);
  DH_REAL(__cxa_guard_release)(guard);
}
