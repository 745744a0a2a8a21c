// Up to where a process is being started: until it tells its starter that it is ready, or enters the loop of
// a behaviour.
#pragma once

#include <vector>

#include "erlang/processes/call_sites.h"

namespace dh::erlang {

struct CallGraph;

struct Starts {
  std::vector<bool> tells;  // by function: it, or what it calls, may say that the process is ready
  std::vector<std::vector<bool>> after;  // by function and call: it may come after that; empty: none does

  bool ends_start(FunctionId f) const { return tells[f.index()]; }
  bool has_part_after(FunctionId f) const { return !after[f.index()].empty(); }
  bool is_after(FunctionId f, uint32_t call) const { return has_part_after(f) && after[f.index()][call]; }
};

Starts find_starts(const Core& core, const Model& model, const CallGraph& graph);

// The process that is started with this function is being started until it says otherwise: all its starters
// wait for that, or it says so on every way.
bool begins_with_start(const Core& core, const Model& model, const CallGraph& graph, const Starts& starts,
                       FunctionId f);

}  // namespace dh::erlang
