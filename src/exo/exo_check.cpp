#include "exo/exo_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "exo/factors.h"
#include "exo/names/resolve.h"
#include "exo/races/advice.h"
#include "exo/races/race_check.h"
#include "exo/report.h"
#include "exo/syntax/effects.h"
#include "exo/syntax/parser.h"

namespace dh {

namespace exo {

namespace {

SolverOptions read_settings(const TomlValue* table, Diagnostics& diagnostics) {
  SolverOptions options;
  TomlReader reader(table, diagnostics);
  options.loop_budget = reader.integer("loop-budget", options.loop_budget, 1, INT64_MAX / 1024);
  options.time_limit_ms = reader.integer("query-time-limit-ms", options.time_limit_ms, 1, 3'600'000);
  options.cross_check = reader.boolean("cross-check-z3", false);
  reader.finish();
  return options;
}

// A race of a callee is reported where the callee is checked alone; under a caller only when it is new there.
struct PlacedFinding {
  Finding finding;
  std::vector<const Stmt*> calls;  // that lead to the construct, innermost first; empty: it is the proc's own
  std::tuple<const void*, const void*, const void*> key;  // construct, the two sites
  const void* buffer = nullptr;
};

std::vector<const Stmt*> calls_to(const Kernel& kernel, FrameId frame) {
  std::vector<const Stmt*> calls;
  for (FrameId at = frame; kernel.frames[at].call != nullptr; at = kernel.frames[at].parent) {
    calls.push_back(kernel.frames[at].call);
  }
  return calls;
}

struct ProcResult {
  std::vector<PlacedFinding> findings;
  std::vector<std::pair<Finding, const Stmt*>> redundant;
  std::vector<const Stmt*> needed;
  Diagnostics diagnostics;
  SolverStats stats;
  int64_t constructs = 0;
  int64_t steps = 0;     // of solving
  bool ran_out = false;  // a larger budget could decide more
};

void internal_error(const Kernel& kernel, NodeId node, std::string_view what, Diagnostics& out) {
  const Node& at = kernel.nodes[node];
  out.push_back(
      {Severity::error, kernel.place(at.frame, at.stmt->span), fmt::format("internal error: {}", what)});
}

// Fixes are for a loop as a whole: searched once, shown with each of its groups.
void report_races(Kernel& kernel, Solver& solver, const KernelVerdict& verdict, ProcResult& out) {
  std::map<NodeId, std::vector<Fix>> fixes;
  for (const RaceGroup& group : verdict.races) {
    auto [entry, fresh] = fixes.try_emplace(group.construct);
    if (fresh) {
      std::vector<const RaceGroup*> of_loop;
      for (const RaceGroup& one : verdict.races) {
        if (one.construct == group.construct) of_loop.push_back(&one);
      }
      entry->second = suggest_fixes(kernel, solver, group.construct, of_loop);
    }
    std::optional<Finding> finding = race_finding(kernel, solver, group, entry->second);
    if (!finding) {
      internal_error(kernel, group.construct, "a race was found whose witness does not replay",
                     out.diagnostics);
      continue;
    }
    const Node& construct = kernel.nodes[group.construct];
    const Race& race = group.races[0];
    out.findings.push_back(
        {std::move(*finding),
         calls_to(kernel, construct.frame),
         {construct.stmt, kernel.sites[race.first].origin, kernel.sites[race.second].origin},
         kernel.buffers[group.buffer].origin});
  }
}

void report_verdict(Kernel& kernel, Solver& solver, const KernelVerdict& verdict, ProcResult& out) {
  if (verdict.vacuous) out.findings.push_back({vacuous_finding(kernel), {}, {}});
  report_races(kernel, solver, verdict, out);
  for (const DivergentBarrier& barrier : verdict.divergent) {
    std::optional<Finding> finding = divergence_finding(kernel, solver, barrier);
    const Node& construct = kernel.nodes[barrier.construct];
    if (finding) {
      out.findings.push_back({std::move(*finding),
                              calls_to(kernel, construct.frame),
                              {construct.stmt, kernel.nodes[barrier.barrier].stmt, nullptr}});
    } else {
      internal_error(kernel, barrier.barrier, "a divergent barrier was found whose witness does not replay",
                     out.diagnostics);
    }
  }
  for (const Undecided& undecided : verdict.undecided) {
    Finding finding = undecided_finding(kernel, undecided);
    // An unknown makes the analysis incomplete.
    out.diagnostics.push_back({Severity::error, finding.place, "undecided: " + finding.message});
    const Node& construct = kernel.nodes[undecided.construct];
    const void* first = undecided.first.valid() ? kernel.sites[undecided.first].origin : undecided.call;
    const void* second = undecided.second.valid() ? kernel.sites[undecided.second].origin : nullptr;
    out.findings.push_back(
        {std::move(finding), calls_to(kernel, construct.frame), {construct.stmt, first, second}});
  }
  for (NodeId barrier : verdict.redundant) {
    out.redundant.emplace_back(redundant_finding(kernel, barrier), kernel.nodes[barrier].stmt);
  }
  out.needed = verdict.needed;
  for (const std::string& text : solver.disagreements()) {
    out.diagnostics.push_back({Severity::error, kernel.place(FrameId(0), kernel.proc->name_span),
                               "internal error: cross-check failed: " + text});
  }
}

ProcResult check_proc(const Proc& proc, const SolverOptions& options, StopToken stop) {
  ProcResult result;
  Kernel kernel = lower(proc, result.diagnostics);
  Solver solver(kernel.formulas, options, stop);
  KernelVerdict verdict = check_kernel(kernel, solver, stop);
  report_verdict(kernel, solver, verdict, result);
  result.stats = solver.stats();
  result.steps = solver.steps_spent();
  result.ran_out = solver.ran_out();
  int64_t decided = result.stats.queries - result.stats.by_z3;
  if (options.cross_check && result.stats.cross_checked < decided) {
    result.diagnostics.push_back({Severity::warning, proc.module->file.place(proc.name_span),
                                  fmt::format("cross-check incomplete: Z3 answered {} of {} queries",
                                              result.stats.cross_checked, decided)});
  }
  result.constructs = static_cast<int64_t>(kernel.constructs.size());
  return result;
}

constexpr int64_t kLoopsWithFullBudget = 20;  // what all loops of a file may cost together
constexpr int64_t kSmallestPart = 200;        // every loop has this part of the full budget, in any file

// The procs of a file, whose loops share a budget.
struct FileShare {
  std::vector<size_t> procs;
  int64_t loops = 0;
};

std::vector<FileShare> share_by_file(const std::vector<const Proc*>& procs) {
  std::vector<FileShare> files;
  FlatMap<const Module*, size_t> index_of;
  EffectsOf effects;
  for (size_t i = 0; i < procs.size(); ++i) {
    const auto [entry, is_new] = index_of.try_emplace(procs[i]->module, files.size());
    if (is_new) files.emplace_back();
    files[entry->second].procs.push_back(i);
    files[entry->second].loops += effects.proc(*procs[i]).parallel_loops;
  }
  return files;
}

// Every loop of a file gets the same share at first. What the easy ones leave goes to those that ran out. All
// of it is counted in steps, so the verdicts do not depend on the number of threads.
class SharedChecks {
 public:
  SharedChecks(const std::vector<const Proc*>& procs, const SolverOptions& options,
               const Parallelism& parallel)
      : procs_(procs),
        options_(options),
        parallel_(parallel),
        results_(procs.size()),
        budgets_(procs.size(), options.loop_budget) {}

