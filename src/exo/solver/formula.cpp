#include "exo/solver/formula.h"

#include <algorithm>
#include <numeric>

#include "base/floor_division.h"

namespace dh::exo {

namespace {

int64_t gcd_of(const Term& term) {
  int64_t g = 0;
  for (const Monomial& m : term.sum) g = std::gcd(g, m.coefficient);
  return g;
}

void divide_coefficients(Term& term, int64_t g) {
  for (Monomial& m : term.sum) m.coefficient /= g;
}

uint64_t content_hash(const Formula& formula) {
  uint64_t h = hash_combine(static_cast<uint64_t>(formula.kind), static_cast<uint64_t>(formula.modulus));
  h = hash_combine(h, static_cast<uint64_t>(formula.term.constant) + (formula.term.overflowed ? 1 : 0));
  h = hash_combine(h, formula.bound.value);
  for (const Monomial& m : formula.term.sum) {
    h = hash_combine(h, (uint64_t{m.var.value} << 32) ^ static_cast<uint64_t>(m.coefficient));
  }
  for (FormulaId child : formula.children) h = hash_combine(h, child.value);
  return h;
}

}  // namespace

FormulaId Formulas::make(Formula formula) {
  if (budget != nullptr) {
    // More than its memory says: each is looked up in a table that no cache holds.
    budget->spend(static_cast<int64_t>(12 + 3 * formula.term.sum.size() + 2 * formula.children.size()));
  }
  formula.quantified = formula.kind == FormulaKind::for_all;
  if (!formula.children.empty()) formula.atoms = 0;
  for (FormulaId child : formula.children) {
    formula.atoms = std::min(formula.atoms + store_[child].atoms, Formula::kManyAtoms);
    formula.quantified |= store_[child].quantified;
  }
  uint64_t hash = content_hash(formula);
  auto [entry, fresh] = by_content_.try_emplace(hash, FormulaId{});
  if (!fresh && store_[entry->second] == formula) return entry->second;
  FormulaId id = store_.add(std::move(formula));
  if (fresh) entry->second = id;
  return id;
}

Formulas::Formulas() {
  make({FormulaKind::yes, {}, 0, {}, {}});
  make({FormulaKind::no, {}, 0, {}, {}});
}

FormulaId Formulas::at_most_zero(Term term) {
  if (!term.overflowed) {
    if (term.is_constant()) return truth(term.constant <= 0);
    int64_t g = gcd_of(term);
    if (g > 1) {
      divide_coefficients(term, g);
      term.constant = -floor_div(-term.constant, g);
    }
  }
  return make({FormulaKind::at_most_zero, std::move(term), 0, {}, {}});
}

// e - d * (e / d) + c == 0 says that d divides e + c, for a remainder -c that can be.
FormulaId Formulas::modulo_equality(const Term& term, bool& matched) {
  matched = false;
  for (const Monomial& m : term.sum) {
    const Var& var = vars[m.var];
    if (var.kind != VarKind::quotient || std::abs(m.coefficient) != var.divisor) continue;
    int64_t sign = m.coefficient < 0 ? 1 : -1;
    Term rest = subtract(scale(without(term, m.var), sign), var.numerator);
    if (!rest.is_constant() || rest.overflowed) continue;
    matched = true;
    int64_t remainder = -rest.constant;
    if (remainder < 0 || remainder >= var.divisor) return no();
    return divides(var.divisor, plus(var.numerator, -remainder));
  }
  return no();
}

FormulaId Formulas::zero(Term term) {
  if (!term.overflowed) {
    if (term.is_constant()) return truth(term.constant == 0);
    bool matched = false;
    FormulaId modulo = modulo_equality(term, matched);
    if (matched) return modulo;
    int64_t g = gcd_of(term);
    if (g > 1) {
      if (term.constant % g != 0) return no();
      divide_coefficients(term, g);
      term.constant /= g;
    }
  }
  return make({FormulaKind::zero, std::move(term), 0, {}, {}});
}

FormulaId Formulas::divides(int64_t modulus, Term term, bool negated) {
  DH_CHECK(modulus > 0, "modulus {}", modulus);
  if (!term.overflowed) {
    Term reduced;
    for (const Monomial& m : term.sum) {
      int64_t c = floor_mod(m.coefficient, modulus);
      if (c != 0) reduced.sum.push_back({m.var, c});
    }
    reduced.constant = floor_mod(term.constant, modulus);
    int64_t g = std::gcd(gcd_of(reduced), modulus);
    if (reduced.constant % g != 0) return truth(negated);
    divide_coefficients(reduced, g);
    reduced.constant /= g;
    modulus /= g;
    if (modulus == 1 || reduced.is_constant())
      return truth((modulus == 1 || reduced.constant == 0) != negated);
    term = std::move(reduced);
  }
  return make({negated ? FormulaKind::not_divides : FormulaKind::divides, std::move(term), modulus, {}, {}});
}

FormulaId Formulas::join(FormulaKind kind, const std::vector<FormulaId>& children) {
  if (out_of_budget()) return no();
  FormulaId neutral = truth(kind == FormulaKind::all);
  FormulaId absorbing = truth(kind != FormulaKind::all);
  std::vector<FormulaId> flat;
  for (FormulaId child : children) {
    if (child == neutral) continue;
    if (child == absorbing) return absorbing;
    if (store_[child].kind == kind) {
      const std::vector<FormulaId>& inner = store_[child].children;
      flat.insert(flat.end(), inner.begin(), inner.end());
    } else {
      flat.push_back(child);
    }
  }
  if (flat.empty()) return neutral;
  if (flat.size() == 1) return flat[0];
  return make({kind, {}, 0, {}, std::move(flat)});
}

FormulaId Formulas::all(const std::vector<FormulaId>& children) {
  return join(FormulaKind::all, children);
}

FormulaId Formulas::any(const std::vector<FormulaId>& children) {
  return join(FormulaKind::any, children);
}

FormulaId Formulas::for_all(VarId bound, FormulaId body) {
  if (!mentions(body, bound)) return body;
  return make({FormulaKind::for_all, {}, 0, bound, {body}});
}

FormulaId Formulas::negate(FormulaId id) {
  const Formula formula = store_[id];  // a copy: the store grows below
  switch (formula.kind) {
    case FormulaKind::yes:
      return no();
    case FormulaKind::no:
      return yes();
    case FormulaKind::at_most_zero:
      return at_most_zero(plus(scale(formula.term, -1), 1));
    case FormulaKind::zero:
      return either(at_most_zero(plus(formula.term, 1)), at_most_zero(plus(scale(formula.term, -1), 1)));
    case FormulaKind::divides:
      return divides(formula.modulus, formula.term, true);
    case FormulaKind::not_divides:
      return divides(formula.modulus, formula.term, false);
    case FormulaKind::all:
    case FormulaKind::any: {
      std::vector<FormulaId> children;
      for (FormulaId child : formula.children) {
        if (out_of_budget()) return no();
        children.push_back(negate(child));
      }
      return formula.kind == FormulaKind::all ? any(std::move(children)) : all(std::move(children));
    }
    case FormulaKind::for_all:
      break;
  }
  DH_CHECK(false, "a quantifier is never negated");
  return no();
}

FormulaId Formulas::substitute(FormulaId id, Substitution& substitution) {
  const Formula formula = store_[id];
  switch (formula.kind) {
    case FormulaKind::yes:
    case FormulaKind::no:
      return id;
    case FormulaKind::at_most_zero:
      return at_most_zero(substitution.apply(formula.term));
    case FormulaKind::zero:
      return zero(substitution.apply(formula.term));
    case FormulaKind::divides:
    case FormulaKind::not_divides:
      return divides(formula.modulus, substitution.apply(formula.term),
                     formula.kind == FormulaKind::not_divides);
    case FormulaKind::all:
    case FormulaKind::any: {
      std::vector<FormulaId> children;
      for (FormulaId child : formula.children) {
        if (out_of_budget()) return no();
        children.push_back(substitute(child, substitution));
      }
      return join(formula.kind, std::move(children));
    }
    case FormulaKind::for_all:
      return for_all(formula.bound, substitute(formula.children[0], substitution));
  }
  return id;
}

bool Formulas::mentions(const Term& term, VarId var) const {
  return std::any_of(term.sum.begin(), term.sum.end(), [&](const Monomial& m) {
    const Var& one = vars[m.var];
    return m.var == var || (one.is_derived() && (mentions(one.numerator, var) || mentions(one.factor, var)));
  });
}

bool Formulas::mentions(FormulaId id, VarId var) const {
  std::vector<FormulaId> open = {id};
  FlatSet<FormulaId> visited;  // formulas share parts: each is looked at once
  while (!open.empty()) {
    FormulaId next = open.back();
    open.pop_back();
    const Formula& formula = store_[next];
    if (mentions(formula.term, var)) return true;
    if (formula.children.empty() || !visited.insert(next).second) continue;
    open.insert(open.end(), formula.children.begin(), formula.children.end());
  }
  return false;
}

std::vector<VarId> Formulas::variables(FormulaId id) const {
  std::vector<VarId> found;
  std::vector<FormulaId> formulas = {id};
  std::vector<const Term*> terms;
  std::vector<bool> seen(vars.size());
  FlatSet<FormulaId> visited;
  while (!formulas.empty()) {
    FormulaId next = formulas.back();
    formulas.pop_back();
    const Formula& formula = store_[next];
    if (!formula.children.empty() && !visited.insert(next).second) continue;
    formulas.insert(formulas.end(), formula.children.begin(), formula.children.end());
    terms.push_back(&formula.term);
    while (!terms.empty()) {
      const Term& term = *terms.back();
      terms.pop_back();
      for (const Monomial& m : term.sum) {
        if (seen[m.var.index()]) continue;
        seen[m.var.index()] = true;
        found.push_back(m.var);
        if (!vars[m.var].is_derived()) continue;
        terms.push_back(&vars[m.var].numerator);
        terms.push_back(&vars[m.var].factor);
      }
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

FormulaId Formulas::definition(VarId quotient) {
  const Var& var = vars[quotient];
  DH_CHECK(var.kind == VarKind::quotient, "{} is not a quotient", var.name);
  Term whole = scale(variable_term(quotient), var.divisor);
  return both(at_most(whole, var.numerator), less(var.numerator, plus(whole, var.divisor)));
}

int64_t evaluate(const Term& term, const Vars& vars, const std::function<int64_t(VarId)>& value) {
  __extension__ typedef __int128 Wide;  // saturates instead of wrapping
  Wide result = term.constant;
  for (const Monomial& m : term.sum) {
    const Var& var = vars[m.var];
    Wide one = 0;
    if (var.kind == VarKind::quotient) {
      one = floor_div(evaluate(var.numerator, vars, value), var.divisor);
    } else if (var.kind == VarKind::product) {
      one = Wide{evaluate(var.numerator, vars, value)} * evaluate(var.factor, vars, value);
      one = std::clamp<Wide>(one, INT64_MIN, INT64_MAX);
    } else {
      one = value(m.var);
    }
    result += Wide{m.coefficient} * one;
  }
  return static_cast<int64_t>(std::clamp<Wide>(result, INT64_MIN, INT64_MAX));
}

bool Formulas::evaluate(FormulaId id, const std::function<int64_t(VarId)>& value) const {
  const Formula& formula = store_[id];
  switch (formula.kind) {
    case FormulaKind::yes:
      return true;
    case FormulaKind::no:
      return false;
    case FormulaKind::at_most_zero:
      return exo::evaluate(formula.term, vars, value) <= 0;
    case FormulaKind::zero:
      return exo::evaluate(formula.term, vars, value) == 0;
    case FormulaKind::divides:
      return floor_mod(exo::evaluate(formula.term, vars, value), formula.modulus) == 0;
    case FormulaKind::not_divides:
      return floor_mod(exo::evaluate(formula.term, vars, value), formula.modulus) != 0;
    case FormulaKind::all:
      return std::all_of(formula.children.begin(), formula.children.end(),
                         [&](FormulaId child) { return evaluate(child, value); });
    case FormulaKind::any:
      return std::any_of(formula.children.begin(), formula.children.end(),
                         [&](FormulaId child) { return evaluate(child, value); });
    case FormulaKind::for_all:
      break;
  }
  DH_CHECK(false, "a quantifier cannot be evaluated");
}

}  // namespace dh::exo
