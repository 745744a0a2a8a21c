#include "exo/races/race_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace dh::exo {

namespace {

constexpr size_t kMaxPairs = 2'000'000;       // of accesses in one parallel loop
constexpr size_t kMaxBarrierPairs = 200'000;  // asked again for each barrier
constexpr size_t kMaxRacesKept = 64;          // with their models, of one group
constexpr size_t kMaxRacesCounted = 2'000;    // of one group

uint32_t parallel_depth(const Kernel& k, NodeId construct) {
  uint32_t depth = 0;
  for (NodeId at = k.nodes[construct].parent; at.valid(); at = k.nodes[at].parent) {
    depth += k.nodes[at].is_parallel() ? 1 : 0;
  }
  return depth;
}

}  // namespace

FormulaId meeting_query(const Kernel& k, Concurrency& concurrency, SiteId a, SiteId b) {
  Formulas& f = concurrency.formulas();
  const Site& first = k.sites[a];
  const Site& second = k.sites[b];
  // Cheapest first: most pairs end at the first `no`.
  std::vector<FormulaId> parts;
  DH_CHECK(first.cell.size() == second.cell.size(), "two ranks of one buffer");
  for (size_t d = 0; d < first.cell.size(); ++d) {
    FormulaId same = f.equal(first.cell[d], concurrency.second(second.cell[d]));
    if (same == f.no()) return same;
    parts.push_back(same);
  }
  parts.push_back(concurrency.threads_differ(a == b));
  parts.push_back(concurrency.guard(first.node));
  parts.push_back(concurrency.second(concurrency.guard(second.node)));
  parts.push_back(concurrency.threads_exist());
  return f.all(std::move(parts));
}

FormulaId race_query(const Kernel& k, Concurrency& concurrency, SiteId a, SiteId b) {
  Formulas& f = concurrency.formulas();
  FormulaId meet = meeting_query(k, concurrency, a, b);
  if (meet == f.no() || !concurrency.synchronises()) return meet;
  return f.both(meet, concurrency.concurrent(k.sites[a].node, k.sites[b].node));
}

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
  for (SiteId id : sites) loops_.emplace(id, innermost_loop(k_, k_.sites[id].node));
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

// Empty: the query has no value that is not known.
std::string ConstructCheck::why_unknown(FormulaId query) const {
  for (VarId var : k_.formulas.variables(query)) {
    const Var& one = k_.formulas.vars[var];
    if (one.is_unknown()) return fmt::format("it depends on '{}': {}", one.name, one.why);
  }
  return {};
}

void ConstructCheck::run(KernelVerdict& verdict) {
  Formulas& f = k_.formulas;
  // One thread, or none, has nobody to race with.
  if (solver_.check(f.both(exist_, concurrency_.threads_differ(true))).answer == Answer::unsat) return;
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
  const ThreadVars& thread = concurrency_.first_thread();
  for (NodeId barrier : barriers_) {
    FormulaId runs = concurrency_.guard(barrier);
    std::string unknown = why_unknown(runs);
    bool depends =
        std::any_of(thread.begin(), thread.end(), [&](VarId var) { return f.mentions(runs, var); });
    if (!depends && unknown.empty()) continue;
    FormulaId differ = f.both(runs, f.negate(concurrency_.other_thread(runs)));
    FormulaId ask = f.all({differ, concurrency_.threads_differ(false), exist_});
    const Verdict& answer = solver_.check(ask);
    if (answer.answer == Answer::unsat) continue;
    if (answer.answer == Answer::sat && unknown.empty()) {
      verdict.divergent.push_back({construct_, barrier, concurrency_.second_thread(), ask, answer.model});
    } else {
      verdict.undecided.push_back(
          {construct_, {}, {}, barrier, answer.answer == Answer::sat ? unknown : answer.reason});
    }
    return false;
  }
  return true;
}

void ConstructCheck::check_pairs(KernelVerdict& verdict) {
  // By group: the same code, called again for another buffer or in another loop, is another race.
  FlatSet<std::tuple<const Group*, const void*, const void*>> seen;
  for (size_t i = 0; i < pairs_.size(); ++i) {
    const auto& [first, second] = pairs_[i];
    const void* a = k_.sites[first].origin;
    const void* b = k_.sites[second].origin;
    Group& group = group_of(first, second);
    if (seen.contains({&group, a, b}) || seen.contains({&group, b, a})) continue;
    if (judge(verdict, group, first, second)) seen.insert({&group, a, b});
    if (!solver_.budget().exhausted()) continue;
    verdict.stopped |= stop_.requested();
    verdict.undecided.push_back({construct_,
                                 {},
                                 {},
                                 {},
                                 fmt::format("{} of {} pairs of accesses were compared when its budget was "
                                             "used up",
                                             i, pairs_.size()),
                                 pairs_.size() - i});
    return;
  }
}

ConstructCheck::Group& ConstructCheck::group_of(SiteId a, SiteId b) {
  const Stmt* first = loops_.at(a);
  const Stmt* second = loops_.at(b);
  return groups_[{k_.sites[a].buffer, std::min(first, second), std::max(first, second)}];
}

