// Locks in the terms of another body: what a caller holds, as its callee sees it, and back.
#pragma once

#include "java/flow/locks_held.h"
#include "java/flow/unit.h"

namespace dh::java {

// What the caller holds at the call, in the callee's terms; what the callee cannot name is left out.
LockSet into_callee(Unit& unit, const LockSet& held, const CallSite& site, const Body& callee);

// A monitor of the callee in the caller's terms; invalid when the caller cannot name it.
MonitorId out_of_callee(Unit& unit, MonitorId monitor, const CallSite& site, const Body& callee);

// Whether code of `type` is inside `outer`.
bool inside(const Index& index, TypeId type, TypeId outer);

}  // namespace dh::java
