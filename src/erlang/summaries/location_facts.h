// What is known of the locations that operations work on, asked for once each. A cache over the context and
// the terms: it can be dropped at any time.
#pragma once

#include "erlang/summaries/context.h"

namespace dh::erlang {

class LocationFacts {
 public:
  LocationFacts(const SearchContext& context, Terms& terms) : context_(context), terms_(terms) {}

  // Nothing can be known to be equal to it, so no pair will ever have it.
  bool cannot_match(const Location& location);
  // Which processes can change it; `shared` where only callers know.
  Reach reach(const Location& location);
  // How sure it is that two ets tables are one, by their names and by what ets:new gave. `by_terms`: how sure
  // their terms make it.
  Same same_table(SymId a, SymId b, FunctionId frame, Same by_terms) const;
  // The answer for two tables that mean the same in every function, if it was asked for before.
  const Same* known_same_table(SymId a, SymId b) const;
  void remember_same_table(SymId a, SymId b, Same same) { same_tables_.emplace(std::pair(a, b), same); }
  // A value of a function, for callers: one of the values that can be the same.
  SymId representative(NodeId node);

 private:
  bool is_lost(SymId id);

  const SearchContext& context_;
  Terms& terms_;
  std::vector<uint8_t> lost_;                          // by symbolic value: 1 no, 2 yes, 0 not asked for yet
  KeyMap<std::pair<uint32_t, SymId>, Reach> reaches_;  // by state and table
  KeyMap<std::pair<SymId, SymId>, Same> same_tables_;
};

// The location with parameters and locals of a function as nodes, which mean the same in every function.
Location in_program_terms(const Core& core, SymTable& syms, const Location& location, FunctionId frame);

}  // namespace dh::erlang
