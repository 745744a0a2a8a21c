#include "whole_program/detect.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <set>

#include "whole_program/report.h"

namespace dh {

using namespace whole;

namespace {

constexpr size_t kMaxVisits = 30'000'000;  // of all threads that can run together
constexpr int64_t kMinWork = 500'000;      // of the pointer analysis of a program

Place anywhere(const smallir::Module& module) {
  Place place;
  if (!module.files.empty()) place.path = module.files[smallir::FileId(0)];
  return place;
}

// Roots whose threads can run together.
struct Program {
  std::vector<uint32_t> roots;
  bool library = false;
};

std::vector<Program> split_into_programs(const Roots& roots) {
  std::vector<uint32_t> common;
  std::map<uint32_t, std::vector<uint32_t>> groups;
  for (uint32_t i = 0; i < roots.roots.size(); ++i) {
    if (roots.roots[i].group == 0) {
      common.push_back(i);
    } else {
      groups[roots.roots[i].group].push_back(i);
    }
  }
  std::vector<Program> programs;
  if (groups.empty() && !common.empty()) programs.push_back({common, false});
  for (auto& entry : groups) {
    Program program{common, false};
    for (uint32_t member : entry.second) {
      program.roots.push_back(member);
      program.library |= roots.roots[member].kind == RootKind::library;
    }
    programs.push_back(std::move(program));
  }
  return programs;
}

struct Found {
  uint64_t key = 0;
  Finding finding;
};

struct Outcome {
  std::vector<Found> found;
  std::map<std::string, int64_t> counts;
  bool solver_stopped = false;  // by a limit
  bool out_of_reach = false;    // points-to sets or the call graph were cut
  bool library_cut = false;     // Settings::library_functions was reached
  bool check_stopped = false;
  std::vector<smallir::FunctionId> reached;  // methods that start threads
};

class Detector {
 public:
  Detector(const smallir::Module& module, const smallir::Settings& settings, const Parallelism& how)
      : module_(module), settings_(settings), how_(how), index_(index_program(module, settings)) {}

  // `share`: how many programs share what may be spent.
  Outcome check(const Roots& roots, const Program& program, size_t share) const;
  // Leaves out classes all of whose methods that start threads were reached already.
  std::vector<Program> unreached(const Roots& roots, std::vector<Program> programs,
                                 const std::vector<Outcome>& outcomes) const;

 private:
  void count(const Solved& solved, const Traces& traces, const RaceCheck& check, Outcome& outcome) const;

