#include "exo/solver/solver.h"

#include <fmt/format.h>

#include <algorithm>

#include "exo/solver/smtlib.h"
#include "exo/solver/z3_client.h"

namespace dh::exo {

namespace {

constexpr int kMaxDepth = 1000;          // alternatives taken within each other
constexpr int64_t kQueriesInBudget = 6;  // one query may use at most this part of its loop's budget
constexpr int64_t kBriefInBudget = 60;   // the same for a question that is not needed for the verdict
// What Z3 counts for its own limit, in steps of ours: measured, up to 4 microseconds each.
constexpr int64_t kStepsOfZ3Unit = 250;
constexpr uint32_t kMaxAtomsForZ3 = 20'000;
constexpr int64_t kSmallestForZ3 = 1'000'000;  // steps left that make it worth to load Z3

// Depth-first over the alternatives. The rows of the current branch grow and shrink with it.
class CaseSplitter {
 public:
  CaseSplitter(Formulas& formulas, Budget& budget) : f_(formulas), budget_(budget) {}

  Answer run(FormulaId query, Model& model) {
    for (VarId var : f_.variables(query)) column(var);
    std::vector<FormulaId> open = {query};
    for (size_t i = 0; i < columns_.size(); ++i) {
      if (f_.vars[columns_[i]].kind == VarKind::quotient) open.push_back(f_.definition(columns_[i]));
      has_product_ |= f_.vars[columns_[i]].kind == VarKind::product;
    }
    Answer answer = search(std::move(open), {});
    if (answer == Answer::sat) {
      for (size_t i = 0; i < columns_.size(); ++i) {
        if (columns_[i].valid()) model.set(columns_[i], values_[i]);
      }
      if (has_product_ && !f_.evaluate(query, [&](VarId var) { return model.value(var); })) {
        return Answer::unknown;  // products were taken for any number
      }
    }
    return answer;
  }

 private:
  uint32_t column(VarId var) {
    auto [entry, fresh] = index_.try_emplace(var, static_cast<uint32_t>(columns_.size()));
    if (fresh) columns_.push_back(var);
    return entry->second;
  }
  uint32_t fresh_column() {
    columns_.push_back({});
    return static_cast<uint32_t>(columns_.size() - 1);
  }

  LinearRow row(const Term& term, bool equality) {
    LinearRow result;
    result.equality = equality;
    result.constant = term.constant;
    for (const Monomial& m : term.sum) result.sum.emplace_back(column(m.var), m.coefficient);
    overflowed_ |= term.overflowed;
    return result;
  }

  void divides(const Formula& formula) {
    // term == modulus * k + r, with r = 0 or 1 <= r < modulus
    LinearRow equality = row(formula.term, true);
    equality.sum.emplace_back(fresh_column(), -formula.modulus);
    if (formula.kind == FormulaKind::not_divides) {
      uint32_t r = fresh_column();
      equality.sum.emplace_back(r, -1);
      LinearRow low;
      low.sum.emplace_back(r, -1);
      low.constant = 1;
      LinearRow high;
      high.sum.emplace_back(r, 1);
      high.constant = 1 - formula.modulus;
      rows_.push_back(low);
      rows_.push_back(high);
    }
    rows_.push_back(equality);
  }

  // False: the branch is dead.
  bool assume(std::vector<FormulaId>& open, std::vector<FormulaId>& choices) {
    while (!open.empty()) {
      budget_.spend(4);
      FormulaId id = open.back();
      open.pop_back();
      const Formula& formula = f_[id];
      switch (formula.kind) {
        case FormulaKind::yes:
          break;
        case FormulaKind::no:
          return false;
        case FormulaKind::at_most_zero:
          rows_.push_back(row(formula.term, false));
          break;
        case FormulaKind::zero:
          rows_.push_back(row(formula.term, true));
          break;
        case FormulaKind::divides:
        case FormulaKind::not_divides:
          divides(formula);
          break;
        case FormulaKind::all:
          open.insert(open.end(), formula.children.begin(), formula.children.end());
          break;
        case FormulaKind::any:
          choices.push_back(id);
          break;
        case FormulaKind::for_all:
          quantified_ = true;
          break;
      }
    }
    return true;
  }

  Answer search(std::vector<FormulaId> open, std::vector<FormulaId> choices) {
    size_t rows_before = rows_.size();
    size_t columns_before = columns_.size();
    bool quantified_before = quantified_;
    Answer answer = branch(std::move(open), std::move(choices));
    rows_.resize(rows_before);
    if (answer != Answer::sat) {
      columns_.resize(columns_before);
      quantified_ = quantified_before;
    }
    return answer;
  }

  Answer branch(std::vector<FormulaId> open, std::vector<FormulaId> choices) {
    if (!assume(open, choices)) return Answer::unsat;
    if (overflowed_ || budget_.exhausted() || ++depth_ > kMaxDepth) return Answer::unknown;
    LinearSolution solution = solve_linear(static_cast<uint32_t>(columns_.size()), rows_, budget_);
    if (solution.answer != Answer::sat) {
      --depth_;
      return solution.answer;
    }
    values_ = std::move(solution.values);
    // The alternative with the fewest children among those that this solution does not already satisfy.
    size_t pick = choices.size();
    for (size_t i = 0; i < choices.size(); ++i) {
      if (holds(choices[i])) continue;
      if (pick == choices.size() || f_[choices[i]].children.size() < f_[choices[pick]].children.size())
        pick = i;
    }
    if (pick == choices.size()) {
      --depth_;
      return quantified_ ? Answer::unknown : Answer::sat;
    }
    std::vector<FormulaId> children = f_[choices[pick]].children;
    choices.erase(choices.begin() + static_cast<std::ptrdiff_t>(pick));
    bool unknown = false;
    for (FormulaId child : children) {
      Answer answer = search({child}, choices);
      if (answer == Answer::sat) return answer;
      if (overflowed_ || budget_.exhausted()) return Answer::unknown;
      unknown |= answer == Answer::unknown;
    }
    --depth_;
    return unknown ? Answer::unknown : Answer::unsat;
  }

