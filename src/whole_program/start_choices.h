// Starts of which one call of a method makes only one.
#pragma once

#include "whole_program/access_shape.h"

namespace dh::whole {

// Whether one activation never starts both threads, each of which has one start in it:
//
//   up ifTrue: [ [ value := value + 1 ] fork ] ifFalse: [ [ value := value - 1 ] fork ]
//   once ifTrue: [ [ value := value + 1 ] fork. ^self ]. [ value := value - 1 ] fork
bool are_alternatives(const AccessContext& context, ThreadId a, ThreadId b, InstanceId activation);

}  // namespace dh::whole
