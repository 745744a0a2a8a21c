// States that do not fit the shadow word: one mutable state per location, found by the index in the word.
#pragma once

#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include "dynamic/chunked.h"
#include "dynamic/spin_lock.h"

namespace dh::dyn {

// T is default-constructible. A state is guarded by its own lock; addresses are stable. Thread-safe but for
// sweep(), which needs that no handler runs.
template <typename T>
class StateTable {
 public:
  struct Cell {
    SpinLock mutex;
    bool used = false;  // guarded by the table's mutex
    T state{};
  };

  uint32_t make() {
    const std::lock_guard lock(mutex_);
    if (!free_.empty()) {
      const uint32_t index = free_.back();
      free_.pop_back();
      cells_[index].used = true;
      return index;
    }
    cells_.reach(size_);
    cells_[size_].used = true;
    return size_++;
  }

  // Gives back a state that no shadow word refers to (the update that should have published it failed).
  void drop(uint32_t index) {
    const std::lock_guard lock(mutex_);
    reset(index);
  }

  Cell& operator[](uint32_t index) const { return cells_[index]; }

  // Frees every state whose index is not live. Sources call it with what their shadow words refer to, after
  // a collection of the target's heap.
  void sweep(const std::function<bool(uint32_t)>& live) {
    const std::lock_guard lock(mutex_);
    for (uint32_t i = 0; i < size_; ++i) {
      if (cells_[i].used && !live(i)) reset(i);
    }
  }

  // For tools that age all their states. The body sees each state under its lock.
  template <typename Body>
  void for_each(Body&& body) {
    uint32_t n;
    {
      const std::lock_guard lock(mutex_);
      n = size_;
    }
    for (uint32_t i = 0; i < n; ++i) {
      const std::lock_guard lock(cells_[i].mutex);
      body(cells_[i].state);
    }
  }

  size_t live() const {
    const std::lock_guard lock(mutex_);
    return size_ - free_.size();
  }

 private:
  void reset(uint32_t index) {
    cells_[index].used = false;
    cells_[index].state = T{};
    free_.push_back(index);
  }

  mutable std::mutex mutex_;
  Chunked<Cell> cells_;
  std::vector<uint32_t> free_;
  uint32_t size_ = 0;
};

}  // namespace dh::dyn
