// What every caller of a function holds: a lock, a transaction, a claim, a name.
#pragma once

#include <functional>
#include <vector>

#include "erlang/processes/call_graph.h"

namespace dh::erlang {

// By function. `entered`: functions that are called from outside of the program. `at_start`: whether a call
// of a function happens only while its process is started, when no other process is there yet.
std::vector<Guards> find_guards(const Core& core, const Model& model, const CallGraph& graph,
                                const std::vector<bool>& entered,
                                const std::function<bool(FunctionId, uint32_t)>& at_start);

// The functions that are called only by processes that have taken a name before.
std::vector<bool> find_under_name(const Core& core, const Model& model, const CallGraph& graph,
                                  const std::vector<bool>& called);

}  // namespace dh::erlang
