// What supervisors are told to start.
#pragma once

#include <vector>

#include "erlang/processes/call_graph.h"

namespace dh::erlang {

// By function: where a supervisor is told to start a child by it.
std::vector<std::vector<CallSite>> find_children(const Core& core, const Model& model, const Values& values,
                                                 const CallGraph& graph);

}  // namespace dh::erlang
