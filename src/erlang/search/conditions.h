// Under which conditions on values something is reached, and whether they can be true.
#pragma once

#include <optional>

#include "erlang/search/assumptions.h"

namespace dh::erlang {

enum class ConditionScope : uint8_t {
  callers,   // on values that callers know
  function,  // also on values that mean nothing outside of this function
};

class Conditions {
 public:
  Conditions(const WalkInputs& in, SymbolicValues& values, Assumptions& assumed)
      : in_(in), values_(values), assumed_(assumed) {}

  // What holds here: by the clauses around, and `more` from a callee.
  std::vector<Condition> here(const std::vector<Condition>& more, ConditionScope scope);
  // A callee's conditions in terms of this function; nothing when they cannot be true.
  std::optional<std::vector<Condition>> import(const std::vector<Condition>& conditions,
                                               std::span<const SymId> arguments);
  bool possible(const Condition& c);
  // Whether what was true where something was read can still be true here.
  bool possible_now(const std::vector<Condition>& conditions);
  bool proven(const Condition& c);
  bool contradict(const std::vector<Condition>& a, const std::vector<Condition>& b);

 private:
  const WalkInputs& in_;
  SymbolicValues& values_;
  Assumptions& assumed_;
  // What here() gave last: callees do many things under the same conditions.
  struct {
    uint32_t version = 0;
    ConditionScope scope = ConditionScope::callers;
    std::vector<Condition> more, result;
  } last_;
};

}  // namespace dh::erlang
