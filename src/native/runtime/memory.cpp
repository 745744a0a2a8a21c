// The heap. Blocks come from the C library; a fresh block has fresh shadow, and a freed one looks written, so
// that later accesses by threads that do not know of it race with the free.
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <new>

#include "native/runtime/cxx_library.h"
#include "native/runtime/openmp.h"
#include "native/runtime/real.h"
#include "native/runtime/recording.h"

extern "C" {
void* __libc_malloc(size_t);
void __libc_free(void*);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
}

using namespace dh::native;

namespace {

constexpr size_t kMaxFreed = 16 << 10;  // bytes of a block that look written when it is freed
constexpr size_t kMaxKeptBytes = 1024;  // of a block that is kept for a while

// All that the block has room for, since that is what freed_block() marks; and any caller that asks for it,
// since another thread may use it later.
void forget_accesses(void* at, size_t bytes) {
  if (!has_shadow.load(std::memory_order_relaxed)) return;
  const Inside inside;
  clear_shadow(address_of(at), bytes);
}

void* made_block(void* block, size_t bytes, uintptr_t pc) {
  if (block == nullptr) return block;
  forget_accesses(block, malloc_usable_size(block));
  Thread* thread = recording_thread();
  if (thread == nullptr) return block;
  const Inside inside;
  note_block(address_of(block), bytes, place_of(*thread, pc), thread->number);
  if (is_recording) record_bytes(*thread, RawKind::block, address_of(block), bytes, place_of(*thread, pc));
  return block;
}

void freed_block(void* block, uintptr_t pc) {
  Thread* thread = recording_thread();
  if (thread == nullptr || block == nullptr) return;
  const Inside inside;
  const size_t bytes = malloc_usable_size(block);
  forget_sync(address_of(block), bytes);
  if (thread->ignore != 0 || is_openmp_code(pc)) return;
  const uint32_t place = node_of(*thread, place_of(*thread, pc), kFreeTag);
  Access access{address_of(block), static_cast<uint32_t>(bytes < kMaxFreed ? bytes : kMaxFreed), true,
                AccessFlavour::plain, place};
  check_access(*thread, access);
}

// Small blocks go back to the C library only when their thread has freed some more: until then a late access
// finds the mark of the free, and not another block, nor does it damage the library's lists.
void* keep_freed(void* block) {
  Thread* thread = recording_thread();
  if (thread == nullptr || block == nullptr || malloc_usable_size(block) > kMaxKeptBytes) return block;
  const Inside inside;
  void*& kept = thread->freed[thread->freed_next++ % kMaxKept];
  void* oldest = kept;
  kept = block;
  return oldest;
}

void* allocate_block(size_t bytes, uintptr_t pc) {
  return made_block(__libc_malloc(bytes), bytes, pc);
}
void* allocate_aligned(size_t alignment, size_t bytes, uintptr_t pc) {
  return made_block(__libc_memalign(alignment, bytes), bytes, pc);
}
void free_block(void* block, uintptr_t pc) {
  freed_block(block, pc);
  __libc_free(keep_freed(block));
}

}  // namespace

