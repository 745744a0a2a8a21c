// Calls that say more about who runs a function than the call graph does: a fun runs in the process that
// passes it to a helper, and a function that its module exports for M:F(...) runs where such calls are.
#pragma once

#include <vector>

#include "erlang/processes/call_graph.h"

namespace dh::erlang {

inline CallSite plain_call(FunctionId function, uint32_t call) {
  return {function, call, Callback::once, false, ConstantId(), false, false};
}

// By fun: where the function that makes it passes it on, if nothing keeps it: for any later caller, the
// process is the one of its maker. `function` is the maker; invalid for all others.
std::vector<CallSite> passing_calls(const Core& core, const Model& model, const CallGraph& graph);

// By caller: functions that M:F(...) with an unknown M may call, among those that nothing else calls.
std::vector<std::vector<CallSite>> calls_by_unknown_module(const Core& core, const CallGraph& graph,
                                                           const std::vector<bool>& called);

}  // namespace dh::erlang
