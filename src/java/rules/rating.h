// How sure it is that one access does what a rule says: the facts that lowering and summaries have recorded,
// turned into factors.
#pragma once

#include "java/rules/judged.h"

namespace dh::java {

struct RatedAccess {
  const Judged& judged;
  const CountedAccess& counted;
  const FieldUse& use;
  std::span<const Guard> guards = {};  // that the field declares
};

// java-unsynchronized-access.
Confidence rate_unsynchronized(const RatedAccess& access);
// java-guarded-by, of a field.
Confidence rate_guarded_field(const RatedAccess& access);

}  // namespace dh::java
