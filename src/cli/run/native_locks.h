// The locks of a recorded native program: what a trace may say of them. A replay refuses events that cannot
// be, such as the release of a lock that is not held; native programs do such things, and locks are missed in
// code that is not instrumented.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <unordered_map>
#include <vector>

namespace dh {

class NativeLocks {
 public:
  // What becomes of an event of the program.
  struct Out {
    std::function<void(uint32_t thread, uint32_t lock, bool is_shared)> acquire;
    std::function<void(uint32_t thread, uint32_t lock, bool is_shared)> release;
    std::function<uint32_t(uint64_t address)> new_lock;  // its id
    std::function<uint32_t()> new_channel;
    std::function<void(uint32_t thread, uint32_t channel)> publish;
    std::function<void(uint32_t thread, uint32_t channel)> observe;
  };
  explicit NativeLocks(Out out) : out_(std::move(out)) {}

  uint32_t id(uint64_t address) { return lock(address).id; }
  void acquire(uint64_t address, uint32_t thread, bool is_shared);
  void release(uint64_t address, uint32_t thread, bool is_shared);
  void forget(uint64_t address);

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  struct Lock {
    uint32_t id = kNone;
    uint32_t owner = kNone;
    uint32_t depth = 0;
    std::map<uint32_t, uint32_t> sharers;  // thread: how often
    uint32_t channel = kNone;              // of releases by threads that do not hold it
  };
  Lock& lock(uint64_t address);
  void release_all(Lock& lock);

  Out out_;
  std::unordered_map<uint64_t, Lock> locks_;
};

}  // namespace dh
