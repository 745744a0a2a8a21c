// Memory and locks of the runtime. Nothing of it goes through the program's malloc or its locks.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "native/layout.h"

namespace dh::native {

// Address space that costs nothing until it is touched. Ends the program with a message when there is none.
void* reserve(size_t bytes, const char* what);
void* reserve_at(uint64_t address, size_t bytes, const char* what);
// Zeroed memory that is never given back. Thread-safe.
void* allocate(size_t bytes);

// In the child of a fork, a lock that another thread of the parent held is never released: it is taken then.
extern std::atomic<bool> is_forked_child;

class SpinLock {
 public:
  void lock() {
    if (state_.exchange(1, std::memory_order_acquire) != 0) [[unlikely]]
      wait();
  }
  void unlock() { state_.store(0, std::memory_order_release); }

 private:
  void wait();
  std::atomic<uint32_t> state_{0};
};

class Locked {
 public:
  explicit Locked(SpinLock& lock) : lock_(lock) { lock_.lock(); }
  ~Locked() { lock_.unlock(); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  SpinLock& lock_;
};

// Waits a moment; true: this has lasted so long that a forked child should take the lock.
bool spin(unsigned& turns);

void deliver_signals();
extern std::atomic<uint32_t> waiting_signals;

// While it lives, this thread is inside the runtime: signals wait, and calls of the program's functions by
// the runtime are not checked.
class Inside {
 public:
  Inside() { ++__deadheat_view.busy; }
  ~Inside() {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    if (--__deadheat_view.busy == 0 && waiting_signals.load(std::memory_order_relaxed) != 0) [[unlikely]]
      deliver_signals();
  }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
};

[[noreturn]] void give_up(const char* message);

}  // namespace dh::native
