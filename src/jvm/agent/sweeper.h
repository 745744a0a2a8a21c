// Gives back states of the tools that no object of the target refers to any more (Branch::sweep). That needs
// a moment when no handler runs, and a walk through the heap for the words that are left.
#pragma once

#include <jvmti.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <vector>

#include "dynamic/chain.h"

namespace dh::jvm {

// Whether a thread is in a handler. Only the thread itself writes; handlers may be nested.
struct InHandler {
  std::atomic<uint32_t> depth{0};
};

// Thread-safe.
class Sweeper {
 public:
  // While it lives the calling thread may run handlers. Waits for a sweep that is under way.
  class Use {
   public:
    Use(Sweeper& sweeper, InHandler& self) : self_(self) {
      const uint32_t depth = self.depth.load(std::memory_order_relaxed);
      self.depth.store(depth + 1, std::memory_order_seq_cst);
      if (depth == 0 && sweeper.under_way_.load(std::memory_order_seq_cst)) sweeper.wait(self);
    }
    ~Use() { self_.depth.store(self_.depth.load(std::memory_order_relaxed) - 1, std::memory_order_release); }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    InHandler& self_;
  };

  // How many sweeps began so far, at an address that the shim reads. A word that was loaded before a sweep
  // may refer to a state that is gone, and must be loaded again.
  const std::atomic<uint32_t>& count() const { return count_; }

  // How long they took in total.
  std::chrono::milliseconds time() const {
    return std::chrono::milliseconds(milliseconds_.load(std::memory_order_relaxed));
  }

  // `ended`: threads that the sweep may free.
  bool due(const dyn::ToolChain& chain, size_t ended) const;
  // By a thread that runs no handler. `others` gives all threads that may; `roots` adds words that are on
  // their way to the heap; `free_threads` runs while no handler does, and gives how many threads it left.
  // Does nothing when another thread is sweeping.
  void sweep(jvmtiEnv* jvmti, dyn::ToolChain& chain, size_t ended,
             const std::function<std::vector<InHandler*>()>& others,
             const std::function<void(std::vector<uint64_t>&)>& roots,
             const std::function<size_t()>& free_threads);

 private:
  void wait(InHandler& self);

  using Clock = std::chrono::steady_clock;
  // Below this number of states a walk through the heap is not worth it.
  static constexpr size_t kFew = size_t{1} << 14;
  static constexpr size_t kThreadWeight = 4;  // in states
  static constexpr int kPause = 4;            // times as long as the last sweep took, until the next
  std::atomic<bool> under_way_{false};
  std::atomic<uint32_t> count_{0};
  std::atomic<int64_t> milliseconds_{0};
  std::atomic<size_t> next_{kFew};  // states
  std::atomic<Clock::time_point> not_before_{Clock::time_point::min()};
  std::mutex mutex_;  // held while a sweep is under way
};

}  // namespace dh::jvm
