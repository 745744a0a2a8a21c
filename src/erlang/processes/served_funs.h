// Funs that clients send to a server of the program, which calls them: {run, fun() -> ... end}.
#pragma once

#include <vector>

#include "erlang/processes/process_kinds.h"

namespace dh::erlang {

// By fun: the server that gets it in a message and calls it in its own process, as a role; `anyone` for all
// other functions.
std::vector<Role> find_served_funs(const Core& core, const Model& model, const CallGraph& graph,
                                   const ProcessKinds& kinds);

}  // namespace dh::erlang
