#include "exo/solver/linear_system.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <optional>

#include "base/floor_division.h"
#include "base/hash.h"

namespace dh::exo {

namespace {

__extension__ typedef __int128 Wide;
constexpr int64_t kMaxCoefficient = int64_t{1} << 60;
constexpr int kMaxSplits = 40;  // nested inexact eliminations

// coefficients[0 .. n) and, last, the constant.
using Row = boost::container::small_vector<int64_t, 20>;

// What was done to a variable, to compute its value from those that were left.
struct Undo {
  uint32_t var;
  bool substituted;  // value = row (whose own entry is the factor of the new variable in its place)
  Row row;
  std::vector<Row> bounds;  // else: the inequalities that held it
};

class Omega {
 public:
  Omega(uint32_t n, Budget& budget) : n_(n), budget_(budget) {}

  Answer solve(std::vector<Row> equalities, std::vector<Row> inequalities, std::vector<int64_t>& values,
               int splits) {
    std::vector<Undo> trail;
    while (true) {
      Answer answer = eliminate_equalities(equalities, inequalities, trail);
      if (answer != Answer::sat) return answer;
      answer = tidy(inequalities, equalities);
      if (answer != Answer::sat) return answer;
      if (!equalities.empty()) continue;
      if (inequalities.empty()) break;
      if (!spend_rows(inequalities.size())) return Answer::unknown;
      Choice choice = choose(inequalities);
      if (!choice.exact) return split(std::move(inequalities), choice.var, trail, values, splits);
      answer = project(inequalities, choice.var, false, &trail);
      if (answer != Answer::sat) return answer;
    }
    values.assign(n_, 0);
    return undo(trail, values) ? Answer::sat : Answer::unknown;
  }

 private:
  struct Choice {
    uint32_t var = 0;
    bool exact = false;
  };

  bool fits(Wide value) const { return value <= kMaxCoefficient && value >= -kMaxCoefficient; }

  // a * x + b * y, entry by entry.
  bool combine(const Row& x, int64_t a, const Row& y, int64_t b, Row& out) {
    out.resize(n_ + 1);
    for (uint32_t i = 0; i <= n_; ++i) {
      Wide value = Wide{a} * x[i] + Wide{b} * y[i];
      if (!fits(value)) return false;
      out[i] = static_cast<int64_t>(value);
    }
    return spend_rows(1);
  }

  // Every pass over rows is charged, whatever it is for: one step a few entries.
  bool spend_rows(size_t rows) { return budget_.spend(static_cast<int64_t>(rows) * (1 + n_ / 4)); }

  // --- equalities --------------------------------------------------------------------------------------

  // Divides by the gcd; false when there is no solution.
  bool normalize_equality(Row& row) const {
    int64_t g = 0;
    for (uint32_t i = 0; i < n_; ++i) g = std::gcd(g, row[i]);
    if (g == 0) return row[n_] == 0;
    if (row[n_] % g != 0) return false;
    for (int64_t& c : row) c /= g;
    return true;
  }

  Answer eliminate_equalities(std::vector<Row>& equalities, std::vector<Row>& inequalities,
                              std::vector<Undo>& trail) {
    while (!equalities.empty()) {
      Row row = std::move(equalities.back());
      equalities.pop_back();
      if (!spend_rows(1 + equalities.size() + inequalities.size())) return Answer::unknown;
      if (!normalize_equality(row)) return Answer::unsat;
      uint32_t var = n_;
      for (uint32_t i = 0; i < n_; ++i) {
        if (row[i] != 0 && (var == n_ || std::abs(row[i]) < std::abs(row[var]))) var = i;
      }
      if (var == n_) continue;
      Undo change{var, true, make_change(row, var), {}};
      bool unit = std::abs(row[var]) == 1;
      for (std::vector<Row>* list : {&equalities, &inequalities}) {
        for (Row& other : *list) {
          if (!substitute(other, change)) return Answer::unknown;
        }
      }
      if (!unit) {
        if (!substitute(row, change)) return Answer::unknown;
        equalities.push_back(std::move(row));
      }
      trail.push_back(std::move(change));
    }
    return Answer::sat;
  }

  // The variable by the others: exactly, where its coefficient is 1; else by a new variable in its place,
  // such that the other coefficients of the row become smaller than its own.
  Row make_change(const Row& row, uint32_t var) const {
    Row change(n_ + 1, 0);
    int64_t a = row[var];
    bool unit = std::abs(a) == 1;
    for (uint32_t i = 0; i <= n_; ++i) {
      if (i == var) continue;
      int64_t q = unit ? row[i] * a : floor_div(2 * row[i] + std::abs(a), 2 * std::abs(a)) * (a < 0 ? -1 : 1);
      change[i] = -q;
    }
    change[var] = unit ? 0 : 1;
    return change;
  }

