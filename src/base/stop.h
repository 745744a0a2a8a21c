// Cooperative cancellation: Ctrl-C and --time-limit set a flag that long loops poll.
#pragma once

#include <atomic>

namespace dh {

class StopSource {
 public:
  // Async-signal-safe.
  void request() { flag_.store(true, std::memory_order_relaxed); }
  bool requested() const { return flag_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> flag_{false};
};

// What analyses pass around. A default token never stops. Poll it at least every few milliseconds.
class StopToken {
 public:
  StopToken() = default;
  explicit StopToken(const StopSource& source) : source_(&source) {}
  bool requested() const { return source_ != nullptr && source_->requested(); }

 private:
  const StopSource* source_ = nullptr;
};

}  // namespace dh
