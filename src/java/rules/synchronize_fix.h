// `synchronized` for methods that access a field without the lock that other methods hold.
#pragma once

#include <optional>
#include <vector>

#include "findings/fix.h"
#include "java/rules/field_accesses.h"

namespace dh::java {

// Nothing where one of the accesses is not in a method that the modifier repairs for sure: the guard must be
// what a synchronized method takes, and the method must do nothing else that could wait for another lock.
std::optional<Fix> synchronize_fix(const Judged& judged, FieldId field, MonitorId guard,
                                   const std::vector<const CountedUse*>& without);

}  // namespace dh::java
