#include "exo/solver/quantifier.h"

#include <algorithm>
#include <numeric>

namespace dh::exo {

namespace {

constexpr int64_t kLargestModulus = 100'000;  // beyond it the cases are too many anyway
constexpr size_t kBudget = 4000;              // atoms of an eliminated formula

// Rebuilds a formula, atom by atom.
template <typename OnAtom>
FormulaId map_atoms(Formulas& formulas, FormulaId id, OnAtom& on_atom) {
  const Formula formula = formulas[id];
  if (formula.kind == FormulaKind::yes || formula.kind == FormulaKind::no) return id;
  if (formula.kind != FormulaKind::all && formula.kind != FormulaKind::any) return on_atom(id, formula);
  std::vector<FormulaId> children;
  for (FormulaId child : formula.children) children.push_back(map_atoms(formulas, child, on_atom));
  return formula.kind == FormulaKind::all ? formulas.all(std::move(children))
                                          : formulas.any(std::move(children));
}

// One variable that occurs in no quotient's numerator, out of a formula.
class Cooper {
 public:
  Cooper(Formulas& formulas, VarId var, size_t budget) : f_(formulas), var_(var), budget_(budget) {}

  std::optional<FormulaId> run(FormulaId body) {
    measure(body);
    if (failed_) return std::nullopt;
    FormulaId unit = f_.both(make_unit(body), f_.divides(multiple_, variable_term(var_)));
    measure_bounds(unit);
    if (failed_) return std::nullopt;
    size_t copies = static_cast<size_t>(period_) * (1 + std::min(lower_.size(), upper_.size()));
    if (copies > budget_ || copies * f_[unit].atoms > budget_) return std::nullopt;
    bool from_below = lower_.size() <= upper_.size();
    std::vector<FormulaId> cases;
    FormulaId far = at_infinity(unit, from_below);
    for (int64_t j = 1; j <= period_; ++j) {
      if (f_.budget != nullptr && f_.budget->exhausted()) return std::nullopt;
      cases.push_back(at(far, constant_term(from_below ? j : -j)));
      for (const Term& bound : from_below ? lower_ : upper_) {
        cases.push_back(at(unit, plus(bound, from_below ? j : -j)));
      }
    }
    return f_.any(std::move(cases));
  }

 private:
  int64_t lcm(int64_t a, int64_t b) {
    a = std::abs(a);
    b = std::abs(b);
    int64_t result = 0;
    if (__builtin_mul_overflow(a / std::gcd(a, b), b, &result) || result > kLargestModulus) {
      failed_ = true;
      return 1;
    }
    return result;
  }

  void measure(FormulaId id) {
    const Formula& formula = f_[id];
    if (formula.term.overflowed || formula.modulus > kLargestModulus) failed_ = true;
    int64_t c = formula.term.coefficient(var_);
    if (c != 0) multiple_ = lcm(multiple_, c);
    for (FormulaId child : formula.children) measure(child);
  }

  // Every atom with coefficient +-1, of a variable that stands for multiple_ times the old one.
  FormulaId make_unit(FormulaId body) {
    auto on_atom = [&](FormulaId id, const Formula& formula) {
      int64_t c = formula.term.coefficient(var_);
      if (c == 0) return id;
      int64_t factor = multiple_ / std::abs(c);
      Term rest = scale(without(formula.term, var_), factor);
      Term term = add(rest, scale(variable_term(var_), c < 0 ? -1 : 1));
      switch (formula.kind) {
        case FormulaKind::at_most_zero:
          return f_.at_most_zero(std::move(term));
        case FormulaKind::zero:
          return f_.zero(std::move(term));
        case FormulaKind::divides:
          return f_.divides(formula.modulus * factor, std::move(term));
        case FormulaKind::not_divides:
          return f_.divides(formula.modulus * factor, std::move(term), true);
        case FormulaKind::yes:
        case FormulaKind::no:
        case FormulaKind::all:
        case FormulaKind::any:
        case FormulaKind::for_all:
          break;
      }
      return id;
    };
    return map_atoms(f_, body, on_atom);
  }

  void add_bound(std::vector<Term>& list, Term term) {
    if (std::find(list.begin(), list.end(), term) == list.end()) list.push_back(std::move(term));
  }

  void measure_bounds(FormulaId id) {
    const Formula& formula = f_[id];
    for (FormulaId child : formula.children) measure_bounds(child);
    int64_t c = formula.term.coefficient(var_);
    if (formula.term.overflowed) failed_ = true;
    if (c == 0) return;
    Term rest = without(formula.term, var_);
    if (formula.kind == FormulaKind::divides || formula.kind == FormulaKind::not_divides) {
      period_ = lcm(period_, formula.modulus);
    } else if (formula.kind == FormulaKind::zero) {
      Term value = scale(rest, c > 0 ? -1 : 1);
      add_bound(lower_, plus(value, -1));
      add_bound(upper_, plus(value, 1));
    } else if (c > 0) {
      add_bound(upper_, plus(scale(rest, -1), 1));  // var <= -rest
    } else {
      add_bound(lower_, plus(rest, -1));  // var >= rest
    }
  }

