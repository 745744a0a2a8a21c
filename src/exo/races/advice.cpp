#include "exo/races/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

namespace dh::exo {

namespace {

constexpr size_t kMaxGaps = 64;       // tried for one loop
constexpr size_t kMaxConstants = 24;  // tried for one variable
constexpr int64_t kMinBound = 4;      // nobody wants to hear that a kernel is safe for n <= 1
constexpr size_t kMaxParts = 4;       // of one fix
constexpr size_t kMaxGuards = 32;     // tried for an access that still runs

// Gaps beside the nodes on the paths of the two accesses, the outermost first: a barrier there runs least
// often.
std::vector<Gap> candidate_gaps(const Kernel& k, NodeId construct, const std::vector<const Race*>& races) {
  std::vector<Gap> gaps;
  auto depth = [&](const Gap& gap) {
    int levels = 0;
    for (NodeId at = gap.parent; at != construct; at = k.nodes[at].parent) ++levels;
    return levels;
  };
  auto add = [&](Gap gap) {
    bool known = std::any_of(gaps.begin(), gaps.end(), [&](const Gap& other) {
      return other.parent == gap.parent && other.in_orelse == gap.in_orelse && other.position == gap.position;
    });
    if (!known && gaps.size() < kMaxGaps) gaps.push_back(gap);
  };
  for (const Race* race : races) {
    for (SiteId site : {race->second, race->first}) {
      for (NodeId at = k.sites[site].node; at != construct; at = k.nodes[at].parent) {
        const Node& node = k.nodes[at];
        add({node.parent, node.in_orelse, node.position});
        add({node.parent, node.in_orelse, node.position + 1});
      }
    }
  }
  std::stable_sort(gaps.begin(), gaps.end(), [&](const Gap& a, const Gap& b) { return depth(a) < depth(b); });
  return gaps;
}

// Whether all threads pass the gap in the same iterations.
bool uniform(const Kernel& k, NodeId construct, const Gap& gap) {
  std::vector<ThreadAxis> axes = thread_axes(k, construct);
  auto differs = [&](const auto& what) {
    return std::any_of(axes.begin(), axes.end(),
                       [&](const ThreadAxis& axis) { return k.formulas.mentions(what, axis.var); });
  };
  for (NodeId at = gap.parent; at != construct; at = k.nodes[at].parent) {
    const Node& node = k.nodes[at];
    if (node.is_parallel()) return false;
    if (node.kind == NodeKind::branch && differs(node.condition)) return false;
    if (node.kind == NodeKind::loop && (differs(node.low) || differs(node.high))) return false;
  }
  return true;
}

std::optional<BarrierAdvice> place_of(const Kernel& k, NodeId construct, const Gap& gap) {
  const Node& parent = k.nodes[gap.parent];
  if (parent.frame != k.nodes[construct].frame) return std::nullopt;  // callees serve others too
  const std::vector<NodeId>& list = gap.in_orelse ? parent.orelse : parent.body;
  bool before = gap.position < list.size();
  const Node& beside = k.nodes[list[before ? gap.position : list.size() - 1]];
  // Inside a call that was inlined here: the gap is between statements of two procs. Inside one statement of
  // several leaves: it is not a gap of the text.
  if (beside.frame != parent.frame) return std::nullopt;
  if (before && gap.position > 0 && k.nodes[list[gap.position - 1]].stmt == beside.stmt) return std::nullopt;
  bool block = beside.stmt->kind == StmtKind::loop || beside.stmt->kind == StmtKind::branch;
  return BarrierAdvice{k.place(beside.frame, beside.stmt->span), before, block};
}

void collect_constants(const Term& term, const Vars& vars, std::set<int64_t>& out) {
  auto note = [&](int64_t c) {
    if (std::abs(c) > 1 && std::abs(c) < (int64_t{1} << 40)) out.insert(std::abs(c));
  };
  note(term.constant);
  note(term.constant - 1);
  note(term.constant + 1);
  for (const Monomial& m : term.sum) {
    note(m.coefficient);
    if (vars[m.var].kind == VarKind::quotient) {
      note(vars[m.var].divisor);
      collect_constants(vars[m.var].numerator, vars, out);
    }
  }
}

void collect_constants(const Formulas& f, FormulaId id, std::set<int64_t>& out) {
  const Formula& formula = f[id];
  collect_constants(formula.term, f.vars, out);
  if (formula.modulus > 1) out.insert(formula.modulus);
  for (FormulaId child : formula.children) collect_constants(f, child, out);
}

// Something that can be added to the program, and which of the races it removes.
struct Candidate {
  std::optional<BarrierAdvice> barrier;
  std::string text;     // of an assert
  FormulaId condition;  // of an assert
  std::vector<bool> removes;
  size_t count = 0;
};

class FixSearch {
 public:
  FixSearch(Kernel& kernel, Solver& solver, NodeId construct, const std::vector<const RaceGroup*>& groups)
      : k_(kernel), f_(kernel.formulas), solver_(solver), construct_(construct) {
    for (const RaceGroup* group : groups) {
      complete_ &= group->counted_all;
      for (const Race& race : group->races) races_.push_back(&race);
      pairs_ += group->pairs;
      queries_.insert(queries_.end(), group->queries.begin(), group->queries.end());
    }
  }

