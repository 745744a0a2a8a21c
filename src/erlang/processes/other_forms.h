// Exported functions that are just another form of one that the program uses: do(X) -> do(X, default).
#pragma once

#include <vector>

#include "erlang/processes/call_graph.h"

namespace dh::erlang {

// An exported function that only its own module calls, by its plain name, is exported for others.
bool exported_for_others(const Core& core, const CallGraph& graph, FunctionId f);

// By function: the form of it that other modules call, where it is exported but only another form of that.
std::vector<FunctionId> find_other_forms(const Core& core, const CallGraph& graph);

}  // namespace dh::erlang
