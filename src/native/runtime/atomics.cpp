// Atomic operations of the compiler: performed as they are, with the order that their memory order makes.
#include "native/runtime/real.h"
#include "native/runtime/recording.h"

using namespace dh::native;

namespace {

__extension__ typedef unsigned __int128 uint128;

// The operations themselves, always with the strongest order. Compilers call a library for 16 bytes, unless
// it is the one instruction that processors have for them.
template <typename T>
bool swap_if(volatile T* at, T* expected, T desired) {
  return __atomic_compare_exchange_n(at, expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
bool swap_if(volatile uint128* at, uint128* expected, uint128 desired) {
  const uint128 old = __sync_val_compare_and_swap(at, *expected, desired);
  const bool is_same = old == *expected;
  *expected = old;
  return is_same;
}
template <typename T, typename Change>
T change(volatile T* at, Change make) {
  T old = 0;
  while (!swap_if(at, &old, static_cast<T>(make(old)))) {
  }
  return old;
}

#define DH_FETCH(name, builtin, expression)                      \
  template <typename T>                                          \
  T do_##name(volatile T* at, T value) {                         \
    if constexpr (sizeof(T) == 16)                               \
      return change(at, [&](T old) -> T { return expression; }); \
    else                                                         \
      return builtin;                                            \
  }
DH_FETCH(exchange, __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST), (static_cast<void>(old), value))
DH_FETCH(fetch_add, __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST), old + value)
DH_FETCH(fetch_sub, __atomic_fetch_sub(at, value, __ATOMIC_SEQ_CST), old - value)
DH_FETCH(fetch_and, __atomic_fetch_and(at, value, __ATOMIC_SEQ_CST), old& value)
DH_FETCH(fetch_or, __atomic_fetch_or(at, value, __ATOMIC_SEQ_CST), old | value)
DH_FETCH(fetch_xor, __atomic_fetch_xor(at, value, __ATOMIC_SEQ_CST), old ^ value)
template <typename T>
T do_fetch_nand(volatile T* at, T value) {
  return change(at, [&](T old) -> T { return static_cast<T>(~(old & value)); });
}
template <typename T>
T do_load(const volatile T* at) {
  if constexpr (sizeof(T) == 16) {
    T old = 0;
    swap_if(const_cast<volatile T*>(at), &old, old);
    return old;
  } else {
    return __atomic_load_n(at, __ATOMIC_SEQ_CST);
  }
}

enum MemoryOrder : int { relaxed, consume, acquire_order, release_order, acq_rel, seq_cst };

bool acquires(int order) {
  order &= 0x7fff;
  return order == consume || order == acquire_order || order == acq_rel || order == seq_cst;
}
bool releases(int order) {
  order &= 0x7fff;
  return order == release_order || order == acq_rel || order == seq_cst;
}

enum class Operation : uint8_t { load, store, update };

void note_atomic(Thread& thread, uintptr_t address, uint32_t size, bool is_write, uint32_t place) {
  if (thread.ignore != 0) return;
  Access access{address, size, is_write, AccessFlavour::atomic, place};
  check_access(thread, access);
}

// C++20's release sequences: an update continues the one it reads from, a store ends it.
void order_store(Thread& thread, SyncObject& object, Operation operation, int order) {
  const bool is_update = operation == Operation::update;
  if (releases(order)) {
    release_into(thread, object.clock, is_update);
    return;
  }
  if (!is_update) object.clock.width = 0;
  if (thread.release_fence.width != 0) join(object.clock, thread.release_fence);
}

void order_load(Thread& thread, SyncObject& object, int order) {
  if (acquires(order)) {
    acquire(thread, object.clock);
  } else if (object.clock.width != 0) {
    join(thread.acquire_fence, object.clock);
    // Recorded lists of channels must not grow without end: from here on the thread counts as ordered.
    if (is_recording && thread.acquire_fence.width > 256) {
      acquire(thread, thread.acquire_fence);
      thread.acquire_fence.width = 0;
    }
  }
}

// Runs the operation such that what it reads and the clock belong together. As an access it is after what it
// acquires and before what it releases.
template <typename T, typename Run>
T perform(volatile T* at, Operation operation, int order, uintptr_t pc, Run run) {
  Thread* thread = recording_thread();
  if (thread == nullptr) return run();
  const Inside inside;
  const uintptr_t address = address_of(at);
  const uint32_t place = place_of(*thread, pc);
  thread->sync_place = place;
  if (operation == Operation::load && !acquires(order)) {
    // A store makes its object first: where there is none after the load, the value has no clock.
    const T value = run();
    if (find_sync_object(address) == nullptr) {
      note_atomic(*thread, address, sizeof(T), false, place);
      return value;
    }
  }
  SyncObject& object = sync_object(address);
  const Locked locked(object.lock);
  const T value = run();
  if (operation != Operation::store) order_load(*thread, object, order);
  note_atomic(*thread, address, sizeof(T), operation != Operation::load, place);
  if (operation != Operation::load) order_store(*thread, object, operation, order);
  return value;
}

template <typename T>
bool exchange_if(volatile T* at, T* expected, T desired, int order, int failure, uintptr_t pc) {
  Thread* thread = recording_thread();
  const auto run = [&] { return swap_if(at, expected, desired); };
  if (thread == nullptr) return run();
  const Inside inside;
  const uintptr_t address = address_of(at);
  const uint32_t place = place_of(*thread, pc);
  thread->sync_place = place;
  SyncObject& object = sync_object(address);
  const Locked locked(object.lock);
  const bool is_done = run();
  order_load(*thread, object, is_done ? order : failure);
  note_atomic(*thread, address, sizeof(T), is_done, place);
  if (is_done) order_store(*thread, object, Operation::update, order);
  return is_done;
}

