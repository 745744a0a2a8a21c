#include "exo/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace dh::exo {

namespace {

constexpr size_t kMaxGaps = 64;       // tried for one race
constexpr size_t kMaxConstants = 24;  // tried for one variable
constexpr int64_t kLeastBound = 4;    // nobody wants to hear that a kernel is safe for n <= 1

// Gaps beside the nodes on the paths of the two accesses, the outermost first: a barrier there runs least
// often.
std::vector<Gap> candidate_gaps(const Kernel& k, const Race& race) {
  std::vector<Gap> gaps;
  auto depth = [&](const Gap& gap) {
    int levels = 0;
    for (NodeId at = gap.parent; at != race.construct; at = k.nodes[at].parent) ++levels;
    return levels;
  };
  auto add = [&](Gap gap) {
    bool known = std::any_of(gaps.begin(), gaps.end(), [&](const Gap& other) {
      return other.parent == gap.parent && other.in_orelse == gap.in_orelse && other.position == gap.position;
    });
    if (!known && gaps.size() < kMaxGaps) gaps.push_back(gap);
  };
  for (SiteId site : {race.second, race.first}) {
    for (NodeId at = k.sites[site].node; at != race.construct; at = k.nodes[at].parent) {
      const Node& node = k.nodes[at];
      add({node.parent, node.in_orelse, node.position});
      add({node.parent, node.in_orelse, node.position + 1});
    }
  }
  std::stable_sort(gaps.begin(), gaps.end(), [&](const Gap& a, const Gap& b) { return depth(a) < depth(b); });
  return gaps;
}

// Whether all threads pass the gap in the same iterations.
bool uniform(const Kernel& k, NodeId construct, const Gap& gap) {
  VarId thread = k.nodes[construct].var;
  for (NodeId at = gap.parent; at != construct; at = k.nodes[at].parent) {
    const Node& node = k.nodes[at];
    if (node.is_parallel()) return false;
    if (node.kind == NodeKind::branch && k.formulas.mentions(node.condition, thread)) return false;
    if (node.kind == NodeKind::loop &&
        (k.formulas.mentions(node.low, thread) || k.formulas.mentions(node.high, thread))) {
      return false;
    }
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
  // several leaves: it is no gap of the text.
  if (beside.frame != parent.frame) return std::nullopt;
  if (before && gap.position > 0 && k.nodes[list[gap.position - 1]].stmt == beside.stmt) return std::nullopt;
  bool block = beside.stmt->kind == StmtKind::loop || beside.stmt->kind == StmtKind::branch;
  return BarrierAdvice{k.place(beside.frame, beside.stmt->span), before, block, false};
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

class AssertSearch {
 public:
  AssertSearch(Kernel& kernel, Solver& solver, const Race& race)
      : f_(kernel.formulas), solver_(solver), race_(race), concurrency_(kernel, race.construct) {
    Term s = variable_term(concurrency_.first_thread());
    Term t = variable_term(concurrency_.second_thread());
    two_threads_ = f_.both(concurrency_.threads_exist(), f_.less(s, t));
  }

  // The condition removes the race and leaves something to run.
  bool works(FormulaId condition) {
    if (solver_.check_without_z3(f_.both(race_.query, condition)).answer != Answer::unsat) return false;
    return solver_.check_without_z3(f_.both(two_threads_, condition)).answer == Answer::sat;
  }

 private:
  Formulas& f_;
  Solver& solver_;
  const Race& race_;
  Concurrency concurrency_;
  FormulaId two_threads_;
};

}  // namespace

std::optional<BarrierAdvice> suggest_barrier(Kernel& k, Solver& solver, const Race& race,
                                             const std::vector<Race>& all) {
  if (!k.nodes[race.construct].is_fork()) return std::nullopt;
  ConstructCheck check(k, race.construct, solver, {});
  auto removed = [&](Concurrency& with, const Race& one) {
    FormulaId ask = check.query(with, one.first, one.second);
    return ask == k.formulas.no() || solver.check_without_z3(ask).answer == Answer::unsat;
  };
  std::optional<BarrierAdvice> some;
  for (const Gap& gap : candidate_gaps(k, race)) {
    if (!uniform(k, race.construct, gap)) continue;
    std::optional<BarrierAdvice> advice = place_of(k, race.construct, gap);
    if (!advice) continue;
    Concurrency with(k, race.construct, nullptr, &gap);
    if (!removed(with, race)) continue;
    advice->removes_all = std::all_of(all.begin(), all.end(), [&](const Race& other) {
      return other.construct != race.construct || removed(with, other);
    });
    if (advice->removes_all) return advice;
    if (!some) some = advice;
  }
  return some;
}

std::optional<std::string> suggest_assert(Kernel& k, Solver& solver, const Race& race) {
  Formulas& f = k.formulas;
  std::set<int64_t> constants;
  collect_constants(f, race.query, constants);
  std::vector<int64_t> tried(constants.begin(), constants.end());
  if (tried.size() > kMaxConstants) tried.resize(kMaxConstants);
  AssertSearch search(k, solver, race);
  std::vector<VarId> used = f.variables(race.query);
  for (VarId var : k.params) {
    if (f.vars[var].kind != VarKind::size || !std::binary_search(used.begin(), used.end(), var)) continue;
    Term n = variable_term(var);
    // The weakest that works: the smallest divisor, the largest bound.
    for (int64_t c : tried) {
      if (search.works(f.divides(c, n))) return fmt::format("{} % {} == 0", f.vars[var].name, c);
    }
    for (auto c = tried.rbegin(); c != tried.rend() && *c >= kLeastBound; ++c) {
      if (search.works(f.at_most(n, constant_term(*c)))) return fmt::format("{} <= {}", f.vars[var].name, *c);
    }
    for (int64_t c : tried) {
      if (c < kLeastBound) continue;
      if (search.works(f.at_most(constant_term(c), n))) return fmt::format("{} >= {}", f.vars[var].name, c);
    }
  }
  return std::nullopt;
}

}  // namespace dh::exo