  bool substitute(Row& row, const Undo& change) {
    int64_t c = row[change.var];
    if (c == 0) return true;
    row[change.var] = 0;
    Row result;
    if (!combine(row, 1, change.row, c, result)) return false;
    row = std::move(result);
    return true;
  }

  // --- inequalities ------------------------------------------------------------------------------------

  // The same for a row and for its negation, which is recognised by the sign of the first entry.
  uint64_t shape_hash(const Row& row) const {
    uint64_t h = 0;
    int64_t sign = 0;
    for (uint32_t i = 0; i < n_; ++i) {
      if (row[i] == 0) continue;
      if (sign == 0) sign = row[i] < 0 ? -1 : 1;
      h += hash_mix(static_cast<uint64_t>(row[i] * sign) * 0x9e3779b97f4a7c15ull + i);
    }
    return h;
  }

  bool same_shape(const Row& a, const Row& b, int sign) const {
    for (uint32_t i = 0; i < n_; ++i) {
      if (a[i] != sign * b[i]) return false;
    }
    return true;
  }

  // Divides by the gcd of the coefficients, rounding the constant; 0: the row has no variable.
  int64_t tighten(Row& row) const {
    int64_t g = 0;
    for (uint32_t i = 0; i < n_; ++i) g = std::gcd(g, row[i]);
    if (g > 1) {
      for (uint32_t i = 0; i < n_; ++i) row[i] /= g;
      row[n_] = -floor_div(-row[n_], g);
    }
    return g;
  }

  // Tightens, drops what another row implies, and finds pairs that contradict or pin each other.
  Answer tidy(std::vector<Row>& rows, std::vector<Row>& equalities) {
    if (!spend_rows(rows.size())) return Answer::unknown;
    std::vector<std::pair<uint64_t, uint32_t>> by_shape;
    by_shape.reserve(rows.size());
    std::vector<Row> kept;
    kept.reserve(rows.size());
    for (Row& row : rows) {
      if (tighten(row) == 0) {
        if (row[n_] > 0) return Answer::unsat;
        continue;
      }
      by_shape.emplace_back(shape_hash(row), static_cast<uint32_t>(kept.size()));
      kept.push_back(std::move(row));
    }
    std::sort(by_shape.begin(), by_shape.end());
    std::vector<bool> implied(kept.size());
    for (size_t i = 0; i < by_shape.size(); ++i) {
      if (implied[by_shape[i].second]) continue;
      Row& row = kept[by_shape[i].second];
      for (size_t j = i + 1; j < by_shape.size() && by_shape[j].first == by_shape[i].first; ++j) {
        const Row& other = kept[by_shape[j].second];
        if (implied[by_shape[j].second] || !same_shape(row, other, 1)) continue;
        row[n_] = std::max(row[n_], other[n_]);
        implied[by_shape[j].second] = true;
      }
    }
    for (size_t i = 0; i < by_shape.size(); ++i) {
      if (implied[by_shape[i].second]) continue;
      const Row& row = kept[by_shape[i].second];
      for (size_t j = i + 1; j < by_shape.size() && by_shape[j].first == by_shape[i].first; ++j) {
        const Row& other = kept[by_shape[j].second];
        if (implied[by_shape[j].second] || !same_shape(row, other, -1)) continue;
        // f <= -c_i and -f <= -c_j
        if (row[n_] + other[n_] > 0) return Answer::unsat;
        if (row[n_] + other[n_] == 0) equalities.push_back(row);
      }
    }
    rows.clear();
    for (size_t i = 0; i < kept.size(); ++i) {
      if (!implied[i]) rows.push_back(std::move(kept[i]));
    }
    return Answer::sat;
  }

  // The variable whose elimination is exact and makes the fewest rows; else the cheapest of all.
  Choice choose(const std::vector<Row>& rows) const {
    Choice best;
    int64_t best_cost = INT64_MAX;
    for (uint32_t v = 0; v < n_; ++v) {
      int64_t lower = 0;
      int64_t upper = 0;
      bool unit_lower = true;
      bool unit_upper = true;
      for (const Row& row : rows) {
        if (row[v] > 0) {
          ++upper;
          unit_upper &= row[v] == 1;
        } else if (row[v] < 0) {
          ++lower;
          unit_lower &= row[v] == -1;
        }
      }
      if (lower + upper == 0) continue;
      bool exact = lower == 0 || upper == 0 || unit_lower || unit_upper;
      int64_t cost = lower * upper - lower - upper;
      if ((exact && !best.exact) || (exact == best.exact && cost < best_cost)) {
        best = {v, exact};
        best_cost = cost;
      }
    }
    return best;
  }