  bool holds(FormulaId id) const {
    const Formula& formula = f_[id];
    if (formula.kind == FormulaKind::for_all) return false;
    if (formula.kind == FormulaKind::any || formula.kind == FormulaKind::all) {
      bool any = formula.kind == FormulaKind::any;
      for (FormulaId child : formula.children) {
        if (holds(child) == any) return any;
      }
      return !any;
    }
    budget_.spend(8);
    return f_.evaluate(id, [this](VarId var) { return values_[index_.at(var)]; });
  }

  Formulas& f_;
  Budget& budget_;
  FlatMap<VarId, uint32_t> index_;
  std::vector<VarId> columns_;  // invalid: auxiliary
  std::vector<LinearRow> rows_;
  std::vector<int64_t> values_;
  int depth_ = 0;
  bool overflowed_ = false;
  bool quantified_ = false;
  bool has_product_ = false;
};

const char* name_of(Answer answer) {
  switch (answer) {
    case Answer::sat:
      return "sat";
    case Answer::unsat:
      return "unsat";
    case Answer::unknown:
      return "unknown";
  }
  return "";
}

}  // namespace

void SolverStats::add(const SolverStats& other) {
  queries += other.queries;
  by_z3 += other.by_z3;
  unknown += other.unknown;
  cross_checked += other.cross_checked;
}

Solver::Solver(Formulas& formulas, const SolverOptions& options, StopToken stop)
    : formulas_(formulas), options_(options), stop_(stop) {
  charge_to(UINT32_MAX);  // what is asked before any loop
}

void Solver::charge_to(uint32_t loop) {
  budget_ = &budgets_.try_emplace(loop, options_.loop_budget, stop_).first->second;
  formulas_.budget = budget_;
}

std::string Solver::exhausted_text() const {
  if (budget_->stopped()) return "the run was stopped";
  return fmt::format("the loop's budget of {} million steps is used up after {} questions",
                     std::max<int64_t>(options_.loop_budget / 1'000'000, 1), stats_.queries);
}

int64_t Solver::steps_spent() const {
  int64_t steps = 0;
  for (const auto& [loop, budget] : budgets_) steps += budget.spent();
  return steps;
}

bool Solver::ran_out() const {
  return stats_.unknown > 0 || std::any_of(budgets_.begin(), budgets_.end(),
                                           [](const auto& entry) { return entry.second.exhausted(); });
}

Verdict Solver::check_briefly(FormulaId query) {
  return decide_alone(query, options_.loop_budget / kBriefInBudget);
}

Verdict Solver::decide_alone(FormulaId query, int64_t most) {
  Verdict verdict;
  Budget part = budget_->part(most);
  if (!part.exhausted()) verdict.answer = CaseSplitter(formulas_, part).run(query, verdict.model);
  budget_->pay(part);
  if (verdict.answer == Answer::unknown) verdict.reason = exhausted_text();
  return verdict;
}

const Verdict& Solver::check(FormulaId query) {
  answer_ = {};
  if (budget_->exhausted()) {  // formulas that were made since are not to be trusted
    answer_.reason = exhausted_text();
    return answer_;
  }
  if (unsat_.contains(query)) {
    answer_.answer = Answer::unsat;
    return answer_;
  }
  auto found = other_answers_.find(query);
  if (found != other_answers_.end()) return found->second;
  ++stats_.queries;
  answer_ = decide(query);
  if (answer_.answer == Answer::unsat) {
    unsat_.insert(query);
    return answer_;
  }
  return other_answers_[query] = answer_;
}

Verdict Solver::decide(FormulaId query) {
  Verdict own = decide_alone(query, options_.loop_budget / kQueriesInBudget);
  if (own.answer != Answer::unknown && !options_.cross_check) return own;
  return with_z3(query, std::move(own));
}

Verdict Solver::with_z3(FormulaId query, Verdict own) {
  Verdict other;
  std::optional<SmtQuery> text;
  if (formulas_[query].atoms <= kMaxAtomsForZ3) text = to_smtlib(formulas_, query);
  if (formulas_[query].atoms > kMaxAtomsForZ3) {
    other.reason = own.reason;
  } else if (!text) {
    other.reason = "a number in the program is too large";
  } else if (budget_->left() < kSmallestForZ3) {
    other.reason = own.reason;
  } else {
    int64_t units = std::min(budget_->left(), options_.loop_budget / 2) / kStepsOfZ3Unit;
    Z3Answer answer = ask_z3(*text, {options_.time_limit_ms, units});
    // A cross-check is the user's wish: it must not change what the built-in test can afford.
    if (own.answer == Answer::unknown) budget_->spend(answer.units * kStepsOfZ3Unit);
    other = std::move(answer.verdict);
  }
  if (own.answer == Answer::unknown) {
    ++stats_.by_z3;
    if (other.answer == Answer::unknown) ++stats_.unknown;
    return other;
  }
  if (other.answer != Answer::unknown) ++stats_.cross_checked;
  if (other.answer != Answer::unknown && other.answer != own.answer) {
    disagreements_.push_back(fmt::format("own test says {}, Z3 says {}:\n{}", name_of(own.answer),
                                         name_of(other.answer), text->text));
  }
  return own;
}

}  // namespace dh::exo