  std::vector<Fix> run() {
    std::vector<Fix> fixes;
    if (!complete_ || queries_.empty()) return fixes;
    std::vector<Candidate> barriers = barrier_candidates();
    std::vector<Candidate> asserts = assert_candidates();
    for (const std::vector<Candidate>* list : {&barriers, &asserts}) {
      auto whole = std::find_if(list->begin(), list->end(),
                                [&](const Candidate& one) { return one.count == queries_.size(); });
      if (whole != list->end()) add_to(*whole, fixes.emplace_back());
    }
    if (!fixes.empty()) return fixes;
    barriers.insert(barriers.end(), asserts.begin(), asserts.end());
    if (std::optional<Fix> several = cover(barriers)) fixes.push_back(std::move(*several));
    return fixes;
  }

 private:
  bool unsat(FormulaId query) {
    if (query == f_.no() && !solver_.budget().exhausted()) return true;
    return solver_.check_briefly(query).answer == Answer::unsat;
  }

  void count(Candidate& candidate) const {
    candidate.count =
        static_cast<size_t>(std::count(candidate.removes.begin(), candidate.removes.end(), true));
  }

  static void add_to(const Candidate& candidate, Fix& fix) {
    if (candidate.barrier) {
      fix.barriers.push_back(*candidate.barrier);
    } else {
      fix.asserts.push_back(candidate.text);
    }
  }

  std::vector<Candidate> barrier_candidates() {
    std::vector<Candidate> out;
    // Every pair has to be asked again; where only some of them are kept, none can be promised.
    if (!k_.nodes[construct_].is_fork() || races_.size() < pairs_) return out;
    for (const Gap& gap : candidate_gaps(k_, construct_, races_)) {
      if (solver_.budget().exhausted()) break;
      if (!uniform(k_, construct_, gap)) continue;
      std::optional<BarrierAdvice> advice = place_of(k_, construct_, gap);
      if (!advice) continue;
      Concurrency with(k_, construct_, nullptr, &gap);
      Candidate candidate;
      candidate.barrier = advice;
      candidate.removes.assign(queries_.size(), true);
      // A question is gone when every pair that asked it is apart now.
      for (const Race* race : races_) {
        if (unsat(race_query(k_, with, race->first, race->second))) continue;
        size_t at =
            static_cast<size_t>(std::find(queries_.begin(), queries_.end(), race->query) - queries_.begin());
        candidate.removes[at] = false;
      }
      count(candidate);
      if (candidate.count > 0) out.push_back(std::move(candidate));
    }
    return out;
  }

  // The weakest first: the smallest divisor, the largest bound.
  std::vector<Candidate> conditions_on(VarId var, const std::vector<int64_t>& constants) {
    std::vector<Candidate> out;
    Term n = variable_term(var);
    const std::string& name = f_.vars[var].name;
    auto add = [&](FormulaId condition, std::string text) {
      Candidate& one = out.emplace_back();
      one.condition = condition;
      one.text = std::move(text);
    };
    for (int64_t c : constants) add(f_.divides(c, n), fmt::format("{} % {} == 0", name, c));
    for (auto c = constants.rbegin(); c != constants.rend() && *c >= kMinBound; ++c) {
      add(f_.at_most(n, constant_term(*c)), fmt::format("{} <= {}", name, *c));
    }
    for (int64_t c : constants) {
      if (c >= kMinBound) add(f_.at_most(constant_term(c), n), fmt::format("{} >= {}", name, c));
    }
    return out;
  }

