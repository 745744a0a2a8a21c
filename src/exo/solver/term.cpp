#include "exo/solver/term.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/floor_division.h"

namespace dh::exo {

namespace {

// Far below 2^63, so that sums of a few products still fit.
constexpr int64_t kMaxTermValue = int64_t{1} << 52;

int64_t checked_add(int64_t a, int64_t b, bool& overflowed) {
  int64_t result = 0;
  if (__builtin_add_overflow(a, b, &result) || result > kMaxTermValue || result < -kMaxTermValue) {
    overflowed = true;
    return 0;
  }
  return result;
}

int64_t checked_multiply(int64_t a, int64_t b, bool& overflowed) {
  int64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result) || result > kMaxTermValue || result < -kMaxTermValue) {
    overflowed = true;
    return 0;
  }
  return result;
}

uint64_t hash_of(const Term& term, int64_t divisor) {
  uint64_t h = hash_combine(static_cast<uint64_t>(term.constant), static_cast<uint64_t>(divisor));
  for (const Monomial& m : term.sum)
    h = hash_combine(hash_combine(h, m.var.value), static_cast<uint64_t>(m.coefficient));
  return h;
}

}  // namespace

int64_t Term::coefficient(VarId var) const {
  for (const Monomial& m : sum) {
    if (m.var == var) return m.coefficient;
  }
  return 0;
}

Term constant_term(int64_t value) {
  Term term;
  term.constant = value;
  term.overflowed = value > kMaxTermValue || value < -kMaxTermValue;
  if (term.overflowed) term.constant = 0;
  return term;
}

Term variable_term(VarId var) {
  Term term;
  term.sum.push_back({var, 1});
  return term;
}

Term add(const Term& a, const Term& b) {
  Term result;
  result.overflowed = a.overflowed || b.overflowed;
  result.constant = checked_add(a.constant, b.constant, result.overflowed);
  size_t i = 0;
  size_t j = 0;
  while (i < a.sum.size() || j < b.sum.size()) {
    if (j == b.sum.size() || (i < a.sum.size() && a.sum[i].var < b.sum[j].var)) {
      result.sum.push_back(a.sum[i++]);
    } else if (i == a.sum.size() || b.sum[j].var < a.sum[i].var) {
      result.sum.push_back(b.sum[j++]);
    } else {
      int64_t c = checked_add(a.sum[i].coefficient, b.sum[j].coefficient, result.overflowed);
      if (c != 0) result.sum.push_back({a.sum[i].var, c});
      ++i;
      ++j;
    }
  }
  return result;
}

Term scale(const Term& a, int64_t factor) {
  Term result;
  result.overflowed = a.overflowed;
  if (factor == 0) return result;
  result.constant = checked_multiply(a.constant, factor, result.overflowed);
  for (const Monomial& m : a.sum) {
    int64_t c = checked_multiply(m.coefficient, factor, result.overflowed);
    if (c != 0) result.sum.push_back({m.var, c});
  }
  return result;
}

Term subtract(const Term& a, const Term& b) {
  return add(a, scale(b, -1));
}

Term plus(Term a, int64_t constant) {
  a.constant = checked_add(a.constant, constant, a.overflowed);
  return a;
}

Term without(const Term& a, VarId var) {
  Term result = a;
  for (auto m = result.sum.begin(); m != result.sum.end(); ++m) {
    if (m->var == var) {
      result.sum.erase(m);
      break;
    }
  }
  return result;
}

VarId Vars::add(VarKind kind, std::string name, VarId original) {
  Var var;
  var.kind = kind;
  var.name = std::move(name);
  var.original = original;
  if (original.valid()) var.why = vars_[original].why;
  return vars_.add(std::move(var));
}

VarId Vars::add_unknown(VarKind kind, std::string name, std::string why) {
  VarId id = add(kind, std::move(name));
  vars_[id].why = std::move(why);
  return id;
}

VarId Vars::find_derived(uint64_t hash, const Var& wanted) const {
  auto found = derived_.find(hash);
  if (found == derived_.end()) return {};
  for (VarId id : found->second) {
    const Var& var = vars_[id];
    bool same = var.kind == wanted.kind && var.divisor == wanted.divisor &&
                var.numerator == wanted.numerator && var.factor == wanted.factor;
    if (same) return id;
  }
  return {};
}

