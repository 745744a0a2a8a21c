#include "whole_program/detect.h"

#include <fmt/format.h>

#include <map>

#include "whole_program/report.h"

namespace dh {

using namespace whole;

namespace {

constexpr size_t kMostVisits = 30'000'000;  // of all threads that can run together

Place anywhere(const smallir::Module& module) {
  Place place;
  if (!module.files.empty()) place.path = module.files[smallir::FileId(0)];
  return place;
}

// Roots whose threads can run together are looked at together; the others one after the other.
std::vector<std::vector<uint32_t>> split_into_programs(const Roots& roots) {
  std::vector<uint32_t> common;
  std::map<uint32_t, std::vector<uint32_t>> groups;
  for (uint32_t i = 0; i < roots.roots.size(); ++i) {
    if (roots.roots[i].group == 0) {
      common.push_back(i);
    } else {
      groups[roots.roots[i].group].push_back(i);
    }
  }
  if (groups.empty()) return {common};
  std::vector<std::vector<uint32_t>> programs;
  for (auto& [group, members] : groups) {
    std::vector<uint32_t> program = common;
    program.insert(program.end(), members.begin(), members.end());
    programs.push_back(std::move(program));
  }
  return programs;
}

}  // namespace

void detect_races(const smallir::Module& module, const smallir::Settings& settings, const Parallelism& how,
                  CheckSink& sink) {
  sink.phase("find entry points");
  Roots roots = find_roots(module, settings.model);
  if (roots.library_mode && !module.functions.empty()) {
    sink.add(
        Diagnostic{Severity::note, anywhere(module),
                   "no script and no entry point found: looking at classes that start threads, assuming that "
                   "their public methods are called while the threads run"});
  }
  sink.phase("pointer analysis");
  Solved solved = solve(module, settings, roots, SolverLimits(), how.stop);
  const Heap& heap = solved.heap;
  sink.count("function instances", static_cast<int64_t>(heap.instances.size()));
  sink.count("abstract objects", static_cast<int64_t>(heap.objects.size()));
  sink.count("pointers", static_cast<int64_t>(heap.points_to.size()));
  sink.count("sends to unknown receivers", heap.unknown_sends);
  sink.count("sends resolved by all implementors", heap.fallback_sends);
  if (solved.stopped_by_limit) {
    sink.add(Diagnostic{Severity::error, anywhere(module),
                        "the pointer analysis grew beyond its limit: races can be missing"});
  }
  Multiplicity multiplicity = count_runs(module, heap, roots, solved.roots);
  sink.phase("traces and race check");
  std::vector<std::vector<uint32_t>> programs = split_into_programs(roots);
  bool cut = false;
  FlatSet<uint64_t> reported;
  for (size_t i = 0; i < programs.size() && !how.stop.requested(); ++i) {
    Traces traces =
        build_traces(module, heap, multiplicity, roots, solved.roots, programs[i], kMostVisits, how.stop);
    RaceCheck check = find_races(module, heap, multiplicity, roots, traces, RaceLimits(), how.stop);
    cut |= traces.stopped_by_limit || check.stopped_by_limit;
    sink.count("threads", static_cast<int64_t>(traces.threads.size()));
    sink.count("function visits", static_cast<int64_t>(traces.visits.size()));
    sink.count("accesses", static_cast<int64_t>(traces.accesses.size()));
    sink.count("shared locations", check.locations);
    for (const Race& race : check.races) {
      sink.add(make_finding(module, settings, heap, multiplicity, roots, traces, race));
    }
    sink.progress(i + 1, programs.size());
  }
  if (cut && !how.stop.requested()) {
    sink.add(Diagnostic{Severity::error, anywhere(module),
                        "traces or pairs of accesses grew beyond their limit: races can be missing"});
  }
}

}  // namespace dh