  std::vector<Candidate> assert_candidates() {
    std::set<int64_t> found;
    for (FormulaId query : queries_) collect_constants(f_, query, found);
    std::vector<int64_t> constants(found.begin(), found.end());
    if (constants.size() > kMaxConstants) constants.resize(kMaxConstants);
    std::vector<Candidate> out;
    for (VarId var : k_.params) {
      if (f_.vars[var].kind != VarKind::size) continue;
      bool used = std::any_of(queries_.begin(), queries_.end(),
                              [&](FormulaId query) { return f_.mentions(query, var); });
      if (!used) continue;
      for (Candidate& one : conditions_on(var, constants)) {
        if (solver_.budget().exhausted()) return out;
        for (FormulaId query : queries_) one.removes.push_back(unsat(f_.both(query, one.condition)));
        count(one);
        if (one.count == 0 || !leaves_work({one.condition})) continue;
        out.push_back(std::move(one));
        if (out.back().count == queries_.size()) return out;
      }
    }
    return out;
  }

  // Two threads still access something: `assert n <= 63` is not a fix where nothing runs below n = 64.
  bool leaves_work(const std::vector<FormulaId>& conditions) {
    Concurrency concurrency(k_, construct_);
    std::set<FormulaId> tried;
    std::vector<NodeId> open = k_.nodes[construct_].body;
    while (!open.empty() && tried.size() < kMaxGuards) {
      NodeId id = open.back();
      open.pop_back();
      const Node& node = k_.nodes[id];
      open.insert(open.end(), node.body.begin(), node.body.end());
      open.insert(open.end(), node.orelse.begin(), node.orelse.end());
      if (node.sites.empty() || !tried.insert(concurrency.guard(id)).second) continue;
      std::vector<FormulaId> parts = conditions;
      parts.push_back(concurrency.threads_exist());
      parts.push_back(concurrency.threads_differ(true));
      parts.push_back(concurrency.guard(id));
      parts.push_back(concurrency.second(concurrency.guard(id)));
      if (solver_.check_briefly(f_.all(std::move(parts))).answer == Answer::sat) return true;
    }
    return false;
  }

  // Greedy: always what removes most of the rest. More barriers and conditions never bring a race back.
  std::optional<Fix> cover(const std::vector<Candidate>& candidates) {
    std::vector<bool> open(queries_.size(), true);
    std::vector<FormulaId> conditions;
    Fix fix;
    for (size_t parts = 0; parts < kMaxParts; ++parts) {
      const Candidate* best = nullptr;
      size_t best_gain = 0;
      for (const Candidate& one : candidates) {
        size_t gain = 0;
        for (size_t i = 0; i < open.size(); ++i) gain += open[i] && one.removes[i] ? 1 : 0;
        if (gain > best_gain) {
          best = &one;
          best_gain = gain;
        }
      }
      if (best == nullptr) return std::nullopt;
      add_to(*best, fix);
      if (!best->barrier) conditions.push_back(best->condition);
      for (size_t i = 0; i < open.size(); ++i) open[i] = open[i] && !best->removes[i];
      if (std::find(open.begin(), open.end(), true) != open.end()) continue;
      return leaves_work(conditions) ? std::optional<Fix>(std::move(fix)) : std::nullopt;
    }
    return std::nullopt;
  }

  Kernel& k_;
  Formulas& f_;
  Solver& solver_;
  NodeId construct_;
  std::vector<const Race*> races_;
  std::vector<FormulaId> queries_;  // whose answer is a race
  size_t pairs_ = 0;
  bool complete_ = true;
};

}  // namespace

std::vector<Fix> suggest_fixes(Kernel& kernel, Solver& solver, NodeId construct,
                               const std::vector<const RaceGroup*>& groups) {
  solver.charge_to(construct.value);
  return FixSearch(kernel, solver, construct, groups).run();
}

}  // namespace dh::exo
