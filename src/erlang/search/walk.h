// One function, walked once in the order in which things happen: which reads are pending where.
#pragma once

#include "erlang/search/call_walk.h"
#include "erlang/search/clause_join.h"

namespace dh::erlang {

class Walk {
 public:
  Walk(Frame& frame, WalkListener& listener)
      : frame_(frame), f_(frame.in.f), listener_(listener), calls_(frame, listener) {}

  void run();

 private:
  void block(Range statements, PathState& s, Taint& control);
  void refinement(uint32_t index, PathState& s, Taint& control);
  void branch(const Branch& b, PathState& s, Taint& control);
  void loop(const Branch& b, PathState& s, const Taint& control);
  void attempt(const Attempt& a, PathState& s, Taint& control);
  void handlers(const Attempt& a, size_t known, PathState& before, const PathState& after_body,
                const Taint& control, std::vector<SymId>& results);
  // What the clauses that go on can give, if that is of use.
  std::vector<SymId> clauses(Range range, const Taint& deciders, PathState& s, Taint& control, bool may_skip,
                             ValueId result = ValueId());
  void clause_of_function(const CoreClause& clause, const PathState& s, const Taint& control);
  void note_alternatives(ValueId result, std::vector<SymId> results);
  void bind_members(ValueId list, ValueId element);
  void note_caught(const Attempt& a, const Taint& thrown);

  Frame& frame_;
  const CoreFunction& f_;
  WalkListener& listener_;
  CallWalk calls_;
  bool whole_clauses_ = false;  // the next clauses are all that the function is
  bool again_ = false;          // a loop around the current place is walked for the second time
};

}  // namespace dh::erlang
