// How sure it is that one access does what a rule says: the facts that lowering and summaries have recorded,
// turned into factors.
#pragma once

#include "java/rules/judged.h"

namespace dh::java {

// Where code runs: a body, in one of its instances.
struct RatedPlace {
  const Judged& judged;
  BodyId body;
  InstanceId instance;
};

struct RatedAccess {
  const Judged& judged;
  const CountedAccess& counted;
  const FieldUse& use;
  std::span<const Guard> guards = {};  // that the field declares
  bool lock_for_callers = false;       // the class has a method that leaves with the guard acquired
  bool never_modified = false;         // no code that was analysed modifies the field after construction

  RatedPlace place() const { return {judged, use.body, counted.instance}; }
};

// java-unsynchronized-access.
Confidence rate_unsynchronized(const RatedAccess& access);
// java-guarded-by, of a field.
Confidence rate_guarded_field(const RatedAccess& access);
// java-guarded-by, of a call of a method.
Confidence rate_guarded_call(const RatedPlace& place);

// java-inconsistent-lock: what one access adds.
Confidence rate_inconsistent(const RatedAccess& access);

// The way to the access begins in a method that runs before other threads have the object.
bool is_set_up(const RatedAccess& access);
// void setName(T name) { this.name = name; }
bool is_setter(const Judged& judged, BodyId body);

}  // namespace dh::java
