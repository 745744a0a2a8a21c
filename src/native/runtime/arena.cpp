#include "native/runtime/arena.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace dh::native {

std::atomic<bool> is_forked_child{false};

namespace {

constexpr size_t kChunk = size_t{1} << 20;
constexpr unsigned kTurnsInChild = 200'000;

SpinLock arena_lock;
char* arena_next = nullptr;
char* arena_end = nullptr;

// The program's own mmap may be ours: the kernel is asked directly.
void* map(uint64_t address, size_t bytes, int flags) {
  const long result = ::syscall(SYS_mmap, address, bytes, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);
  return result == -1 ? nullptr : reinterpret_cast<void*>(result);
}

void say(const char* text) {
  if (::syscall(SYS_write, 2, text, __builtin_strlen(text)) < 0) return;
}

}  // namespace

void give_up(const char* message) {
  say("deadheat: ");
  say(message);
  say("\n");
  ::syscall(SYS_exit_group, 2);
  __builtin_unreachable();
}

void* reserve_at(uint64_t address, size_t bytes, const char* what) {
  void* memory = map(address, bytes, address == 0 ? 0 : MAP_FIXED_NOREPLACE);
  if (memory == nullptr || (address != 0 && memory != reinterpret_cast<void*>(address))) {
    say("deadheat: cannot reserve address space for ");
    say(what);
    say(errno == EEXIST ? ": it is in use, perhaps by another sanitizer's runtime\n"
                        : "; is there a limit (ulimit -v), or vm.overcommit_memory = 2?\n");
    ::syscall(SYS_exit_group, 2);
  }
  return memory;
}

void* reserve(size_t bytes, const char* what) {
  return reserve_at(0, bytes, what);
}

void* allocate(size_t bytes) {
  bytes = (bytes + 15) & ~size_t{15};
  if (bytes >= kChunk / 4) return reserve((bytes + 4095) & ~size_t{4095}, "the runtime");
  const Locked locked(arena_lock);
  if (arena_next == nullptr || static_cast<size_t>(arena_end - arena_next) < bytes) {
    arena_next = static_cast<char*>(reserve(kChunk, "the runtime"));
    arena_end = arena_next + kChunk;
  }
  void* memory = arena_next;
  arena_next += bytes;
  return memory;
}

bool spin(unsigned& turns) {
  ++turns;
  if (turns % 64 == 0) {
    ::syscall(SYS_sched_yield);
  } else {
    __builtin_ia32_pause();
  }
  return turns > kTurnsInChild && is_forked_child.load(std::memory_order_relaxed);
}

void SpinLock::wait() {
  unsigned turns = 0;
  while (state_.exchange(1, std::memory_order_acquire) != 0) {
    while (state_.load(std::memory_order_relaxed) != 0) {
      if (spin(turns)) return;
    }
  }
}

}  // namespace dh::native