  const smallir::Module& module_;
  const smallir::Settings& settings_;
  const Parallelism& how_;
  ProgramIndex index_;
};

void Detector::count(const Solved& solved, const Traces& traces, const RaceCheck& check,
                     Outcome& outcome) const {
  auto set = [&](const char* name, auto n) { outcome.counts[name] = static_cast<int64_t>(n); };
  const Heap& heap = solved.heap;
  set("function instances", heap.instances.size());
  set("abstract objects", heap.objects.size());
  set("pointers", heap.representative.size());
  set("pointers merged in cycles", heap.collapsed_nodes);
  set("copy edges", heap.copy_edges);
  set("objects propagated", heap.propagated);
  set("sends to unknown receivers", heap.unknown_sends);
  set("sends resolved by all implementors", heap.fallback_sends);
  set("sends not resolved after such a send", heap.guesses_on_guesses);
  set("sends with too many targets", heap.megamorphic_sends);
  set("points-to sets cut", heap.cut_sets);
  set("calls out of reach", heap.calls_out_of_reach);
  set("threads", traces.threads.size());
  set("function visits", traces.visits.size());
  set("accesses", traces.accesses.size());
  set("shared locations", check.locations);
  set("pairs compared", check.pairs);
}

Outcome Detector::check(const Roots& roots, const Program& program, size_t share) const {
  Outcome outcome;
  SolverLimits limits;
  if (!program.library) {
    limits.large = std::max(limits.large / static_cast<int64_t>(share), kMinWork);
    limits.too_large = std::max(limits.too_large / static_cast<int64_t>(share), 3 * kMinWork);
  }
  // Each class that starts threads is analysed separately, with the code that is nearest to it.
  if (program.library) limits.max_instances = static_cast<size_t>(settings_.library_functions);
  Solved solved = solve(module_, index_, settings_, roots, program.roots, limits, how_.stop);
  const Heap& heap = solved.heap;
  Multiplicity multiplicity = count_runs(module_, heap, roots, solved.roots);
  Traces traces = build_traces(module_, index_, heap, multiplicity, roots, solved.roots, program.roots,
                               kMaxVisits, how_.stop);
  RaceCheck races = find_races(module_, heap, multiplicity, roots, traces, RaceLimits(), how_.stop);
  outcome.solver_stopped = solved.stopped_by_limit;
  outcome.library_cut =
      program.library && heap.calls_out_of_reach > 0 && heap.instances.size() >= limits.max_instances;
  outcome.out_of_reach = heap.cut_sets > 0 || heap.megamorphic_sends > 0 || heap.shared_objects_cut ||
                         (heap.calls_out_of_reach > 0 && !outcome.library_cut);
  outcome.check_stopped = traces.stopped_by_limit || races.stopped_by_limit;
  for (const Race& race : races.races) {
    outcome.found.push_back(
        {race.key, make_finding(module_, index_, heap, multiplicity, roots, traces, race)});
  }
  for (const Instance& instance : heap.instances) {
    if (index_.starts(instance.function)) outcome.reached.push_back(instance.function);
  }
  count(solved, traces, races, outcome);
  return outcome;
}

std::vector<Program> Detector::unreached(const Roots& roots, std::vector<Program> programs,
                                         const std::vector<Outcome>& outcomes) const {
  FlatSet<uint32_t> reached;
  for (const Outcome& outcome : outcomes) {
    for (smallir::FunctionId id : outcome.reached) reached.insert(id.value);
  }
  auto is_new = [&](const Program& program) {
    const Root& root = roots.roots[program.roots.back()];
    return std::any_of(root.functions.begin(), root.functions.end(), [&](smallir::FunctionId id) {
      bool own = module_.functions[id].class_id == root.class_id;
      return own && index_.starts(id) && !reached.contains(id.value);
    });
  };
  std::erase_if(programs, [&](const Program& program) { return !is_new(program); });
  return programs;
}

// Of the findings about one variable the most certain one comes first, the others after those about other
// variables that are about as certain: the first hundred findings should show a hundred variables.
void rank_further_pairs(std::vector<Finding*> findings, int weight) {
  constexpr int kNote = 50;  // below, findings are notes
  if (weight >= 0) return;
  std::stable_sort(findings.begin(), findings.end(), [](const Finding* a, const Finding* b) {
    if (a->confidence != b->confidence) return a->confidence > b->confidence;
    auto place = [](const Finding* finding, size_t access) {
      const Place& at = finding->accesses[access].place;
      return std::tuple(std::string_view(at.path), at.line, at.column);
    };
    return std::pair(place(a, 0), place(a, 1)) < std::pair(place(b, 0), place(b, 1));
  });
  std::set<std::pair<std::string, std::string>> shown;
  for (Finding* finding : findings) {
    if (shown.emplace(finding->shared.kind, finding->shared.name).second) continue;
    int points = std::max(weight, kNote - finding->confidence);
    if (points >= 0) continue;
    finding->confidence += points;
    finding->reasons.push_back({points, smallir::weight_reason(smallir::Weight::further_pair)});
  }
}

// The same places can race in several programs: the report with the highest confidence is kept.
void add_findings(std::vector<Outcome>& outcomes, int further_pair, CheckSink& sink) {
  FlatMap<uint64_t, Finding*> best;
  for (Outcome& outcome : outcomes) {
    for (Found& found : outcome.found) {
      auto [it, added] = best.emplace(found.key, &found.finding);
      if (added) continue;
      if (found.finding.confidence > it->second->confidence) it->second = &found.finding;
    }
  }
  std::vector<Finding*> kept;
  for (Outcome& outcome : outcomes) {
    for (Found& found : outcome.found) {
      if (best[found.key] == &found.finding) kept.push_back(&found.finding);
    }
  }
  rank_further_pairs(kept, further_pair);
  for (Finding* finding : kept) sink.add(std::move(*finding));
}

std::vector<Outcome> check_all(const Detector& detector, const Roots& roots,
                               const std::vector<Program>& programs, const Parallelism& how,
                               CheckSink& sink) {
  std::atomic<size_t> done = 0;
  return parallel_map<Outcome>(programs.size(), how, [&](size_t i) {
    Outcome outcome = detector.check(roots, programs[i], programs.size());
    sink.progress(++done, programs.size());
    return outcome;
  });
}

void report_library_limit(const smallir::Module& module, const smallir::Settings& settings,
                          const Roots& roots, const std::vector<Program>& programs,
                          const std::vector<Outcome>& outcomes, CheckSink& sink) {
  size_t cut = 0, all = 0;
  std::string first;
  for (size_t i = 0; i < outcomes.size(); ++i) {
    if (!programs[i].library) continue;
    ++all;
    if (!outcomes[i].library_cut) continue;
    if (++cut == 1) first = roots.roots[programs[i].roots.back()].title;
  }
  if (cut == 0) return;
  sink.add(Diagnostic{
      Severity::error, anywhere(module),
      fmt::format(
          "{} of the {} classes that start threads (the first is {}) reach more than the limit of {} "
          "functions: "
          "races in functions further away can be missing; raise library-functions in deadheat.toml, or list "
          "the entry-points",
          cut, all, first, settings.library_functions)});
}

void report_limits(const smallir::Module& module, const std::vector<Outcome>& outcomes,
                   const Parallelism& how, CheckSink& sink) {
  auto any = [&](bool Outcome::*limit) {
    return std::any_of(outcomes.begin(), outcomes.end(), [&](const Outcome& o) { return o.*limit; });
  };
  if (any(&Outcome::solver_stopped) || any(&Outcome::out_of_reach)) {
    sink.add(Diagnostic{
        Severity::error, anywhere(module),
        "the pointer analysis reached a limit (functions analysed, objects in a points-to set, "
        "targets of one message, or objects that threads of a class share): races can be missing"});
  }
  if (any(&Outcome::check_stopped) && !how.stop.requested()) {
    sink.add(
        Diagnostic{Severity::error, anywhere(module),
                   "the number of function visits or of pairs of accesses to one variable reached its limit: "
                   "races can be missing"});
  }
}

}  // namespace

void detect_races(const smallir::Module& module, const smallir::Settings& settings, const Parallelism& how,
                  CheckSink& sink) {
  sink.phase("find entry points");
  Roots roots = find_roots(module, settings.model);
  if (roots.library_mode && !module.functions.empty()) {
    sink.add(Diagnostic{
        Severity::note, anywhere(module),
        "no script and no entry point found: checking the classes that start threads; their public "
        "methods are assumed to be called while the threads run"});
  }
  sink.phase("race detection");
  Detector detector(module, settings, how);
  std::vector<Program> all = split_into_programs(roots), programs, library;
  for (Program& program : all) (program.library ? library : programs).push_back(std::move(program));
  std::vector<Outcome> outcomes = check_all(detector, roots, programs, how, sink);
  library = detector.unreached(roots, std::move(library), outcomes);
  if (!programs.empty() && !library.empty()) {
    sink.add(
        Diagnostic{Severity::note, anywhere(module),
                   fmt::format("{} classes that no script reaches start threads: their public methods are "
                               "assumed to be called while the threads run",
                               library.size())});
  }
  for (Outcome& outcome : check_all(detector, roots, library, how, sink)) {
    outcomes.push_back(std::move(outcome));
  }
  programs.insert(programs.end(), library.begin(), library.end());
  for (const Outcome& outcome : outcomes) {
    for (const auto& [name, n] : outcome.counts) sink.count(name, n);
  }
  add_findings(outcomes, settings.weights[static_cast<size_t>(smallir::Weight::further_pair)], sink);
  report_library_limit(module, settings, roots, programs, outcomes, sink);
  report_limits(module, outcomes, how, sink);
}

}  // namespace dh
