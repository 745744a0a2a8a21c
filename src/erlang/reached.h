// Which functions a function gets to, with the funs that are given on the way and not those of other callers.
#pragma once

#include <span>

#include "erlang/roles.h"

namespace dh::erlang {

// Whether `from` gets to one of `wanted`: by calls, also as another process.
bool gets_to(const Core& core, const Values& values, const CallGraph& graph, FunctionId from,
             std::span<const FunctionId> wanted);

}  // namespace dh::erlang
