// Whether one block of one activation runs in several threads at a time.
#pragma once

#include "whole_program/access_shape.h"

namespace dh::whole {

// Two accesses to what each activation of a method makes for itself, both by one block of it that some other
// code runs: they meet only if that block runs twice at a time for one activation. Not so if a loop of the
// activation makes the block or starts the threads.
//
//   copy: aService [ | shell | aService onCompletion: [ shell := self open. shell show ] ]
//
// Threads that the service starts run such blocks, each one of its own.
bool needs_block_twice(const AccessContext& context, const Multiplicity& multiplicity, const AccessEvent& a,
                       const AccessEvent& b, ObjectId object);

}  // namespace dh::whole
