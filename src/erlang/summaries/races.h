// The search: summaries of all functions, then the pairs between their reads and writes.
#pragma once

#include <memory>

#include "erlang/summaries/collected.h"
#include "erlang/summaries/location_facts.h"

namespace dh::erlang {

// What the search found, and the terms in which it is said.
struct Races {
  const Core& core;
  const Model& model;
  const Values& values;
  const Tables& tables;
  std::unique_ptr<SearchContext> context;
  std::unique_ptr<TermStores> stores;
  std::unique_ptr<Terms> terms;
  SymTable& syms;
  DomainTable& domains;
  Chains& chains;
  SiteGroups& groups;
  std::vector<Summary> summaries;  // by function
  PairList pairs;
  std::vector<LoggedWrite> writes;  // every change of shared state
  std::vector<std::string> labels;  // of Pair::label

  const OperationModel* operation_at(Site site, uint32_t state) const {
    return context->operation_at(site, state);
  }
  bool handles_failure(const Call& call, Site site, uint32_t state) const {
    return context->handles_failure(call, site, state);
  }
  // The location with parameters and locals as nodes, which mean the same in every function.
  Location in_program_terms(const Location& location, FunctionId frame) const {
    return erlang::in_program_terms(core, syms, location, frame);
  }
};

// Not complete where the work was stopped.
Races search(const Core& core, const Model& model, const Values& values, const Tables& tables,
             const CallGraph& graph, const Parallelism& parallel);

}  // namespace dh::erlang
