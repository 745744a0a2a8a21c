// How what servers are given at their start, and their state, gets from one of their functions to the other:
// behaviours call them, and keep the state in between.
#pragma once

#include <vector>

#include "erlang/core/link.h"
#include "erlang/core/model.h"

namespace dh::erlang {

struct ServerFlow {
  // By the call that starts a server, to the first parameter of the function that is its start.
  struct Given {
    FunctionId by;
    ValueId value;
    FunctionId start;
  };
  struct State {
    uint32_t module = 0;
    FunctionId function;
    ValueId value;
    bool inside = false;  // not itself: what it can be
  };
  std::vector<Given> given;
  std::vector<State> states;          // values that become the state of the servers of a module
  std::vector<State> results;         // what callbacks give: tuples that may hold the state
  std::vector<FunctionId> callbacks;  // whose last parameter is the state
};

ServerFlow find_server_flow(const Core& core, const Model& model);

// Calls that make a process the server of a module.
FlatSet<FunctionKey> server_starters(const Model& model);

// Which element of a tuple is the state, for a callback of the module that gives it back; SIZE_MAX: none.
size_t state_in(const Core& core, const Model& model, const CoreModule& module, FunctionId maker,
                ValueId tuple);

}  // namespace dh::erlang
