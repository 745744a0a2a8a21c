// Which functions a function can reach by calls, with the funs that are passed on the path and not those of
// other callers.
#pragma once

#include <span>

#include "erlang/processes/roles.h"

namespace dh::erlang {

enum class Follow : uint8_t {
  all_calls,
  same_process,  // not what it starts
};

// Whether calls lead from `from` to one of `wanted`.
bool can_reach(const Core& core, const Values& values, const CallGraph& graph, FunctionId from,
               std::span<const FunctionId> wanted, Follow follow = Follow::all_calls);

}  // namespace dh::erlang
