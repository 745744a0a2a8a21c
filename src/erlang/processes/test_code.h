// Code that only tests lead to.
#pragma once

#include <vector>

#include "erlang/processes/call_graph.h"

namespace dh::erlang {

struct TestCode {
  std::vector<bool> used;  // by function: more than functions that are named as tests leads to it
  std::vector<bool> own;   // by function: code of tests, which nothing else leads to
};

// EUnit runs it, and exports it for that.
bool is_eunit_test(const Core& core, FunctionId f);

// Such a test, or a function that stands in a module of tests, or in their folder.
bool is_run_as_test(const Core& core, FunctionId f);

// `implicit`: by caller, calls that are not in the graph. `entered`: functions that are called from outside
// of the program, or by their behaviour. `has_roles`: some process runs it.
TestCode find_test_code(const Core& core, const CallGraph& graph,
                        const std::vector<std::vector<CallSite>>& implicit, const std::vector<bool>& entered,
                        const std::vector<bool>& has_roles);

}  // namespace dh::erlang