  // Fourier-Motzkin. Dark: only where an integer surely lies between.
  Answer project(std::vector<Row>& rows, uint32_t var, bool dark, std::vector<Undo>* trail) {
    std::vector<Row> bounds;
    std::vector<Row> rest;
    for (Row& row : rows) (row[var] != 0 ? bounds : rest).push_back(std::move(row));
    for (const Row& lower : bounds) {
      if (lower[var] > 0) continue;
      for (const Row& upper : bounds) {
        if (upper[var] < 0) continue;
        Row combined;
        int64_t a = upper[var];
        int64_t b = -lower[var];
        if (!combine(lower, a, upper, b, combined)) return Answer::unknown;
        if (dark) {
          Wide constant = Wide{combined[n_]} + Wide{a - 1} * (b - 1);
          if (!fits(constant)) return Answer::unknown;
          combined[n_] = static_cast<int64_t>(constant);
        }
        rest.push_back(std::move(combined));
      }
    }
    rows = std::move(rest);
    if (trail != nullptr) trail->push_back({var, false, {}, std::move(bounds)});
    return Answer::sat;
  }

  Answer split(const std::vector<Row>& rows, uint32_t var, std::vector<Undo>& trail,
               std::vector<int64_t>& values, int splits) {
    if (splits >= kMaxSplits) return Answer::unknown;
    bool unknown = false;
    for (bool dark : {false, true}) {
      std::vector<Row> shadow = rows;
      std::vector<Undo> one;
      if (project(shadow, var, dark, &one) != Answer::sat) return Answer::unknown;
      Answer answer = solve({}, std::move(shadow), values, splits + 1);
      // A solution of the real shadow may happen to have an integer above it.
      if (answer == Answer::sat && undo(one, values))
        return undo(trail, values) ? Answer::sat : Answer::unknown;
      if (answer == Answer::unsat && !dark) return Answer::unsat;
      unknown |= answer == Answer::unknown;
    }
    int64_t largest = 0;
    for (const Row& row : rows) largest = std::max(largest, row[var]);
    for (const Row& row : rows) {
      if (row[var] >= 0) continue;
      int64_t b = -row[var];
      Wide last = (Wide{largest} * b - largest - b) / largest;
      for (int64_t i = 0; i <= last; ++i) {
        if (!spend_rows(1 + rows.size())) return Answer::unknown;
        Row equality = row;
        equality[n_] += i;
        Answer answer = solve({equality}, rows, values, splits + 1);
        if (answer == Answer::sat) return undo(trail, values) ? Answer::sat : Answer::unknown;
        unknown |= answer == Answer::unknown;
      }
    }
    return unknown ? Answer::unknown : Answer::unsat;
  }

  // --- values ------------------------------------------------------------------------------------------

  std::optional<int64_t> evaluate(const Row& row, const std::vector<int64_t>& values, uint32_t except) const {
    Wide sum = row[n_];
    for (uint32_t i = 0; i < n_; ++i) {
      if (i != except && row[i] != 0) sum += Wide{row[i]} * values[i];
    }
    if (!fits(sum)) return std::nullopt;
    return static_cast<int64_t>(sum);
  }

  bool undo(const std::vector<Undo>& trail, std::vector<int64_t>& values) const {
    for (auto step = trail.rbegin(); step != trail.rend(); ++step) {
      if (step->substituted) {
        std::optional<int64_t> value = evaluate(step->row, values, n_);
        if (!value) return false;
        values[step->var] = *value;
      } else if (!place_between(*step, values)) {
        return false;
      }
    }
    return true;
  }

  // The value nearest to zero that all bounds allow.
  bool place_between(const Undo& step, std::vector<int64_t>& values) const {
    int64_t low = INT64_MIN;
    int64_t high = INT64_MAX;
    for (const Row& row : step.bounds) {
      std::optional<int64_t> rest = evaluate(row, values, step.var);
      if (!rest) return false;
      int64_t c = row[step.var];
      if (c > 0) {
        high = std::min(high, floor_div(-*rest, c));
      } else {
        low = std::max(low, -floor_div(-*rest, -c));
      }
    }
    if (low > high) return false;
    values[step.var] = std::clamp<int64_t>(0, low, high);
    return true;
  }

  uint32_t n_;
  Budget& budget_;
};

}  // namespace

LinearSolution solve_linear(uint32_t variables, const std::vector<LinearRow>& rows, Budget& budget) {
  std::vector<Row> equalities;
  std::vector<Row> inequalities;
  for (const LinearRow& from : rows) {
    Row row(variables + 1, 0);
    for (const auto& entry : from.sum) row[entry.first] += entry.second;
    row[variables] = from.constant;
    (from.equality ? equalities : inequalities).push_back(std::move(row));
  }
  LinearSolution solution;
  solution.answer =
      Omega(variables, budget).solve(std::move(equalities), std::move(inequalities), solution.values, 0);
  if (solution.answer != Answer::sat) solution.values.clear();
  return solution;
}

}  // namespace dh::exo
