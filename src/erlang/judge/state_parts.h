// Whether a value comes from the state of the server that runs the code: what its callbacks get last, and
// what its start is given.
#pragma once

#include "erlang/judge/context.h"

namespace dh::erlang {

// Of a symbolic value in terms of `frame`, or in terms that hold everywhere. A tuple comes from the state if
// one of its elements does.
StateOrigin state_origin(const JudgeContext& context, FunctionId frame, SymId value);

}  // namespace dh::erlang