DH_EXPORT void* malloc(size_t bytes) noexcept {
  return allocate_block(bytes, DH_CALLER);
}
// libstdc++ frees exceptions that way when their last user has gone; it counts them where nobody sees it.
DH_EXPORT void free(void* block) noexcept {
  if (is_cxx_library_code(DH_CALLER)) {
    __libc_free(keep_freed(block));
  } else {
    free_block(block, DH_CALLER);
  }
}
DH_EXPORT void cfree(void* block) noexcept {
  free_block(block, DH_CALLER);
}
DH_EXPORT void* calloc(size_t count, size_t bytes) noexcept {
  void* block = made_block(__libc_calloc(count, bytes), count * bytes, DH_CALLER);
  const size_t zeroed = count * bytes;
  if (block != nullptr)
    check_range(address_of(block), zeroed < kMaxFreed ? zeroed : kMaxFreed, true, DH_CALLER);
  return block;
}
DH_EXPORT void* realloc(void* block, size_t bytes) noexcept {
  const uintptr_t pc = DH_CALLER;
  if (block == nullptr) return allocate_block(bytes, pc);
  if (bytes == 0) {
    free_block(block, pc);
    return nullptr;
  }
  // Always a new block: which of the two has which accesses is then clear.
  const size_t old = malloc_usable_size(block);
  if (recording_thread() == nullptr) return made_block(__libc_realloc(block, bytes), bytes, pc);
  void* fresh = allocate_block(bytes, pc);
  if (fresh == nullptr) return nullptr;
  check_range(address_of(block), old < bytes ? old : bytes, false, pc);
  {
    const Inside inside;
    memcpy(fresh, block, old < bytes ? old : bytes);
  }
  free_block(block, pc);
  return fresh;
}
DH_EXPORT void* reallocarray(void* block, size_t count, size_t bytes) noexcept {
  size_t all = 0;
  if (__builtin_mul_overflow(count, bytes, &all)) {
    errno = ENOMEM;
    return nullptr;
  }
  return realloc(block, all);
}
DH_EXPORT void* memalign(size_t alignment, size_t bytes) noexcept {
  return allocate_aligned(alignment, bytes, DH_CALLER);
}
DH_EXPORT void* aligned_alloc(size_t alignment, size_t bytes) noexcept {
  return allocate_aligned(alignment, bytes, DH_CALLER);
}
DH_EXPORT void* valloc(size_t bytes) noexcept {
  return allocate_aligned(4096, bytes, DH_CALLER);
}
DH_EXPORT void* pvalloc(size_t bytes) noexcept {
  return allocate_aligned(4096, (bytes + 4095) & ~size_t{4095}, DH_CALLER);
}
DH_EXPORT int posix_memalign(void** block, size_t alignment, size_t bytes) noexcept {
  if (alignment % sizeof(void*) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
  void* made = allocate_aligned(alignment, bytes, DH_CALLER);
  if (made == nullptr) return ENOMEM;
  *block = made;
  return 0;
}

// Operators of C++. When there is no memory, libstdc++'s own throws.
namespace {
void* new_block(void* block, size_t bytes, const char* symbol) {
  if (block != nullptr) return block;
  auto* real = reinterpret_cast<void* (*)(size_t)>(dlsym(RTLD_NEXT, symbol));
  return real == nullptr ? nullptr : real(bytes);
}
}  // namespace
#define DH_VISIBLE __attribute__((visibility("default")))
DH_VISIBLE void* operator new(size_t bytes) {
  return new_block(allocate_block(bytes, DH_CALLER), bytes, "_Znwm");
}
DH_VISIBLE void* operator new[](size_t bytes) {
  return new_block(allocate_block(bytes, DH_CALLER), bytes, "_Znam");
}
DH_VISIBLE void* operator new(size_t bytes, const std::nothrow_t&) noexcept {
  return allocate_block(bytes, DH_CALLER);
}
DH_VISIBLE void* operator new[](size_t bytes, const std::nothrow_t&) noexcept {
  return allocate_block(bytes, DH_CALLER);
}
DH_VISIBLE void* operator new(size_t bytes, std::align_val_t alignment) {
  return new_block(allocate_aligned(static_cast<size_t>(alignment), bytes, DH_CALLER), bytes, "_Znwm");
}
DH_VISIBLE void* operator new[](size_t bytes, std::align_val_t alignment) {
  return new_block(allocate_aligned(static_cast<size_t>(alignment), bytes, DH_CALLER), bytes, "_Znam");
}
DH_VISIBLE void operator delete(void* block) noexcept {
  free_block(block, DH_CALLER);
}
DH_VISIBLE void operator delete[](void* block) noexcept {
  free_block(block, DH_CALLER);
}
DH_VISIBLE void operator delete(void* block, size_t) noexcept {
  free_block(block, DH_CALLER);
}
DH_VISIBLE void operator delete[](void* block, size_t) noexcept {
  free_block(block, DH_CALLER);
}
DH_VISIBLE void operator delete(void* block, std::align_val_t) noexcept {
  free_block(block, DH_CALLER);
}
DH_VISIBLE void operator delete[](void* block, std::align_val_t) noexcept {
  free_block(block, DH_CALLER);
}
DH_VISIBLE void operator delete(void* block, size_t, std::align_val_t) noexcept {
  free_block(block, DH_CALLER);
}
DH_VISIBLE void operator delete[](void* block, size_t, std::align_val_t) noexcept {
  free_block(block, DH_CALLER);
}
DH_VISIBLE void operator delete(void* block, const std::nothrow_t&) noexcept {
  free_block(block, DH_CALLER);
}
DH_VISIBLE void operator delete[](void* block, const std::nothrow_t&) noexcept {
  free_block(block, DH_CALLER);
}

// Pages that come and go.
DH_EXPORT void* mmap(void* at, size_t bytes, int protection, int flags, int file, off_t offset) noexcept {
  void* made = DH_REAL(mmap)(at, bytes, protection, flags, file, offset);
  if (made != MAP_FAILED) forget_accesses(made, bytes);
  return made;
}
DH_EXPORT void* mmap64(void* at, size_t bytes, int protection, int flags, int file, off64_t offset) noexcept {
  return mmap(at, bytes, protection, flags, file, offset);
}
DH_EXPORT int munmap(void* at, size_t bytes) noexcept {
  forget_accesses(at, bytes);
  return DH_REAL(munmap)(at, bytes);
}