  std::vector<ProcResult> run(CheckSink& sink) {
    const std::vector<FileShare> files = share_by_file(procs_);
    std::vector<size_t> all;
    for (const FileShare& file : files) {
      for (size_t i : file.procs) budgets_[i] = part_of(file.loops);
      all.insert(all.end(), file.procs.begin(), file.procs.end());
    }
    check(all, sink);
    std::vector<size_t> again;
    for (const FileShare& file : files) {
      if (file.loops > kLoopsWithFullBudget) give_what_is_left(file, again);
    }
    check(again, sink);
    return std::move(results_);
  }

 private:
  int64_t part_of(int64_t loops) const {
    if (loops <= kLoopsWithFullBudget) return options_.loop_budget;
    return std::max(options_.loop_budget / loops * kLoopsWithFullBudget,
                    options_.loop_budget / kSmallestPart + 1);
  }

  void give_what_is_left(const FileShare& file, std::vector<size_t>& again) {
    int64_t left = options_.loop_budget * kLoopsWithFullBudget;
    int64_t loops = 0;
    for (size_t i : file.procs) {
      left -= results_[i].steps;
      if (results_[i].ran_out) loops += results_[i].constructs;
    }
    if (loops == 0) return;
    const int64_t more = std::min(options_.loop_budget, left / loops);
    for (size_t i : file.procs) {
      if (!results_[i].ran_out || more / 2 < budgets_[i]) continue;
      budgets_[i] = more;
      again.push_back(i);
    }
  }

  void check(const std::vector<size_t>& which, CheckSink& sink) {
    std::atomic<size_t> done{0};
    parallel_for(which.size(), parallel_, [&](size_t n) {
      const size_t i = which[n];
      SolverOptions options = options_;
      options.loop_budget = budgets_[i];
      ProcResult result = check_proc(*procs_[i], options, parallel_.stop);
      // What the first check found is not lost when a time limit strikes in the second.
      if (!results_[i].ran_out || !parallel_.stop.requested()) results_[i] = std::move(result);
      sink.progress(done.fetch_add(1, std::memory_order_relaxed) + 1, which.size());
    });
  }

