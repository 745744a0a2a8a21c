// Monitors, and which of them a thread holds at a point of the program.
#pragma once

#include <array>
#include <vector>

#include "java/flow/paths.h"
#include "java/index/java_models.h"

namespace dh::java {

struct MonitorId : Id<MonitorId> {
  using Id::Id;
};

// synchronized (x) and x.lock() exclude different threads, so they are different monitors.
// What only one thread runs is as good as locked: a Thread's own run(), main, a task of a serial executor.
enum class MonitorKind : uint8_t { intrinsic, lock, thread };

struct Monitor {
  PathId path;
  MonitorKind kind{};
  bool stable = true;   // no non-final field on the path
  bool serial = false;  // stands for an executor that runs one task at a time

  friend bool operator==(const Monitor& a, const Monitor& b) { return a.path == b.path && a.kind == b.kind; }
  friend size_t hash_value(const Monitor& m) {
    return hash_combine(m.path.value, static_cast<uint64_t>(m.kind));
  }
};

// One monitor, with how often it is held in each mode: a read lock taken under the write lock stays when
// the write lock goes (downgrading).
struct Held {
  MonitorId monitor;
  std::array<uint8_t, 3> counts{};  // by LockMode

  LockMode mode() const;  // the strongest
  friend bool operator==(const Held&, const Held&) = default;
};

// Sorted by monitor. Small: programs hold few locks at once.
class LockSet {
 public:
  const Held* find(MonitorId monitor) const;
  bool empty() const { return held_.empty(); }
  size_t size() const { return held_.size(); }
  auto begin() const { return held_.begin(); }
  auto end() const { return held_.end(); }

  void acquire(MonitorId monitor, LockMode mode);
  void release(MonitorId monitor, LockMode mode);
  void release_strongest(MonitorId monitor);  // StampedLock.unlock(stamp)
  void drop(MonitorId monitor);               // in every mode
  // Holds it in this mode only, once.
  void convert(MonitorId monitor, LockMode mode);
  // Everything is held in a shared mode only.
  void share();
  // What both hold, in the weaker mode. True when this set changed.
  bool meet(const LockSet& other);

  friend bool operator==(const LockSet&, const LockSet&) = default;
  friend size_t hash_value(const LockSet& set);

 private:
  std::vector<Held>::iterator position(MonitorId monitor);
  std::vector<Held> held_;
};

}  // namespace dh::java
