// What all parts of the walk of one function see.
#pragma once

#include <memory>

#include "erlang/summaries/location_facts.h"

namespace dh::erlang {

// Whom the calls of the functions of one component can call. A cache.
class CallTargets {
 public:
  explicit CallTargets(const SearchContext& context) : context_(context) {}

  const std::vector<Target>& of(FunctionId f, uint32_t call);
  // A map that was large once takes long to clear each time, so a new one takes its place.
  void forget();

 private:
  const SearchContext& context_;
  KeyMap<std::pair<FunctionId, uint32_t>, std::unique_ptr<std::vector<Target>>> targets_;
};

struct WalkInputs {
  const SearchContext& context;
  const Core& core;
  const Model& model;
  SymTable& syms;
  DomainTable& domains;
  Chains& chains;
  SiteGroups& groups;
  LocationFacts& locations;
  CallTargets& targets;
  const Summaries& summaries;  // of the functions that are called
  FunctionId id;
  const CoreFunction& f;

  const std::vector<Target>& targets_of(uint32_t call) const { return targets.of(id, call); }
  // Empty while it is not known yet.
  const Summary& summary_of(FunctionId callee) const {
    return is_known(callee) ? summaries.of[callee.index()] : summaries.unknown;
  }
  bool is_functional(FunctionId callee) const {
    return is_known(callee) && summaries.functional[callee.index()] != 0;
  }
  // What comes later in the order of the components is not, whichever has been searched by now.
  bool is_known(FunctionId callee) const {
    return summaries.complete || context.component_of(callee) <= context.component_of(id);
  }
  const StateModel& state_of(const Location& location) const { return model.states[location.state]; }
  // The function that a fun expression or name stands for; invalid for other values.
  FunctionId fun_of(ValueId v) const;
  // A call of self().
  bool is_self(ValueId v) const;
  // What is held at a call because of what was done before it.
  Guards guards_at(uint32_t call) const;
  // What is held in all of the function.
  Guards guards_of_function() const;
};

}  // namespace dh::erlang
