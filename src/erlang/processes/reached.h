// Which functions a function gets to, with the funs that are given on the way and not those of other callers.
#pragma once

#include <span>

#include "erlang/processes/roles.h"

namespace dh::erlang {

enum class Ways : uint8_t {
  all,
  same_process,  // not what it starts
};

// Whether `from` gets to one of `wanted` by calls.
bool gets_to(const Core& core, const Values& values, const CallGraph& graph, FunctionId from,
             std::span<const FunctionId> wanted, Ways ways = Ways::all);

}  // namespace dh::erlang
