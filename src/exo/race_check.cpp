#include "exo/race_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace dh::exo {

namespace {

constexpr size_t kMaxPairs = 300'000;        // of accesses in one parallel loop
constexpr size_t kMaxBarrierPairs = 20'000;  // asked again for each barrier

uint32_t parallel_depth(const Kernel& k, NodeId construct) {
  uint32_t depth = 0;
  for (NodeId at = k.nodes[construct].parent; at.valid(); at = k.nodes[at].parent) {
    depth += k.nodes[at].is_parallel() ? 1 : 0;
  }
  return depth;
}

}  // namespace

ConstructCheck::ConstructCheck(Kernel& kernel, NodeId construct, Solver& solver, StopToken stop)
    : k_(kernel), construct_(construct), solver_(solver), stop_(stop), concurrency_(kernel, construct) {
  exist_ = concurrency_.threads_exist();
  copies_ = std::make_shared<const FlatMap<VarId, VarId>>(concurrency_.copies());
  uint32_t depth = parallel_depth(k_, construct_);
  std::vector<SiteId> sites;
  std::vector<NodeId> open(k_.nodes[construct_].body.rbegin(), k_.nodes[construct_].body.rend());
  while (!open.empty()) {
    const Node& node = k_.nodes[open.back()];
    if (node.kind == NodeKind::barrier) barriers_.push_back(open.back());
    open.pop_back();
    for (SiteId id : node.sites) {
      if (k_.buffers[k_.sites[id].buffer].parallel_depth <= depth && !subsumed(k_.sites[id]))
        sites.push_back(id);
    }
    open.insert(open.end(), node.orelse.rbegin(), node.orelse.rend());
    open.insert(open.end(), node.body.rbegin(), node.body.rend());
  }
  std::stable_sort(sites.begin(), sites.end(),
                   [&](SiteId a, SiteId b) { return k_.sites[a].buffer < k_.sites[b].buffer; });
  for (size_t i = 0; i < sites.size() && pairs_.size() <= kMaxPairs; ++i) {
    const Site& a = k_.sites[sites[i]];
    for (size_t j = i; j < sites.size() && k_.sites[sites[j]].buffer == a.buffer; ++j) {
      if (a.kind != AccessKind::read || k_.sites[sites[j]].kind != AccessKind::read) {
        pairs_.emplace_back(sites[i], sites[j]);
      }
    }
  }
}

// A read of the cell that the same statement writes races only where the write does.
bool ConstructCheck::subsumed(const Site& site) const {
  if (site.kind != AccessKind::read) return false;
  const std::vector<SiteId>& beside = k_.nodes[site.node].sites;
  return std::any_of(beside.begin(), beside.end(), [&](SiteId id) {
    const Site& other = k_.sites[id];
    return other.kind != AccessKind::read && other.buffer == site.buffer && other.cell == site.cell;
  });
}

bool ConstructCheck::has_unknown(FormulaId query) const {
  std::vector<VarId> vars = k_.formulas.variables(query);
  return std::any_of(vars.begin(), vars.end(),
                     [&](VarId var) { return k_.formulas.vars[var].kind == VarKind::unknown; });
}

FormulaId ConstructCheck::query(Concurrency& concurrency, SiteId a, SiteId b) {
  Formulas& f = k_.formulas;
  const Site& first = k_.sites[a];
  const Site& second = k_.sites[b];
  // Cheapest first: most pairs end at the first `no`.
  std::vector<FormulaId> parts;
  DH_CHECK(first.cell.size() == second.cell.size(), "two ranks of one buffer");
  for (size_t d = 0; d < first.cell.size(); ++d) {
    FormulaId same = f.equal(first.cell[d], concurrency.second(second.cell[d]));
    if (same == f.no()) return same;
    parts.push_back(same);
  }
  Term s = variable_term(concurrency.first_thread());
  Term t = variable_term(concurrency.second_thread());
  FormulaId order = f.less(s, t);
  if (a != b) order = f.either(order, f.less(t, s));
  parts.push_back(order);
  parts.push_back(concurrency.guard(first.node));
  parts.push_back(concurrency.second(concurrency.guard(second.node)));
  FormulaId together = concurrency.concurrent(first.node, second.node);
  if (together == f.no()) return together;
  parts.push_back(together);
  parts.push_back(concurrency.threads_exist());
  return f.all(std::move(parts));
}

