// The clauses of a branch, each walked from the same state, and what is true after whichever of them.
#pragma once

#include "erlang/search/frame.h"

namespace dh::erlang {

class ClauseJoin {
 public:
  // `may_skip`: none of them need be taken.
  ClauseJoin(Frame& frame, Range clauses, const Taint& deciders, const PathState& before, bool may_skip);

  // One clause, while it is walked.
  struct Clause {
    PathState state;
    Taint control;  // that decides on what happens in it
    Taint began;    // the same at its beginning
    Scope::Mark mark;
    AbsentReads::Clause absent;
  };
  Clause begin(const CoreClause& clause, const Taint& control);
  // Right after its last statement.
  void leave(Clause& clause) { frame_.absent.end_clause(clause.absent, clause.state, checks_); }
  // `use_result`: what the branch gives is asked for.
  void end(uint32_t index, Clause& clause, bool use_result);
  // A clause that does not return makes all that follows depend on what decided.
  void finish(ValueId result, PathState& s, Taint& control);

  // What the clauses that go on can give, if they are few.
  std::vector<SymId> take_results() { return std::move(results_); }

 private:
  // Of many clauses less is remembered.
  bool few() const { return clauses_.count < 16; }
  void join(PathState& state);
  void note_relied() const;

  Frame& frame_;
  Range clauses_;
  const Taint& deciders_;
  const PathState& before_;
  bool may_skip_;
  Scope::Mark outside_;
  PathState out_;
  std::vector<uint32_t> pending_;  // after any of many
  std::vector<PathState> ends_;    // of few
  std::vector<Outcomes::ClauseEnd> ends_with_result_;
  std::vector<SymId> results_;
  AbsentReads::Checks checks_;
  Taint growth_;  // what following code depends on because of tests in clauses
  bool some_end_ = false;
  size_t paths_ = 0;  // that go on
  Scope::Part of_only_path_;
};

}  // namespace dh::erlang
