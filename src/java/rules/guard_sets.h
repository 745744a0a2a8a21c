// What an access holds, seen from the object that is accessed: comparable between accesses.
#pragma once

#include <vector>

#include "java/rules/judged.h"

namespace dh::java {

// One monitor relative to the accessed object: this.lock of `other.f` under `synchronized (other.lock)`.
struct GuardHeld {
  MonitorId monitor;
  LockMode mode = LockMode::exclusive;
  bool stable = true;

  friend bool operator==(const GuardHeld& a, const GuardHeld& b) {
    return a.monitor == b.monitor && a.mode == b.mode;
  }
  friend auto operator<=>(const GuardHeld& a, const GuardHeld& b) {
    if (auto c = a.monitor <=> b.monitor; c != 0) return c;
    return a.mode <=> b.mode;
  }
};

using GuardSet = std::vector<GuardHeld>;  // sorted by monitor

// What the object at `base` calls a lock that it got by its constructor: this.lock for `queue` of
// `queue = new Queue(mutex)` and the lock `mutex`. Invalid: it has no name for it.
PathId own_name_of(Unit& unit, TypeId owner, PathId base, PathId held);

GuardSet guards_held(Judged& judged, const FieldUse& use, const LockSet& held);

// Some monitor is held at both, and not in a shared mode at both.
bool exclude_each_other(const GuardSet& a, const GuardSet& b);

const GuardHeld* find_guard(const GuardSet& set, MonitorId monitor);

}  // namespace dh::java