void ConstructCheck::run(KernelVerdict& verdict) {
  Formulas& f = k_.formulas;
  Term s = variable_term(concurrency_.first_thread());
  Term t = variable_term(concurrency_.second_thread());
  // One thread, or none, has nobody to race with.
  if (solver_.check(f.both(exist_, f.less(s, t))).answer == Answer::unsat) return;
  if (!check_divergence(verdict)) return keep_barriers(verdict);
  if (pairs_.size() > kMaxPairs) {
    verdict.undecided.push_back({construct_, {}, {}, {}, "it has too many accesses to compare them all"});
    return;
  }
  size_t before = verdict.races.size() + verdict.undecided.size();
  check_pairs(verdict);
  bool clean = verdict.races.size() + verdict.undecided.size() == before && k_.complete;
  if (clean && barriers_.size() * pairs_.size() <= kMaxBarrierPairs) {
    check_redundant(verdict);
  } else {
    keep_barriers(verdict);
  }
}

void ConstructCheck::keep_barriers(KernelVerdict& verdict) {
  for (NodeId barrier : barriers_) verdict.needed.push_back(k_.nodes[barrier].stmt);
}

bool ConstructCheck::check_divergence(KernelVerdict& verdict) {
  Formulas& f = k_.formulas;
  VarId thread = concurrency_.first_thread();
  for (NodeId barrier : barriers_) {
    FormulaId runs = concurrency_.guard(barrier);
    bool unknown = has_unknown(runs);
    if (!f.mentions(runs, thread) && !unknown) continue;
    FormulaId differ = f.both(runs, f.negate(concurrency_.other_thread(runs)));
    Term s = variable_term(thread);
    Term t = variable_term(concurrency_.second_thread());
    FormulaId ask = f.all({differ, f.either(f.less(s, t), f.less(t, s)), exist_});
    Verdict answer = solver_.check(ask);
    if (answer.answer == Answer::unsat) continue;
    if (answer.answer == Answer::sat && !unknown) {
      verdict.divergent.push_back(
          {construct_, barrier, concurrency_.second_thread(), ask, std::move(answer.model)});
    } else {
      std::string reason =
          unknown ? "it depends on a config field whose value is not tracked" : answer.reason;
      verdict.undecided.push_back({construct_, {}, {}, barrier, std::move(reason)});
    }
    return false;
  }
  return true;
}

void ConstructCheck::check_pairs(KernelVerdict& verdict) {
  FlatSet<std::tuple<const void*, const void*>> seen;
  for (const auto& pair : pairs_) {
    if (stop_.requested()) {
      verdict.stopped = true;
      return;
    }
    const void* a = k_.sites[pair.first].origin;
    const void* b = k_.sites[pair.second].origin;
    if (seen.contains({a, b}) || seen.contains({b, a})) continue;
    FormulaId ask = query(concurrency_, pair.first, pair.second);
    if (ask == k_.formulas.no()) continue;
    size_t before = verdict.races.size() + verdict.undecided.size();
    judge(verdict, pair.first, pair.second, ask);
    if (verdict.races.size() + verdict.undecided.size() != before) seen.insert({a, b});
  }
}

void ConstructCheck::judge(KernelVerdict& verdict, SiteId a, SiteId b, FormulaId ask) {
  Verdict answer = solver_.check(ask);
  if (answer.answer == Answer::unsat) return;
  if (answer.answer == Answer::sat && !has_unknown(ask)) {
    verdict.races.push_back({construct_, a, b, ask, std::move(answer.model), copies_});
    return;
  }
  std::string reason = answer.answer == Answer::sat
                           ? "it depends on a config field whose value is not tracked"
                           : answer.reason;
  verdict.undecided.push_back({construct_, a, b, {}, std::move(reason)});
}

// A barrier is needed when without it, all others in place, some pair meets.
void ConstructCheck::check_redundant(KernelVerdict& verdict) {
  FlatSet<const Stmt*> done;
  for (NodeId barrier : barriers_) {
    if (!done.insert(k_.nodes[barrier].stmt).second || stop_.requested()) continue;
    Concurrency without(k_, construct_, k_.nodes[barrier].stmt);
    bool needed = std::any_of(pairs_.begin(), pairs_.end(), [&](const auto& pair) {
      FormulaId ask = query(without, pair.first, pair.second);
      return ask != k_.formulas.no() && solver_.check(ask).answer != Answer::unsat;
    });
    if (needed) {
      verdict.needed.push_back(k_.nodes[barrier].stmt);
    } else {
      verdict.redundant.push_back(barrier);
    }
  }
}

KernelVerdict check_kernel(Kernel& kernel, Solver& solver, StopToken stop) {
  KernelVerdict verdict;
  if (!kernel.proc->asserts.empty() && solver.check(kernel.assumptions).answer == Answer::unsat) {
    verdict.vacuous = true;
    return verdict;
  }
  for (NodeId construct : kernel.constructs) {
    if (stop.requested()) break;
    ConstructCheck(kernel, construct, solver, stop).run(verdict);
  }
  verdict.stopped |= stop.requested();
  return verdict;
}

}  // namespace dh::exo
