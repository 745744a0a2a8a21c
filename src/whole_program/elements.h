// Elements of arrays: accesses to different ones do not meet.
#pragma once

#include "whole_program/order.h"

namespace dh::whole {

// Whether the two are certainly accesses to different elements of an object of fixed size: `at: 1 put: x` and
// `at: 2 put: y`, or `1 to: n do: [ :i | [ results at: i put: ... ] fork ]`, where each thread has its own
// `i`.
bool are_different_elements(const smallir::Module& module, const Heap& heap, const Multiplicity& multiplicity,
                            const Traces& traces, const Order& order, const AccessEvent& a,
                            const AccessEvent& b);

}  // namespace dh::whole
