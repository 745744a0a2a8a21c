// What follows from where a read was: a branch that reads in one clause only gives that clause's result, so a
// path that goes on from another result has not read.
#pragma once

#include "erlang/search/conditions.h"
#include "erlang/search/pending_reads.h"
#include "erlang/search/taints.h"

namespace dh::erlang {

class Outcomes {
 public:
  // The result of a clause that goes on, and which reads are pending after it.
  using ClauseEnd = std::pair<ValueId, std::vector<uint32_t>>;

  Outcomes(const WalkInputs& in, SymbolicValues& values, Assumptions& assumed, Taints& taints,
           PendingReads& reads)
      : in_(in), values_(values), assumed_(assumed), taints_(taints), reads_(reads) {}

  void note_branch(ValueId result, std::span<const ClauseEnd> ends);
  // A callee's read, and what the callee gives after it. `once`: the call is walked once, as one call.
  void note_call(uint32_t call, uint32_t which, const ReadSummary& read, std::span<const SymId> arguments,
                 bool once);
  // What a value can be after the read; false when that is not known.
  bool results_of(const PendingRead& read, ValueId v, std::vector<SymId>& results) {
    return results_of(read, v, 0, results);
  }
  // Whether a condition on a value (or an element of it) can be true after the read.
  bool possible(const PendingRead& read, const Condition& c);
  // Whether what is known here can be true after the read, with `more` conditions.
  bool possible_here(const PendingRead& read, const std::vector<Condition>& more);

 private:
  bool results_of(const PendingRead& read, ValueId v, int depth, std::vector<SymId>& results);

  const WalkInputs& in_;
  SymbolicValues& values_;
  Assumptions& assumed_;
  Taints& taints_;
  PendingReads& reads_;
};

}  // namespace dh::erlang
