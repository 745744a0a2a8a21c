// All that is known of one function while it is walked, and who listens to the walk.
#pragma once

#include "erlang/search/exceptions.h"
#include "erlang/search/operations.h"
#include "erlang/search/pair_finder.h"

namespace dh::erlang {

// The parts of one walk, in the order of their dependencies.
struct Frame {
  WalkInputs in;
  Scope scope{in};
  SymbolicValues values{in};
  Assumptions assumed{in, scope, values};
  Conditions conditions{in, values, assumed};
  Taints taints{in};
  PendingReads reads{in};
  Outcomes outcomes{in, values, assumed, taints, reads};
  AbsentReads absent{in, values, assumed, conditions, taints, outcomes, reads};
  Exceptions exceptions{reads};
  Messages messages{in, values, assumed, taints};
  Operations operations{in, values, assumed};
  PairFinder pairs{in, scope, assumed, conditions, taints, outcomes, absent, messages, reads};
  int loops = 0;  // around the current place

  explicit Frame(const WalkInputs& inputs) : in(inputs) {}
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;
};

// A call that is followed, in terms of the function that calls.
struct CalleeEntry {
  uint32_t call = 0;
  const Summary& summary;
  const Target& target;
  std::vector<SymId> arguments;
  std::vector<Taint> taints;        // of the arguments
  Taint captured;                   // by the fun that is called
  std::optional<Condition> choice;  // under which it is this function that is called
  Guards guards = 0;                // that are held around the call
  bool recursion = false;           // the callee leads back to the function

  bool is_transaction() const { return target.how == Callback::transaction; }
  // Transactional operations are dirty to what is done outside of their transaction.
  bool is_dirty() const { return target.how == Callback::dirty || is_transaction(); }
  bool is_other_process() const { return target.how == Callback::spawn; }
  Taint of_params(uint64_t mask) const;
};

// Hears of what a walk meets, in the order in which it happens. The walk itself is the same for everybody.
class WalkListener {
 public:
  virtual ~WalkListener() = default;

  // Before the write ends the reads that are pending. `shared`: several processes can write the location.
  virtual void on_write(Write& w, bool shared, PathState& s) = 0;
  // After the writes of a callee, before its reads.
  virtual void on_callee(const CalleeEntry&) {}
  // Values are passed on, by a call or as a result. `use`: all that they depend on.
  virtual void on_use(const PathState&, const Taint& /*use*/, std::span<const ValueId>, const Call* /*by*/) {}
  // The function calls or ends one of its parameters: bits as in Taint::params.
  virtual void on_called_params(uint64_t) {}
  virtual void on_ended_params(uint64_t) {}
  // `by_clauses`: the function is nothing but its clauses, and reads know whether those depend on them.
  virtual void on_end(const PathState&, const Taint& /*control*/, bool /*by_clauses*/) {}
};

}  // namespace dh::erlang
