// Over all bodies of a unit: what is held when each begins, and which accesses count.
//
// A body runs in contexts: normally, or while an object of some class is under construction, when accesses to
// that object do not count. Entry points hold nothing; every other body holds what all its callers hold.
#pragma once

#include <vector>

#include "java/flow/locks_held.h"
#include "java/flow/lower.h"
#include "java/flow/unit.h"

namespace dh::java {

struct InstanceId : Id<InstanceId> {
  using Id::Id;
};

struct Instance {
  BodyId body;
  TypeId under_construction;  // invalid: normal
  bool entry = false;
  bool loose = false;             // only reached from methods that are not entry points
  LockSet held;                   // at the beginning
  std::vector<VarId> owned = {};  // parameters whose objects do not escape any caller; sorted
};

// One access as it happens in one instance.
struct CountedAccess {
  AccessId access;
  InstanceId instance;
  LockSet held;
  Escaped escaped = Escaped::no;  // in a constructor, after `this` escaped
};

// A call (or run of a lambda) that reaches an instance.
struct CallEdge {
  InstanceId caller;
  InstanceId callee;
  Span span;     // in the caller
  LockSet held;  // in the callee's terms
};

// A call of a method that requires a lock.
struct CountedCall {
  CallId call;
  InstanceId instance;
  LockSet held;  // in the caller's terms
};

struct Summaries {
  Store<InstanceId, Instance> instances;
  std::vector<CountedAccess> accesses;
  std::vector<CallEdge> edges;     // sorted by callee
  std::vector<CountedCall> calls;  // of methods with guards or the locked suffix
};

struct SummaryOptions {
  std::vector<BodyId> inherited_entries;  // public methods that judged classes inherit
};

Summaries summarize(Unit& unit, const SummaryOptions& options, const StopToken& stop);

}  // namespace dh::java
