// A lock of one byte for short critical sections inside handlers. Never held across a call into the target.
#pragma once

#include <atomic>
#include <thread>

namespace dh::dyn {

class SpinLock {
 public:
  void lock() {
    for (int spins = 0; locked_.exchange(true, std::memory_order_acquire); ++spins) {
      while (locked_.load(std::memory_order_relaxed)) {
        if (++spins > 64) std::this_thread::yield();
      }
    }
  }
  void unlock() { locked_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> locked_{false};
};

// Locks only when handlers can run at the same time: a replay saves the atomic instructions.
class MaybeLock {
 public:
  MaybeLock(SpinLock& lock, bool wanted) : lock_(wanted ? &lock : nullptr) {
    if (lock_ != nullptr) lock_->lock();
  }
  ~MaybeLock() {
    if (lock_ != nullptr) lock_->unlock();
  }
  MaybeLock(const MaybeLock&) = delete;
  MaybeLock& operator=(const MaybeLock&) = delete;

 private:
  SpinLock* lock_;
};

}  // namespace dh::dyn
