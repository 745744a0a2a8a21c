// The passes of the search over one function or one circle of calls: search.cpp, recursion.cpp and
// functional.cpp.
#pragma once

#include "erlang/search/walk_inputs.h"
#include "erlang/summaries/collected.h"

namespace dh::erlang {

// What a walk needs besides the function.
struct SearchState {
  const SearchContext& context;
  Terms& terms;
  LocationFacts& locations;
  CallTargets& targets;
  const Summaries& summaries;

  WalkInputs inputs(FunctionId f) const;
};

// What callers have to know of a function, by the summaries of the functions that it calls.
Summary summarize(const SearchState& search, FunctionId f);

// Adds the pairs and writes of a function to `collected`, by final summaries. The result is what the
// function's callers have a say in.
FunctionPairs collect(const SearchState& search, FunctionId f, Collected& collected);

// For the summaries of a component of the call graph with so many functions.
Joining joining_for(const SearchState& search, uint32_t component, size_t functions);

// Summarizes the members of a circle of calls until nothing is new.
void solve_recursion(const SearchState& search, const std::vector<FunctionId>& component,
                     std::vector<Summary>& summaries, const StopToken& stop);

// Marks functions of a component whose result depends on their arguments only; those that they call have been
// asked before.
void find_functional(const SearchContext& context, const std::vector<FunctionId>& component,
                     std::vector<char>& functional);

}  // namespace dh::erlang