Term Vars::quotient(const Term& numerator, int64_t divisor) {
  DH_CHECK(divisor > 0, "divisor {}", divisor);
  // floor((d * whole + rest) / d) = whole + floor(rest / d): what is left is small, and equal ones are equal.
  Term whole;
  Term rest;
  whole.overflowed = rest.overflowed = numerator.overflowed;
  whole.constant = floor_div(numerator.constant, divisor);
  rest.constant = floor_mod(numerator.constant, divisor);
  for (const Monomial& m : numerator.sum) {
    int64_t q = floor_div(m.coefficient, divisor);
    int64_t r = floor_mod(m.coefficient, divisor);
    if (q != 0) whole.sum.push_back({m.var, q});
    if (r != 0) rest.sum.push_back({m.var, r});
  }
  if (rest.is_constant()) return whole;
  Var var;
  var.kind = VarKind::quotient;
  var.numerator = rest;
  var.divisor = divisor;
  uint64_t hash = hash_of(rest, divisor);
  VarId id = find_derived(hash, var);
  if (!id.valid()) {
    var.name = fmt::format("({}) / {}", to_string(rest, *this), divisor);
    id = vars_.add(std::move(var));
    derived_[hash].push_back(id);
  }
  return exo::add(whole, variable_term(id));
}

Term Vars::product(const Term& a, const Term& b) {
  if (a.is_constant()) return scale(b, a.constant);
  if (b.is_constant()) return scale(a, b.constant);
  uint64_t hash_a = hash_of(a, 0);
  uint64_t hash_b = hash_of(b, 0);
  bool swap = hash_b < hash_a;
  Var var;
  var.kind = VarKind::product;
  var.numerator = swap ? b : a;
  var.factor = swap ? a : b;
  uint64_t hash = hash_combine(std::min(hash_a, hash_b), std::max(hash_a, hash_b));
  VarId id = find_derived(hash, var);
  if (!id.valid()) {
    var.name = fmt::format("({}) * ({})", to_string(a, *this), to_string(b, *this));
    id = vars_.add(std::move(var));
    derived_[hash].push_back(id);
  }
  Term result = variable_term(id);
  result.overflowed = a.overflowed || b.overflowed;
  return result;
}

const Term& Substitution::replacement(VarId var) {
  auto found = map_.find(var);
  if (found != map_.end()) return found->second;
  Term result = variable_term(var);
  if (vars_[var].is_derived()) {
    Var old = vars_[var];  // a copy: the table may grow
    Term numerator = apply(old.numerator);
    Term factor = apply(old.factor);
    if (old.kind == VarKind::quotient && !(numerator == old.numerator)) {
      result = vars_.quotient(numerator, old.divisor);
    } else if (old.kind == VarKind::product && !(numerator == old.numerator && factor == old.factor)) {
      result = vars_.product(numerator, factor);
    }
  }
  return map_[var] = std::move(result);
}

Term Substitution::apply(const Term& term) {
  Term result;
  result.constant = term.constant;
  result.overflowed = term.overflowed;
  for (const Monomial& m : term.sum) {
    // The reference dies with the next look-up: used at once.
    result = add(result, scale(replacement(m.var), m.coefficient));
  }
  return result;
}

std::string to_string(const Term& term, const Vars& vars) {
  std::string out;
  for (const Monomial& m : term.sum) {
    int64_t c = m.coefficient;
    if (out.empty()) {
      if (c < 0) out += "-";
    } else {
      out += c < 0 ? " - " : " + ";
    }
    int64_t size = c < 0 ? -c : c;
    if (size != 1) out += fmt::format("{} * ", size);
    out += vars[m.var].name;
  }
  if (out.empty()) return fmt::format("{}", term.constant);
  if (term.constant != 0)
    out += fmt::format(" {} {}", term.constant < 0 ? "-" : "+", std::abs(term.constant));
  return out;
}

}  // namespace dh::exo
