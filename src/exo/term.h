// Affine terms over integer variables. Floor division is a variable of its own, defined by what it divides,
// so a term is always a plain sum.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/id.h"

namespace dh::exo {

struct VarId : Id<VarId> {
  using Id::Id;
};

struct Monomial {
  VarId var;
  int64_t coefficient;
  friend bool operator==(const Monomial&, const Monomial&) = default;
};

// constant + sum of coefficient * var, sorted by var, without zeros. Arithmetic that would leave 64 bits
// makes the term overflowed, and so everything made of it; the solver answers unknown then.
struct Term {
  boost::container::small_vector<Monomial, 4> sum;
  int64_t constant = 0;
  bool overflowed = false;

  bool is_constant() const { return sum.empty(); }
  int64_t coefficient(VarId var) const;
  friend bool operator==(const Term&, const Term&) = default;
};

Term constant_term(int64_t value);
Term variable_term(VarId var);
Term add(const Term& a, const Term& b);
Term subtract(const Term& a, const Term& b);
Term scale(const Term& a, int64_t factor);
Term plus(Term a, int64_t constant);
// The term without its monomial in `var`.
Term without(const Term& a, VarId var);

enum class VarKind : uint8_t {
  size,  // >= 1
  index,
  boolean,  // 0 or 1
  stride,
  config,
  loop,      // loop variable or thread id
  unknown,   // a value that is not tracked: answers that depend on it are not exact
  bound,     // of a quantifier
  quotient,  // floor(numerator / divisor)
};

struct Var {
  VarKind kind;
  std::string name;
  Term numerator;       // quotient
  int64_t divisor = 0;  // quotient
  VarId original;       // of a renamed copy: what it is a copy of
};

// The variables of one kernel.
class Vars {
 public:
  VarId add(VarKind kind, std::string name, VarId original = {});
  const Var& operator[](VarId id) const { return vars_[id]; }
  size_t size() const { return vars_.size(); }
  // floor(numerator / divisor), divisor > 0: equal quotients are one variable.
  Term quotient(const Term& numerator, int64_t divisor);

 private:
  Store<VarId, Var> vars_;
  FlatMap<uint64_t, std::vector<VarId>> quotients_;  // by hash
};

// Replaces variables by terms, in numerators of quotients too. Remembers what it has done.
class Substitution {
 public:
  explicit Substitution(Vars& vars) : vars_(vars) {}
  void set(VarId var, Term term) { map_[var] = std::move(term); }
  Term apply(const Term& term);

 private:
  const Term& replacement(VarId var);
  Vars& vars_;
  FlatMap<VarId, Term> map_;
};

std::string to_string(const Term& term, const Vars& vars);

}  // namespace dh::exo
