// Small questions about calls and functions that need no path.
#pragma once

#include "erlang/search/walk_inputs.h"

namespace dh::erlang {

// Whether a call does something with what it is given, other than to read or to remove more.
bool passes_on_arguments(const WalkInputs& in, const Call& c);

// The process that a call starts is monitored: the one that started it hears of its end.
bool is_monitored(const WalkInputs& in, uint32_t call);

// Whether what a function gives can come from a test of a parameter: it compares it with something, tests its
// type, has clauses for it, or passes it to another function that answers.
bool tests_parameter(const WalkInputs& in, FunctionId f, size_t index);

}  // namespace dh::erlang
