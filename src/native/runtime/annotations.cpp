// What programs call themselves: the public interface of ThreadSanitizer, and the older annotations.
#include "native/runtime/real.h"
#include "native/runtime/report.h"

using namespace dh::native;

namespace {

constexpr unsigned kReadLock = 1 << 3;
constexpr unsigned kTryLock = 1 << 4;
constexpr unsigned kTryLockFailed = 1 << 5;

void ignore(int change) {
  if (Thread* thread = current())
    thread->ignore = static_cast<uint32_t>(static_cast<int>(thread->ignore) + change);
}

}  // namespace

namespace dh::native {

namespace {
struct BenignRange {
  uintptr_t begin;
  size_t bytes;
};
constexpr uint32_t kMaxBenign = 4096;
BenignRange benign[kMaxBenign];
std::atomic<uint32_t> benign_count{0};
SpinLock benign_lock;
}  // namespace

void note_benign(uintptr_t begin, size_t bytes) {
  const Inside inside;
  const Locked locked(benign_lock);
  const uint32_t count = benign_count.load(std::memory_order_relaxed);
  if (count == kMaxBenign) return;
  benign[count] = {begin, bytes};
  benign_count.store(count + 1, std::memory_order_release);
}

bool is_benign(uintptr_t begin, size_t bytes) {
  const uint32_t count = benign_count.load(std::memory_order_acquire);
  for (uint32_t i = 0; i < count; ++i) {
    if (begin < benign[i].begin + benign[i].bytes && benign[i].begin < begin + bytes) return true;
  }
  return false;
}

}  // namespace dh::native

DH_EXPORT void __tsan_acquire(void* object) {
  observe(address_of(object), DH_CALLER);
}
DH_EXPORT void __tsan_release(void* object) {
  publish(address_of(object), DH_CALLER);
}
DH_EXPORT void __tsan_mutex_create(void*, unsigned) {}
DH_EXPORT void __tsan_mutex_destroy(void* lock, unsigned) {
  lock_destroyed(address_of(lock), DH_CALLER);
}
DH_EXPORT void __tsan_mutex_pre_lock(void* lock, unsigned flags) {
  if ((flags & kTryLock) == 0) before_lock(address_of(lock), DH_CALLER, (flags & kReadLock) != 0);
  ignore(1);  // the lock's own code
}
DH_EXPORT void __tsan_mutex_post_lock(void* lock, unsigned flags, int) {
  ignore(-1);
  if ((flags & kTryLockFailed) == 0) after_lock(address_of(lock), DH_CALLER, (flags & kReadLock) != 0);
}
DH_EXPORT int __tsan_mutex_pre_unlock(void* lock, unsigned) {
  before_unlock(address_of(lock), DH_CALLER);
  ignore(1);
  return 0;
}
DH_EXPORT void __tsan_mutex_post_unlock(void*, unsigned) {
  ignore(-1);
}
DH_EXPORT void __tsan_mutex_pre_signal(void*, unsigned) {
  ignore(1);
}
DH_EXPORT void __tsan_mutex_post_signal(void*, unsigned) {
  ignore(-1);
}
DH_EXPORT void __tsan_mutex_pre_divert(void*, unsigned) {
  ignore(-1);
}
DH_EXPORT void __tsan_mutex_post_divert(void*, unsigned) {
  ignore(1);
}
DH_EXPORT void __tsan_ignore_thread_begin() {
  ignore(1);
}
DH_EXPORT void __tsan_ignore_thread_end() {
  ignore(-1);
}
DH_EXPORT void AnnotateHappensBefore(const char*, int, const volatile void* object) {
  publish(address_of(object), DH_CALLER);
}
DH_EXPORT void AnnotateHappensAfter(const char*, int, const volatile void* object) {
  observe(address_of(object), DH_CALLER);
}
DH_EXPORT void AnnotateIgnoreReadsBegin(const char*, int) {
  ignore(1);
}
DH_EXPORT void AnnotateIgnoreReadsEnd(const char*, int) {
  ignore(-1);
}
DH_EXPORT void AnnotateIgnoreWritesBegin(const char*, int) {
  ignore(1);
}
DH_EXPORT void AnnotateIgnoreWritesEnd(const char*, int) {
  ignore(-1);
}
DH_EXPORT void AnnotateRWLockCreate(const char*, int, const volatile void*) {}
DH_EXPORT void AnnotateRWLockDestroy(const char*, int, const volatile void* lock) {
  lock_destroyed(address_of(lock), DH_CALLER);
}
DH_EXPORT void AnnotateRWLockAcquired(const char*, int, const volatile void* lock, long is_write) {
  after_lock(address_of(lock), DH_CALLER, is_write == 0);
}
DH_EXPORT void AnnotateRWLockReleased(const char*, int, const volatile void* lock, long) {
  before_unlock(address_of(lock), DH_CALLER);
}
DH_EXPORT void AnnotateBenignRaceSized(const char*, int, const volatile void* at, long bytes, const char*) {
  note_benign(address_of(at), static_cast<size_t>(bytes));
}
DH_EXPORT void AnnotateBenignRace(const char*, int, const volatile void* at, const char*) {
  note_benign(address_of(at), 1);
}
DH_EXPORT void AnnotateNewMemory(const char*, int, const volatile void* at, long bytes) {
  clear_shadow(address_of(at), static_cast<size_t>(bytes));
}
DH_EXPORT void AnnotateThreadName(const char*, int, const char* name) {
  if (const Thread* thread = current()) note_thread_name(thread->number, name);
}
DH_EXPORT int RunningOnValgrind() {
  return 0;
}

// Accesses that a library makes on behalf of the program, with a tag that says of what kind.
DH_EXPORT void* __tsan_external_register_tag(const char*) {
  return nullptr;
}
DH_EXPORT void __tsan_external_register_header(void*, const char*) {}
DH_EXPORT void __tsan_external_assign_tag(void*, void*) {}
DH_EXPORT void __tsan_external_read(void* at, void* caller, void*) {
  check_range(address_of(at), 1, false, address_of(caller));
}
DH_EXPORT void __tsan_external_write(void* at, void* caller, void*) {
  check_range(address_of(at), 1, true, address_of(caller));
}
DH_EXPORT void __tsan_flush_memory() {}
