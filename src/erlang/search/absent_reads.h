// A read that finds nothing is a check only where it keeps something from happening. The paths on from the
// answer "there is nothing" are followed as reads of their own: where they get as far as the others, nothing
// was checked. In doubt such a path ends, so that the pair stays.
#pragma once

#include "erlang/search/outcomes.h"

namespace dh::erlang {

class AbsentReads {
 public:
  // One clause, while it is walked.
  struct Clause {
    std::vector<uint32_t> chosen;  // for which it may be taken because of the answer
    ReadSet ended_before;
  };
  // What the clauses of a branch have ended.
  struct Checks {
    std::vector<uint32_t> checked;  // absent reads that a clause ends for
    ReadSet ended;                  // what was looked for, where finding nothing ended one of the paths
  };

  AbsentReads(const WalkInputs& in, SymbolicValues& values, Assumptions& assumed, Conditions& conditions,
              Taints& taints, Outcomes& outcomes, PendingReads& reads)
      : in_(in),
        values_(values),
        assumed_(assumed),
        conditions_(conditions),
        taints_(taints),
        outcomes_(outcomes),
        reads_(reads) {}

  // `exact`: all that it takes to get into the clause is known.
  Clause begin_clause(const Taint& deciders, bool exact, PathState& s);
  void end_clause(const Clause& clause, PathState& s, Checks& checks);
  // After all of them: a process that does not find it does not get here, at least on one of the paths.
  void end_branch(Checks& checks, PathState& out);
  // Makes what follows depend on what ended a path.
  void note_ended(const Checks& checks, Taint& control);

  // In the clause for `undefined`, nothing relies on the name being there; and a test that the answer does
  // not pass.
  void test(const Refinement& r, PathState& s);
  // Something is done because there is nothing: it may bring the thing there.
  void forget(PathState& s);
  // A callee has found nothing and returned; which read it is, or PendingReads::kNone.
  uint32_t bring(uint32_t call, PendingRead& read, PathState& s);
  // Whether a write happens all the same when the read finds nothing.
  bool is_unchecked(const PendingRead& read, const std::vector<Condition>& conditions, const PathState& s);
  bool empty() const { return absent_.empty(); }

 private:
  void leave(const Refinement& r, PathState& s);
  bool possible_without(const PendingRead& read, const Condition& c);
  bool possible_without(const PendingRead& read);

  const WalkInputs& in_;
  SymbolicValues& values_;
  Assumptions& assumed_;
  Conditions& conditions_;
  Taints& taints_;
  Outcomes& outcomes_;
  PendingReads& reads_;
  std::vector<uint32_t> absent_;  // all of them
  std::vector<uint32_t> open_;    // those that a clause was taken for
  uint32_t depth_ = 0;            // of clauses around the current place
  ReadSet ended_;                 // reads whose finding nothing has ended a path of the current clause
};

}  // namespace dh::erlang
