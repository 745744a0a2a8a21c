// Affine terms over integer variables. A floor division is a variable of its own, defined by what it divides,
// and so is a product of two terms: a term is always a plain sum.
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
  unknown,   // a value that is not tracked, another one for each thread: answers that depend on it are not
             // exact
  python,    // a number of the surrounding Python that is not known; the same for all threads
  bound,     // of a quantifier
  quotient,  // floor(numerator / divisor)
  product,   // numerator * factor; exact only where its value is computed
};

struct Var {
  VarKind kind;
  std::string name;
  Term numerator;       // quotient, product
  Term factor;          // product
  int64_t divisor = 0;  // quotient
  VarId original;       // of a renamed copy: what it is a copy of
  std::string why;      // unknown, python: why the value is not known

  bool is_unknown() const { return kind == VarKind::unknown || kind == VarKind::python; }
  // Its value is computed from other variables.
  bool is_derived() const { return kind == VarKind::quotient || kind == VarKind::product; }
};

// The variables of one kernel.
class Vars {
 public:
  VarId add(VarKind kind, std::string name, VarId original = {});
  VarId add_unknown(VarKind kind, std::string name, std::string why);
  const Var& operator[](VarId id) const { return vars_[id]; }
  size_t size() const { return vars_.size(); }
  // floor(numerator / divisor), divisor > 0: equal quotients are one variable.
  Term quotient(const Term& numerator, int64_t divisor);
  // a * b: equal products are one variable, in either order.
  Term product(const Term& a, const Term& b);

 private:
  VarId find_derived(uint64_t hash, const Var& wanted) const;

  Store<VarId, Var> vars_;
  FlatMap<uint64_t, std::vector<VarId>> derived_;  // by hash
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