void fence(int order) {
  Thread* thread = recording_thread();
  if (thread == nullptr) return;
  const Inside inside;
  if (acquires(order)) {
    acquire(*thread, thread->acquire_fence);
    thread->acquire_fence.width = 0;
  }
  if (releases(order)) release_into(*thread, thread->release_fence, false);
}

}  // namespace

#define DH_UPDATE(bits, type, name)                                                                          \
  DH_EXPORT type __tsan_atomic##bits##_##name(volatile type* at, type value, int order) {                    \
    return perform(at, Operation::update, order, DH_CALLER, [&]() -> type { return do_##name(at, value); }); \
  }
#define DH_ATOMICS(bits, type)                                                                               \
  DH_EXPORT type __tsan_atomic##bits##_load(const volatile type* at, int order) {                            \
    return perform(const_cast<volatile type*>(at), Operation::load, order, DH_CALLER,                        \
                   [&]() -> type { return do_load(at); });                                                   \
  }                                                                                                          \
  DH_EXPORT void __tsan_atomic##bits##_store(volatile type* at, type value, int order) {                     \
    perform(at, Operation::store, order, DH_CALLER, [&]() -> type {                                          \
      do_exchange(at, value);                                                                                \
      return value;                                                                                          \
    });                                                                                                      \
  }                                                                                                          \
  DH_UPDATE(bits, type, exchange)                                                                            \
  DH_UPDATE(bits, type, fetch_add)                                                                           \
  DH_UPDATE(bits, type, fetch_sub)                                                                           \
  DH_UPDATE(bits, type, fetch_and)                                                                           \
  DH_UPDATE(bits, type, fetch_or)                                                                            \
  DH_UPDATE(bits, type, fetch_xor)                                                                           \
  DH_UPDATE(bits, type, fetch_nand)                                                                          \
  DH_EXPORT int __tsan_atomic##bits##_compare_exchange_strong(volatile type* at, type* expected, type value, \
                                                              int order, int failure) {                      \
    return exchange_if(at, expected, value, order, failure, DH_CALLER);                                      \
  }                                                                                                          \
  DH_EXPORT int __tsan_atomic##bits##_compare_exchange_weak(volatile type* at, type* expected, type value,   \
                                                            int order, int failure) {                        \
    return exchange_if(at, expected, value, order, failure, DH_CALLER);                                      \
  }                                                                                                          \
  DH_EXPORT type __tsan_atomic##bits##_compare_exchange_val(volatile type* at, type expected, type value,    \
                                                            int order, int failure) {                        \
    exchange_if(at, &expected, value, order, failure, DH_CALLER);                                            \
    return expected;                                                                                         \
  }

DH_ATOMICS(8, uint8_t)
DH_ATOMICS(16, uint16_t)
DH_ATOMICS(32, uint32_t)
DH_ATOMICS(64, uint64_t)
DH_ATOMICS(128, uint128)

// clang calls libatomic for 16 bytes, whose code nobody sees.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wbuiltin-declaration-mismatch"
#define DH_LIBRARY_UPDATE(name)                                                                        \
  DH_EXPORT uint128 __atomic_##name##_16(volatile void* at, uint128 value, int order) {                \
    return perform(static_cast<volatile uint128*>(at), Operation::update, order, DH_CALLER,            \
                   [&]() -> uint128 { return do_##name(static_cast<volatile uint128*>(at), value); }); \
  }
DH_EXPORT uint128 __atomic_load_16(const volatile void* at, int order) {
  auto* value = static_cast<volatile uint128*>(const_cast<volatile void*>(at));
  return perform(value, Operation::load, order, DH_CALLER, [&]() -> uint128 { return do_load(value); });
}
DH_EXPORT void __atomic_store_16(volatile void* at, uint128 value, int order) {
  perform(static_cast<volatile uint128*>(at), Operation::store, order, DH_CALLER, [&]() -> uint128 {
    do_exchange(static_cast<volatile uint128*>(at), value);
    return value;
  });
}
DH_LIBRARY_UPDATE(exchange)
DH_LIBRARY_UPDATE(fetch_add)
DH_LIBRARY_UPDATE(fetch_sub)
DH_LIBRARY_UPDATE(fetch_and)
DH_LIBRARY_UPDATE(fetch_or)
DH_LIBRARY_UPDATE(fetch_xor)
DH_LIBRARY_UPDATE(fetch_nand)
// The library's function has no argument for "weak", unlike the compiler's of the same name.
DH_EXPORT bool exchange_16_if(volatile void* at, void* expected, uint128 desired, int order,
                              int failure) asm("__atomic_compare_exchange_16");
bool exchange_16_if(volatile void* at, void* expected, uint128 desired, int order, int failure) {
  return exchange_if(static_cast<volatile uint128*>(at), static_cast<uint128*>(expected), desired, order,
                     failure, DH_CALLER);
}
#pragma GCC diagnostic pop

// OpenMP's flush, as LLVM's library has it.
extern "C" void __kmpc_flush(void*);
DH_EXPORT void __kmpc_flush(void* source) {
  fence(seq_cst);
  DH_REAL(__kmpc_flush)(source);
}

DH_EXPORT void __tsan_atomic_thread_fence(int order) {
  fence(order);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
DH_EXPORT void __tsan_atomic_signal_fence(int) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