  const std::vector<const Proc*>& procs_;
  const SolverOptions& options_;
  const Parallelism& parallel_;
  std::vector<ProcResult> results_;
  std::vector<int64_t> budgets_;  // of each loop of a proc
};

// Loops that Python makes parallel do not stand in the text.
void note_scheduling(const Module& module, Diagnostics& out) {
  uint32_t line = module.names.parallelize_line;
  if (line == 0 || (module.procs.empty() && module.names.stars.empty())) return;
  out.push_back({Severity::note, Place{module.file.path(), line, 1, line, 1},
                 "parallelize_loop makes loops parallel when Python runs, so this file is only checked as "
                 "text: call deadheat.check(proc) of the Python package, or check what Exo prints"});
}

// Which findings are new: those that no callee on the way to their construct has alone, one for each buffer.
class NewFindings {
 public:
  explicit NewFindings(const std::vector<ProcResult>& results) {
    for (const ProcResult& result : results) {
      for (const PlacedFinding& placed : result.findings) found_.insert({placed.key, placed.calls});
    }
  }

  bool contains(const PlacedFinding& placed) {
    if (placed.calls.empty()) return true;
    for (std::vector<const Stmt*> calls = placed.calls; !calls.empty();) {
      calls.pop_back();  // the same, seen from the proc that the outermost call runs
      if (found_.count({placed.key, calls}) != 0) return false;
    }
    return reported_.insert({placed.key, placed.buffer}).second;
  }

 private:
  using Key = std::tuple<const void*, const void*, const void*>;
  std::set<std::pair<Key, std::vector<const Stmt*>>> found_;
  std::set<std::pair<Key, const void*>> reported_;
};

void emit(std::vector<ProcResult>& results, const FactorWeights& weights, CheckSink& sink) {
  auto add = [&](Finding& finding) {
    finding.confidence.use_weights(weights);
    sink.add(std::move(finding));
  };
  NewFindings new_findings(results);
  FlatSet<const Stmt*> needed;
  for (const ProcResult& result : results) {
    needed.insert(result.needed.begin(), result.needed.end());
  }
  FlatSet<const Stmt*> noted;
  Diagnostics diagnostics;
  for (ProcResult& result : results) {
    for (PlacedFinding& placed : result.findings) {
      if (new_findings.contains(placed)) add(placed.finding);
    }
    for (auto& entry : result.redundant) {
      if (!needed.contains(entry.second) && noted.insert(entry.second).second) add(entry.first);
    }
    diagnostics.insert(diagnostics.end(), result.diagnostics.begin(), result.diagnostics.end());
    sink.count("exo queries", result.stats.queries);
    sink.count("exo steps", result.steps);
    sink.count("exo queries left to Z3", result.stats.by_z3);
    sink.count("exo queries undecided", result.stats.unknown);
    if (result.stats.cross_checked > 0) sink.count("exo queries cross-checked", result.stats.cross_checked);
    sink.count("exo parallel loops", result.constructs);
  }
  // A callee's problem is met again in every caller.
  std::sort(diagnostics.begin(), diagnostics.end());
  diagnostics.erase(std::unique(diagnostics.begin(), diagnostics.end()), diagnostics.end());
  sink.add(std::move(diagnostics));
}

}  // namespace

}  // namespace exo

std::span<const Factor> exo_factors() {
  return factor_table(exo::ExoFactor{});
}

void validate_exo_settings(const TomlValue* table, Diagnostics& diagnostics) {
  exo::read_settings(table, diagnostics);
}

void check_exo(const CheckInput& input, CheckSink& sink) {
  using namespace exo;
  Diagnostics ignored;  // the settings were validated before
  SolverOptions options = read_settings(input.settings, ignored);

  sink.phase("exo: read");
  std::deque<Module> modules(input.paths.size());
  // A stop request skips files: they count as empty then.
  for (size_t i = 0; i < modules.size(); ++i) modules[i].file = SourceFile::from_text(input.paths[i], {});
  parallel_for(modules.size(), input.parallel, [&](size_t i) {
    Result<SourceFile> file = SourceFile::open(input.paths[i]);
    if (!file) {
      sink.add(Diagnostic{Severity::error, modules[i].file.place(), file.error().message});
      return;
    }
    modules[i].file = *file;
    if (file->looks_binary()) {
      sink.add(Diagnostic{Severity::error, file->place(), "is a binary file, not Exo source"});
      return;
    }
    Diagnostics diagnostics;
    parse_module(modules[i], diagnostics);
    note_scheduling(modules[i], diagnostics);
    sink.add(std::move(diagnostics));
  });
  NameLookup names(modules);
  parallel_for(modules.size(), input.parallel, [&](size_t i) {
    Diagnostics diagnostics;
    resolve_module(modules[i], names, diagnostics);
    sink.add(std::move(diagnostics));
  });
  Diagnostics of_calls;
  check_calls(modules, of_calls);
  sink.add(std::move(of_calls));

  sink.phase("exo: check");
  std::vector<const Proc*> procs;
  for (const Module& module : modules) {
    for (const Proc& proc : module.procs) {
      if (!proc.broken) procs.push_back(&proc);
    }
  }
  sink.count("exo procs", static_cast<int64_t>(procs.size()));
  std::vector<ProcResult> results = SharedChecks(procs, options, input.parallel).run(sink);
  emit(results, input.factor_weights, sink);
}

}  // namespace dh
