#include "exo/solver.h"

#include <fmt/format.h>

#include "exo/smtlib.h"
#include "exo/z3_client.h"

namespace dh::exo {

namespace {

// Depth-first over the alternatives. The rows of the current branch grow and shrink with it.
class CaseSplitter {
 public:
  CaseSplitter(Formulas& formulas, int64_t budget) : f_(formulas), budget_(budget) {}

  Answer run(FormulaId query, Model& model) {
    for (VarId var : f_.variables(query)) column(var);
    std::vector<FormulaId> open = {query};
    for (size_t i = 0; i < columns_.size(); ++i) {
      if (f_.vars[columns_[i]].kind == VarKind::quotient) open.push_back(f_.definition(columns_[i]));
    }
    Answer answer = search(std::move(open), {});
    if (answer == Answer::sat) {
      for (size_t i = 0; i < columns_.size(); ++i) {
        if (columns_[i].valid()) model.set(columns_[i], values_[i]);
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
    if (overflowed_ || ++depth_ > 200) return Answer::unknown;
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
      if (overflowed_ || budget_ <= 0) return Answer::unknown;
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
    return f_.evaluate(id, [this](VarId var) { return values_[index_.at(var)]; });
  }

  Formulas& f_;
  int64_t budget_;
  FlatMap<VarId, uint32_t> index_;
  std::vector<VarId> columns_;  // invalid: auxiliary
  std::vector<LinearRow> rows_;
  std::vector<int64_t> values_;
  int depth_ = 0;
  bool overflowed_ = false;
  bool quantified_ = false;
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

Verdict Solver::check_without_z3(FormulaId query) {
  Verdict verdict;
  verdict.answer = CaseSplitter(formulas_, options_.budget).run(query, verdict.model);
  return verdict;
}

Verdict Solver::check(FormulaId query) {
  ++stats_.queries;
  Verdict verdict = check_without_z3(query);
  if (verdict.answer != Answer::unknown && !options_.cross_check) return verdict;
  std::optional<SmtQuery> text = to_smtlib(formulas_, query);
  Verdict other;
  if (text) {
    other = ask_z3(*text, options_.time_limit_ms);
  } else {
    other.reason = "a number in the program is too large";
  }
  if (verdict.answer == Answer::unknown) {
    ++stats_.by_z3;
    if (other.answer == Answer::unknown) ++stats_.unknown;
    return other;
  }
  if (other.answer != Answer::unknown) ++stats_.cross_checked;
  if (other.answer != Answer::unknown && other.answer != verdict.answer) {
    disagreements_.push_back(fmt::format("own test says {}, Z3 says {}:\n{}", name_of(verdict.answer),
                                         name_of(other.answer), text->text));
  }
  return verdict;
}

}  // namespace dh::exo
