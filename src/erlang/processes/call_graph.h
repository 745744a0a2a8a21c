// Who calls whom, in which process and under which locks.
#pragma once

#include <span>
#include <vector>

#include "erlang/processes/call_sites.h"

namespace dh::erlang {

// Callees by caller and the strongly connected components, callees before callers.
struct CallGraph {
  std::vector<std::vector<FunctionId>> callees;  // calls in the same process
  std::vector<std::vector<FunctionId>> spawned;  // started as another process
  std::vector<std::vector<FunctionId>> locked;   // called under a lock or in a transaction
  static constexpr uint32_t kNever = UINT32_MAX;
  std::vector<uint32_t> named_from;                 // the first call of it after the process has taken a name
  std::vector<std::vector<FunctionId>> under_name;  // called only after the process has taken a name
  std::vector<std::vector<FunctionId>> users;       // whose summaries build on a function's
  std::vector<std::vector<Around>> around;          // by caller and call
  std::vector<std::vector<CallSite>> sites;         // by caller
  std::vector<std::vector<CallSite>> callers;       // the same, by function that is called
  std::vector<std::vector<CallSite>> supervised;    // who has a supervisor start a child by it
  std::vector<std::vector<FunctionId>> components;  // members roughly callees first, too
  std::vector<bool> in_circle;                      // calls itself, in one step or more

  // Whom one call of a function can call.
  std::span<const CallSite> sites_of(FunctionId f, uint32_t call) const;
};

CallGraph make_call_graph(const Core& core, const Model& model, const Values& values,
                          const Parallelism& parallel);

}  // namespace dh::erlang
