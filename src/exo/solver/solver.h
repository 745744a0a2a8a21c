// Satisfiability of formulas: case splitting over the exact linear test, Z3 for what that leaves open.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "exo/solver/formula.h"
#include "exo/solver/linear_system.h"

namespace dh::exo {

struct SolverOptions {
  int64_t loop_budget = 60'000'000;  // steps for everything that is asked about one parallel loop
  // Of one Z3 query. Z3's count of resources ends it long before (below a second of an idle machine): a clock
  // would make the verdict depend on the load. This only guards against work that Z3 does not count.
  int64_t time_limit_ms = 600'000;
  bool cross_check = false;  // every own answer is compared with Z3's
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

// Not thread-safe; one per kernel. What is asked is paid from the budget of the current parallel loop.
class Solver {
 public:
  Solver(Formulas& formulas, const SolverOptions& options, StopToken stop = {});
  ~Solver() { formulas_.budget = nullptr; }
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  // The loop whose budget pays from here on: any number that names it. Each has one budget.
  void charge_to(uint32_t loop);
  Budget& budget() { return *budget_; }

  // Remembers answers: the same question costs nothing. The reference is valid until the next call.
  const Verdict& check(FormulaId query);
  // Own test only, and briefly: for smaller witnesses and for advice, which are welcome but not needed.
  Verdict check_briefly(FormulaId query);

  const SolverStats& stats() const { return stats_; }
  // Of all loops together.
  int64_t steps_spent() const;
  // Whether an answer is missing that a larger budget could give.
  bool ran_out() const;
  // A difference between the own test and Z3, when cross-checking found one.
  const std::vector<std::string>& disagreements() const { return disagreements_; }

 private:
  Verdict decide(FormulaId query);
  Verdict decide_alone(FormulaId query, int64_t most);
  Verdict with_z3(FormulaId query, Verdict own);
  std::string exhausted_text() const;

  Formulas& formulas_;
  SolverOptions options_;
  StopToken stop_;
  std::map<uint32_t, Budget> budgets_;
  Budget* budget_;  // of the current loop
  SolverStats stats_;
  std::vector<std::string> disagreements_;
  FlatSet<FormulaId> unsat_;
  FlatMap<FormulaId, Verdict> other_answers_;
  Verdict answer_;
};

}  // namespace dh::exo