  FormulaId at_infinity(FormulaId unit, bool minus) {
    auto on_atom = [&](FormulaId id, const Formula& formula) {
      int64_t c = formula.term.coefficient(var_);
      if (c == 0) return id;
      if (formula.kind == FormulaKind::zero) return f_.no();
      if (formula.kind == FormulaKind::at_most_zero) return f_.truth((c > 0) == minus);
      return id;
    };
    return map_atoms(f_, unit, on_atom);
  }

  FormulaId at(FormulaId id, const Term& value) {
    Substitution substitution(f_.vars);
    substitution.set(var_, value);
    return f_.substitute(id, substitution);
  }

  Formulas& f_;
  VarId var_;
  size_t budget_;
  int64_t multiple_ = 1;
  int64_t period_ = 1;
  std::vector<Term> lower_;  // values just below where something begins to hold
  std::vector<Term> upper_;
  bool failed_ = false;
};

// By Cooper's method on the negation: no value in the range makes the body false.
FormulaId range_by_elimination(Formulas& f, VarId bound, const Term& low, const Term& high, FormulaId body) {
  Term v = variable_term(bound);
  if (!f[body].quantified) {
    FormulaId escape = f.all({f.at_most(low, v), f.less(v, high), f.negate(body)});
    if (std::optional<FormulaId> some = eliminate_exists(f, bound, escape, kBudget)) return f.negate(*some);
  }
  return f.for_all(bound, f.any({f.less(v, low), f.at_most(high, v), body}));
}

FormulaId range(Formulas& f, VarId bound, const Term& low, const Term& high, FormulaId body) {
  if (f.budget != nullptr && f.budget->exhausted()) return f.no();
  const Formula formula = f[body];
  FormulaId empty = f.at_most(high, low);
  if (!f.mentions(body, bound)) return f.either(empty, body);
  if (formula.kind == FormulaKind::all) {
    std::vector<FormulaId> parts;
    for (FormulaId child : formula.children) parts.push_back(range(f, bound, low, high, child));
    return f.all(std::move(parts));
  }
  if (formula.kind == FormulaKind::any) {
    // Children that do not depend on the variable come out of the quantifier.
    std::vector<FormulaId> outside = {empty};
    std::vector<FormulaId> inside;
    for (FormulaId child : formula.children) (f.mentions(child, bound) ? inside : outside).push_back(child);
    outside.push_back(inside.size() == 1 ? range(f, bound, low, high, inside[0])
                                         : range_by_elimination(f, bound, low, high, f.any(inside)));
    return f.any(std::move(outside));
  }
  if (formula.kind == FormulaKind::at_most_zero) {
    int64_t c = formula.term.coefficient(bound);
    if (c != 0 && !f.mentions(without(formula.term, bound), bound)) {
      // Linear, not through a quotient: it holds on the range when it holds at the end where it is largest.
      Substitution end(f.vars);
      end.set(bound, c > 0 ? plus(high, -1) : low);
      return f.either(empty, f.substitute(body, end));
    }
  }
  return range_by_elimination(f, bound, low, high, body);
}

}  // namespace

bool has_quantifier(const Formulas& formulas, FormulaId id) {
  const Formula& formula = formulas[id];
  if (formula.kind == FormulaKind::for_all) return true;
  return std::any_of(formula.children.begin(), formula.children.end(),
                     [&](FormulaId child) { return has_quantifier(formulas, child); });
}

FormulaId for_all_in_range(Formulas& formulas, VarId bound, const Term& low, const Term& high,
                           FormulaId body) {
  if (body == formulas.yes()) return body;
  if (body == formulas.no()) return formulas.at_most(high, low);
  return range(formulas, bound, low, high, body);
}

std::optional<FormulaId> eliminate_exists(Formulas& formulas, VarId var, FormulaId body, size_t budget) {
  // Quotients over the variable go first, the outermost (youngest) of a nest before what it divides.
  std::vector<VarId> all = formulas.variables(body);
  for (auto id = all.rbegin(); id != all.rend(); ++id) {
    const Var& derived = formulas.vars[*id];
    if (!derived.is_derived()) continue;
    if (!formulas.mentions(derived.numerator, var) && !formulas.mentions(derived.factor, var)) continue;
    if (derived.kind == VarKind::product) return std::nullopt;
    std::optional<FormulaId> next =
        Cooper(formulas, *id, budget).run(formulas.both(formulas.definition(*id), body));
    if (!next) return std::nullopt;
    body = *next;
  }
  return Cooper(formulas, var, budget).run(body);
}

}  // namespace dh::exo
