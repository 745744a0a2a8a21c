// What the passes of the search work on.
#pragma once

#include <vector>

#include "analysis/key_table.h"
#include "erlang/core/model.h"
#include "erlang/processes/call_graph.h"
#include "erlang/summaries/summary.h"
#include "erlang/values/tables.h"

namespace dh::erlang {

// The program and what is known of it before the search. Does not change.
class SearchContext {
 public:
  SearchContext(const Core& core, const Model& model, const Values& values, const Tables& tables,
                const CallGraph& graph);

  const Core& core;
  const Model& model;
  const Values& values;
  const Tables& tables;
  const CallGraph& graph;

  // Some operations on this kind of state are about all keys of a table.
  bool has_whole_table_operations(uint32_t state) const { return whole_table_[state]; }
  // Another function of the program calls it, and nothing outside of the program does.
  bool has_callers(FunctionId f) const { return has_callers_[f.index()]; }
  // Calls itself, in one step or more.
  bool is_recursive(FunctionId f) const { return recursive_[f.index()]; }
  uint32_t component_of(FunctionId f) const { return component_of_[f.index()]; }

  // How a call changes a kind of state; null where it does not.
  const OperationModel* operation_at(Site site, uint32_t state) const;
  // Whether a call is inside a try or catch that handles the failure of what is done at a site below it.
  bool handles_failure(const Call& call, Site site, uint32_t state) const;

 private:
  std::vector<bool> whole_table_;  // by state
  std::vector<bool> has_callers_;  // by function
  std::vector<bool> recursive_;    // by function
  std::vector<uint32_t> component_of_;
};

// Tables that only grow: ids in summaries and pairs are ids of these. Thread-safe.
struct TermStores {
  SymStore syms;
  DomainStore domains;
  Chains chains;
  SiteGroups groups;
};

// What one worker sees of them.
struct Terms {
  SymTable syms;
  DomainTable domains;
  Chains& chains;
  SiteGroups& groups;

  Terms(TermStores& stores, const SearchContext& context);
};

// What the search knows of each function. While they are made, a worker writes those of a component when
// those of all components that it builds on are complete.
struct Summaries {
  bool complete = false;
  std::vector<Summary> of;        // by function
  std::vector<char> functional;   // by function: equal arguments give equal results
  Summary unknown;                // of a function that is not searched yet
  std::vector<Summary> by_arity;  // what functions that escape may do, for calls of unknown funs
};

}  // namespace dh::erlang