bool ConstructCheck::judge(KernelVerdict& verdict, Group& group, SiteId a, SiteId b) {
  FormulaId meet = meeting_query(k_, concurrency_, a, b);
  if (meet == k_.formulas.no()) return false;
  if (group.race != SIZE_MAX && verdict.races[group.race].pairs >= kMaxRacesCounted) {
    verdict.races[group.race].counted_all = false;
    return false;
  }
  FormulaId ask = meet;
  if (concurrency_.synchronises()) {
    // Cells that are never the same need no look at the barriers.
    if (solver_.check(meet).answer == Answer::unsat) return false;
    ask = k_.formulas.both(meet, concurrency_.concurrent(k_.sites[a].node, k_.sites[b].node));
    if (ask == k_.formulas.no() && !solver_.budget().exhausted()) return false;
  }
  const Verdict& answer = solver_.check(ask);
  if (answer.answer == Answer::unsat) return false;
  std::string unknown = answer.answer == Answer::sat ? why_unknown(ask) : answer.reason;
  const Buffer& buffer = k_.buffers[k_.sites[a].buffer];
  if (answer.answer == Answer::sat && unknown.empty() && !buffer.unknown_memory.empty()) {
    unknown =
        fmt::format("the class of the memory {} is not known, so '{}' may be private to each thread or not",
                    buffer.unknown_memory, buffer.name);
  }
  if (answer.answer == Answer::sat && unknown.empty()) {
    add_race(verdict, group, a, b, ask, answer.model);
  } else if (!solver_.budget().exhausted()) {
    add_undecided(verdict, group, a, b, std::move(unknown));
  }
  return true;
}

void ConstructCheck::add_race(KernelVerdict& verdict, Group& group, SiteId a, SiteId b, FormulaId query,
                              Model model) {
  if (group.race == SIZE_MAX) {
    group.race = verdict.races.size();
    verdict.races.push_back({construct_, k_.sites[a].buffer, {}, 0, true, {}});
  }
  RaceGroup& out = verdict.races[group.race];
  ++out.pairs;
  if (group.queries.insert(query).second) out.queries.push_back(query);
  if (out.races.size() < kMaxRacesKept) {
    out.races.push_back({construct_, a, b, query, std::move(model), copies_});
  }
}

void ConstructCheck::add_undecided(KernelVerdict& verdict, Group& group, SiteId a, SiteId b,
                                   std::string reason) {
  if (group.undecided != SIZE_MAX) {
    ++verdict.undecided[group.undecided].pairs;
    return;
  }
  group.undecided = verdict.undecided.size();
  verdict.undecided.push_back({construct_, a, b, {}, std::move(reason)});
}

// A barrier is needed when without it, all others in place, some pair meets.
void ConstructCheck::check_redundant(KernelVerdict& verdict) {
  FlatSet<const Stmt*> done;
  for (NodeId barrier : barriers_) {
    if (!done.insert(k_.nodes[barrier].stmt).second) continue;
    Concurrency without(k_, construct_, k_.nodes[barrier].stmt);
    bool needed = std::any_of(pairs_.begin(), pairs_.end(), [&](const auto& pair) {
      if (solver_.budget().exhausted()) return true;  // not known: it stays
      FormulaId meet = meeting_query(k_, concurrency_, pair.first, pair.second);
      if (meet == k_.formulas.no() || solver_.check(meet).answer == Answer::unsat) return false;
      FormulaId ask = race_query(k_, without, pair.first, pair.second);
      return solver_.check(ask).answer != Answer::unsat;
    });
    if (needed) {
      verdict.needed.push_back(k_.nodes[barrier].stmt);
    } else {
      verdict.redundant.push_back(barrier);
    }
  }
}

const Stmt* innermost_loop(const Kernel& k, NodeId node) {
  auto in_instr = [&](FrameId frame) {
    for (FrameId at = frame; at.valid(); at = k.frames[at].parent) {
      if (k.frames[at].call != nullptr && k.frames[at].proc->origin == ProcOrigin::instr) return true;
    }
    return false;
  };
  for (NodeId at = node; at.valid(); at = k.nodes[at].parent) {
    if (k.nodes[at].kind == NodeKind::loop && !in_instr(k.nodes[at].frame)) return k.nodes[at].stmt;
  }
  return nullptr;
}

KernelVerdict check_kernel(Kernel& kernel, Solver& solver, StopToken stop) {
  KernelVerdict verdict;
  if (!kernel.proc->asserts.empty() && solver.check(kernel.assumptions).answer == Answer::unsat) {
    verdict.vacuous = true;
    return verdict;
  }
  for (NodeId construct : kernel.constructs) {
    if (stop.requested()) break;
    solver.charge_to(construct.value);
    ConstructCheck(kernel, construct, solver, stop).run(verdict);
    for (const UnknownCall& call : kernel.unknown_calls) {
      const auto& around = call.constructs;
      if (std::find(around.begin(), around.end(), construct) == around.end()) continue;
      Undecided undecided;
      undecided.construct = construct;
      undecided.call = call.stmt;
      undecided.call_frame = call.frame;
      undecided.reason =
          fmt::format("what '{}' reads and writes is not known: {}", call.stmt->name, call.stmt->why_unknown);
      undecided.hint = "check it together with the file that defines it, or check the procedure from Python";
      verdict.undecided.push_back(std::move(undecided));
    }
  }
  verdict.stopped |= stop.requested();
  return verdict;
}

}  // namespace dh::exo
