// Delays threads at chosen places, so that what a finding says could happen does: a thread that comes to one
// of the places of a target waits there, for a bounded time, until other threads are at the others.
#pragma once

#include <jni.h>

#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

#include "dynamic/shadow_thread.h"
#include "jvm/agent/confirm_targets.h"

namespace dh::jvm {

// Thread-safe. The calling thread may be blocked for a while.
class Confirmer {
 public:
  explicit Confirmer(const ConfirmOptions& options);

  // What a site has to pass when it is reached; 0: nothing waits there. `member` is the field it accesses, or
  // empty. Called once for each site, before its code runs.
  uint16_t watch(std::string_view path, uint32_t line, std::string_view member);

  struct Arrival {
    uint16_t watched = 0;
    const dyn::ShadowThread* thread = nullptr;
    std::string place;  // for people
    // Of accesses.
    JNIEnv* env = nullptr;
    jobject object = nullptr;  // null: a static field
    int32_t index = -1;
    bool writes = false;
  };
  // Before an access.
  void access(const Arrival& arrival);
  // Before a lock is waited for, or just after it was acquired.
  void lock(const Arrival& arrival, dyn::EventKind kind, const dyn::ShadowLock& lock);

  // Of each target: "confirm TAB index TAB times reached TAB times delayed TAB schedule (empty: not
  // confirmed)".
  std::vector<std::string> results();

 private:
  struct Waiter {
    const dyn::ShadowThread* thread = nullptr;
    size_t place = 0;
    std::string text;
    jobject object = nullptr;  // a global reference
    int32_t index = -1;
    bool writes = false;
    const dyn::ShadowLock* lock = nullptr;
    bool acquired = false;
    bool goes_on = false;
  };
  struct Target {
    ConfirmTarget what;
    std::vector<Waiter*> waiting;
    uint64_t reached = 0;
    uint64_t delayed = 0;
    uint64_t skipped = 0;  // arrivals that are not delayed, from the seed
    std::string schedule;  // of a race that was confirmed
  };
  struct WatchedPlace {
    size_t target = 0;
    size_t place = 0;
  };

  bool conflicts(const Target& target, const Waiter& waiter, size_t place, const Arrival& arrival) const;
  void meet_access(Target& target, size_t place, const Arrival& arrival, std::unique_lock<std::mutex>& lock);
  void meet_lock(Target& target, Waiter& self, std::unique_lock<std::mutex>& lock);
  static bool closes_cycle(const Target& target, const Waiter& self);
  // Whether this arrival is one to be delayed.
  bool delays(Target& target);
  void wait(Target& target, Waiter& self, std::unique_lock<std::mutex>& lock);

  std::chrono::milliseconds delay_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Target> targets_;
  std::vector<std::vector<WatchedPlace>> watched_;  // by what watch() returned, less one
};

}  // namespace dh::jvm
