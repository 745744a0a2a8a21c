// Formulas of linear integer arithmetic in negation normal form.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/id.h"
#include "exo/solver/budget.h"
#include "exo/solver/term.h"

namespace dh::exo {

struct FormulaId : Id<FormulaId> {
  using Id::Id;
};

enum class FormulaKind : uint8_t {
  yes,
  no,
  at_most_zero,  // term <= 0
  zero,          // term == 0
  divides,       // modulus divides term
  not_divides,
  all,
  any,
  for_all,  // for every value of `bound`: children[0]; only where elimination gave up
};

struct Formula {
  FormulaKind kind;
  Term term;
  int64_t modulus = 0;
  VarId bound;
  std::vector<FormulaId> children;
  // Filled in by Formulas:
  uint32_t atoms = 1;       // of the tree below, at most kManyAtoms
  bool quantified = false;  // has a for_all

  static constexpr uint32_t kManyAtoms = 1u << 30;
  friend bool operator==(const Formula&, const Formula&) = default;
};

// The formulas and variables of one kernel. Makers simplify: constants fold, nested all/any are flat, terms
// are divided by the greatest common divisor of their coefficients. Equal formulas are one, so an id can
// stand for the question itself. Makers charge what they do to `budget`, where there is one; a formula that
// was made after that is exhausted means nothing (the solver answers unknown then).
class Formulas {
 public:
  Formulas();

  Vars vars;
  Budget* budget = nullptr;

  const Formula& operator[](FormulaId id) const { return store_[id]; }
  FormulaId yes() const { return FormulaId(0); }
  FormulaId no() const { return FormulaId(1); }
  FormulaId truth(bool value) const { return value ? yes() : no(); }

  FormulaId at_most_zero(Term term);
  FormulaId zero(Term term);
  FormulaId divides(int64_t modulus, Term term, bool negated = false);
  FormulaId less(const Term& a, const Term& b) { return at_most_zero(plus(subtract(a, b), 1)); }
  FormulaId at_most(const Term& a, const Term& b) { return at_most_zero(subtract(a, b)); }
  FormulaId equal(const Term& a, const Term& b) { return zero(subtract(a, b)); }
  FormulaId all(const std::vector<FormulaId>& children);
  FormulaId any(const std::vector<FormulaId>& children);
  FormulaId both(FormulaId a, FormulaId b) { return all({a, b}); }
  FormulaId either(FormulaId a, FormulaId b) { return any({a, b}); }
  FormulaId for_all(VarId bound, FormulaId body);
  FormulaId negate(FormulaId id);

  FormulaId substitute(FormulaId id, Substitution& substitution);
  // Whether the formula has the variable, also inside derived ones.
  bool mentions(FormulaId id, VarId var) const;
  bool mentions(const Term& term, VarId var) const;
  // Every variable below, derived ones and what they are computed from included, each once.
  std::vector<VarId> variables(FormulaId id) const;
  // d * q <= e < d * q + d
  FormulaId definition(VarId quotient);
  bool evaluate(FormulaId id, const std::function<int64_t(VarId)>& value) const;
  size_t size() const { return store_.size(); }

 private:
  FormulaId make(Formula formula);
  bool out_of_budget() const { return budget != nullptr && budget->exhausted(); }
  FormulaId join(FormulaKind kind, const std::vector<FormulaId>& children);
  FormulaId modulo_equality(const Term& term, bool& matched);
  Store<FormulaId, Formula> store_;
  FlatMap<uint64_t, FormulaId> by_content_;  // the first one with the hash
};

// The value of a term; derived variables are computed from what they are made of.
int64_t evaluate(const Term& term, const Vars& vars, const std::function<int64_t(VarId)>& value);

}  // namespace dh::exo
