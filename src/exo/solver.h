// Satisfiability of formulas: case splitting over the exact linear test, Z3 for what that leaves open.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exo/formula.h"
#include "exo/linear_system.h"

namespace dh::exo {

struct SolverOptions {
  int64_t time_limit_ms = 5000;  // of one Z3 query
  int64_t budget = 200000;       // rows of one own query
  bool cross_check = false;      // every own answer is compared with Z3's
};

struct SolverStats {
  int64_t queries = 0;
  int64_t by_z3 = 0;  // own test undecided
  int64_t unknown = 0;
  int64_t cross_checked = 0;
  void add(const SolverStats& other);
};

// Values of the variables of a query.
class Model {
 public:
  void set(VarId var, int64_t value) { values_[var] = value; }
  // Variables the query does not have are free: 0.
  int64_t value(VarId var) const {
    auto found = values_.find(var);
    return found == values_.end() ? 0 : found->second;
  }

 private:
  FlatMap<VarId, int64_t> values_;
};

struct Verdict {
  Answer answer = Answer::unknown;
  Model model;         // when sat
  std::string reason;  // when unknown
};

// Not thread-safe; one per kernel.
class Solver {
 public:
  Solver(Formulas& formulas, const SolverOptions& options) : formulas_(formulas), options_(options) {}

  Verdict check(FormulaId query);
  // Own test only: unknown where that does not decide.
  Verdict check_without_z3(FormulaId query);

  const SolverStats& stats() const { return stats_; }
  // A difference between the own test and Z3, when cross-checking found one.
  const std::vector<std::string>& disagreements() const { return disagreements_; }

 private:
  Formulas& formulas_;
  SolverOptions options_;
  SolverStats stats_;
  std::vector<std::string> disagreements_;
};

}  // namespace dh::exo
