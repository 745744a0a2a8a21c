#include "whole_program/detect.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "whole_program/confidence.h"
#include "whole_program/grace.h"
#include "whole_program/report.h"

namespace dh {

using namespace whole;

namespace {

constexpr size_t kMaxVisits = 60'000'000;
// Races with stacks and texts, the most certain ones; the others are counted. Deep stacks make few reports.
constexpr size_t kMaxReported = 20'000;
constexpr size_t kMaxFramesReported = 400'000;

Place anywhere(const smallir::Module& module) {
  Place place;
  if (!module.files.empty()) place.path = module.files[smallir::FileId(0)];
  return place;
}

void count_work(const Solved& solved, const Traces& traces, const RaceCheck& check, CheckSink& sink) {
  auto count = [&](const char* name, auto n) { sink.count(name, static_cast<int64_t>(n)); };
  const Heap& heap = solved.heap;
  FlatSet<uint32_t> methods;
  size_t shared = 0;
  for (const Instance& instance : heap.instances) {
    methods.insert(instance.function.value);
    shared += instance.context == kSharedContext;
  }
  count("functions reached", methods.size());
  count("function instances", heap.instances.size());
  count("function instances that threads share", shared);
  count("abstract objects", heap.objects.size());
  count("pointers", heap.representative.size());
  count("pointers merged in cycles", heap.collapsed_nodes);
  count("copy edges", heap.copy_edges);
  count("objects propagated", heap.propagated);
  count("sends to unknown receivers", heap.unknown_sends);
  count("sends resolved by all implementors", heap.fallback_sends);
  count("sends not resolved after such a send", heap.guesses_on_guesses);
  count("sends with too many targets", heap.megamorphic_sends);
  count("points-to sets saturated", heap.saturated_sets);
  count("threads", traces.threads.size());
  count("function visits", traces.visits.size());
  count("accesses", traces.accesses.size());
  count("shared locations", check.locations);
  count("pairs compared", check.pairs);
  count("races", check.races.size());
}

// Of the findings about one variable the most certain one comes first, the others after those about other
// variables that are about as certain: the first hundred findings should show a hundred variables.
void rank_further_pairs(std::vector<Finding*> findings, WeighedFactor further_pair) {
  std::stable_sort(findings.begin(), findings.end(), [](const Finding* a, const Finding* b) {
    if (a->confidence.value() != b->confidence.value()) return a->confidence.value() > b->confidence.value();
    auto place = [](const Finding* finding, size_t access) {
      const Place& at = finding->accesses[access].place;
      return std::tuple(std::string_view(at.path), at.line, at.column);
    };
    return std::pair(place(a, 0), place(a, 1)) < std::pair(place(b, 0), place(b, 1));
  });
  std::set<std::pair<std::string, std::string>> shown;
  for (Finding* finding : findings) {
    if (shown.emplace(finding->shared.kind, finding->shared.name).second) continue;
    finding->confidence.lower_but_not_below(kNoteBelow, further_pair);
  }
}

// Rates all races, and makes reports of the most certain ones.
void report_races(const smallir::Module& module, const ProgramIndex& index, const Solved& solved,
                  const Multiplicity& multiplicity, const Traces& traces, const RaceCheck& check,
                  const Parallelism& how, CheckSink& sink) {
  constexpr int kNotRated = -1;  // there was no time
  constexpr size_t kAtOnce = 256;
  std::vector<int> rated(check.races.size(), kNotRated);
  parallel_for((rated.size() + kAtOnce - 1) / kAtOnce, how, [&](size_t part) {
    size_t end = std::min(rated.size(), (part + 1) * kAtOnce);
    for (size_t i = part * kAtOnce; i < end; ++i) {
      rated[i] =
          rate(module, index, solved.heap, multiplicity, solved.all_roots, traces, check.races[i]).value();
    }
  });
  std::vector<std::pair<int, uint32_t>> ranked;  // confidence, in RaceCheck::races
  for (uint32_t i = 0; i < rated.size(); ++i) {
    if (rated[i] != kNotRated) ranked.emplace_back(-rated[i], i);
  }
  std::sort(ranked.begin(), ranked.end());
  if (check.locations_with_more > 0) {
    sink.total(fmt::format("further pairs of accesses to {} variable{} are not listed",
                           check.locations_with_more, check.locations_with_more == 1 ? "" : "s"));
  }
  std::vector<Finding> findings;
  size_t frames = 0, begun = 0;
  while (begun < ranked.size() && begun < kMaxReported && frames < kMaxFramesReported &&
         !how.stop.requested()) {
    size_t count = std::min({kAtOnce, ranked.size() - begun, kMaxReported - begun});
    std::vector<Finding> made = parallel_map<Finding>(count, how, [&](size_t i) {
      return make_finding(module, index, solved.heap, multiplicity, solved.all_roots, traces,
                          check.races[ranked[begun + i].second]);
    });
    begun += count;
    for (Finding& finding : made) {
      if (finding.accesses.empty()) continue;  // there was no time
      for (const Access& access : finding.accesses) frames += access.stack.size();
      findings.push_back(std::move(finding));
    }
  }
  if (findings.size() < check.races.size()) {
    sink.total(fmt::format("{} less certain races are not listed", check.races.size() - findings.size()));
  }
  std::vector<Finding*> listed;
  for (Finding& finding : findings) listed.push_back(&finding);
  rank_further_pairs(listed, index.factors[RaceFactor::further_pair]);
  for (Finding& finding : findings) sink.add(std::move(finding));
}

void report_limits(const smallir::Module& module, const Solved& solved, const Traces& traces,
                   const RaceCheck& check, CheckSink& sink) {
  if (solved.stopped_by_limit) {
    sink.add(Diagnostic{Severity::error, anywhere(module),
                        "the pointer analysis reached its limit of memory: races can be missing"});
  }
  if (traces.end == Traces::End::limit || check.stopped_by_limit) {
    sink.add(
        Diagnostic{Severity::error, anywhere(module),
                   "the number of function visits or of pairs of accesses to one variable reached its limit: "
                   "races can be missing"});
  }
}

// How the threads were found when the program does not say what runs.
void report_mode(const smallir::Module& module, const Roots& given, const Solved& solved, CheckSink& sink) {
  size_t classes = 0;
  for (size_t r = 0; r < given.roots.size(); ++r) {
    classes += given.roots[r].kind == RootKind::library && !solved.roots.instances[r].empty();
  }
  if (given.api_mode && !module.functions.empty()) {
    sink.add(Diagnostic{Severity::note, anywhere(module),
                        "no process is started here; judged as a library used from several processes"});
  } else if (given.library_mode && !module.functions.empty()) {
    sink.add(Diagnostic{
        Severity::note, anywhere(module),
        "no script and no entry point found: checking the classes that start threads; their public "
        "methods are assumed to be called while the threads run"});
  } else if (classes > 0) {
    sink.add(
        Diagnostic{Severity::note, anywhere(module),
                   fmt::format("{} classes that no script reaches start threads: their public methods are "
                               "assumed to be called while the threads run",
                               classes)});
  }
}

}  // namespace

void detect_races(const smallir::Module& module, const smallir::Settings& settings,
                  const FactorWeights& weights, const Parallelism& how, CheckSink& sink) {
  sink.phase("find entry points");
  Roots roots = find_roots(module, settings.model);
  ProgramIndex index = index_program(module, settings, weights);
  sink.phase("pointer analysis");
  Grace grace(how.stop, sink);
  const StopToken over = grace.over();
  Solved solved = solve(module, index, settings, roots, limits_for(module), {how.stop, over});
  report_mode(module, roots, solved, sink);
  const Roots& all_roots = solved.all_roots;
  sink.phase("threads and order");
  Multiplicity multiplicity = count_runs(module, solved.heap, all_roots, solved.roots);
  Relevance relevance = find_relevant(module, solved.heap, multiplicity, all_roots, solved.roots);
  Traces traces = build_traces(module, index, solved.heap, multiplicity, relevance, all_roots, solved.roots,
                               kMaxVisits, over);
  sink.phase("race detection");
  RaceCheck races =
      find_races(module, solved.heap, multiplicity, relevance, all_roots, traces, RaceLimits(), over);
  sink.phase("rate and report races");
  report_races(module, index, solved, multiplicity, traces, races, {how.jobs, over}, sink);
  count_work(solved, traces, races, sink);
  report_limits(module, solved, traces, races, sink);
}

}  // namespace dh
