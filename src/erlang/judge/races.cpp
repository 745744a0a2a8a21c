#include "erlang/judge/races.h"

#include <algorithm>
#include <map>

#include "erlang/judge/call_patterns.h"
#include "erlang/judge/judge.h"
#include "erlang/judge/owner.h"
#include "erlang/judge/report_race.h"
#include "erlang/judge/settle_groups.h"

namespace dh::erlang {

namespace {

// What the program calls, but no model or source knows: worth a model, or another folder on the command line.
void count_unknown_functions(const Core& core, const Model& model, CheckSink& sink) {
  std::map<std::string, int64_t> calls;
  for (uint32_t i = 0; i < core.function_count(); ++i) {
    for (const Call& c : core.function(FunctionId(i)).calls) {
      if (c.kind != CallKind::named || core.find_from(core.function(FunctionId(i)).module, c.callee).valid())
        continue;
      if (model.operations.contains(c.callee) || model.callbacks.contains(c.callee)) continue;
      if (model.pure.contains(c.callee) || model.never_return.contains(c.callee)) continue;
      std::string module = core.text(c.callee.module);
      if (module == "erlang") continue;  // built-ins without a model do nothing to shared state
      ++calls[fmt::format("{}:{}/{}", module, core.text(c.callee.name), c.callee.arity)];
    }
  }
  sink.count("unknown erlang functions", static_cast<int64_t>(calls.size()));
  std::vector<std::pair<std::string, int64_t>> most(calls.begin(), calls.end());
  std::stable_sort(most.begin(), most.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  constexpr size_t kShown = 40;
  for (size_t i = 0; i < most.size() && i < kShown; ++i)
    sink.count("calls of unknown " + most[i].first, most[i].second);
}

}  // namespace

void find_races(std::vector<CoreModule> modules, const Model& model, const SharedInterner& names,
                const FactorWeights& weights, const Parallelism& parallel, CheckSink& sink,
                const FindFix& find_fix, const IsSilent& is_silent) {
  add_behaviours(modules, model);
  Core core(std::move(modules), names);
  sink.count("erlang functions", static_cast<int64_t>(core.function_count()));
  sink.count("erlang values", core.node_count());
  count_unknown_functions(core, model, sink);
  sink.phase("follow Erlang values");
  Values values(core, model, parallel);
  if (parallel.stop.requested()) return;
  sink.phase("Erlang call graph");
  Tables tables(core, model, values);
  CallGraph graph = make_call_graph(core, model, values, parallel);
  Roles roles(core, model, values, graph);
  if (parallel.stop.requested()) return;
  sink.phase("search Erlang races");
  Races races = search(core, model, values, tables, graph, parallel);
  sink.count("erlang pairs", static_cast<int64_t>(races.pairs.size()));

  JudgeCaches caches;
  JudgeContext context = make_judge_context(races, roles, graph, caches);
  FactorSet<FactorId> factors(weights);
  // After a stop request the pairs that were found are judged as long as that makes progress.
  sink.phase("judge Erlang races");
  size_t done = 0;
  const auto judge_pair = [&](const Pair& pair) {
    sink.progress(++done, 2 * races.pairs.size());
    return judge(context, factors, pair);
  };
  settle_groups(races, [&](const Pair& pair) {
    Verdict verdict = judge_pair(pair);
    return verdict.excluded ? 1 : -verdict.confidence.value();
  });
  // One bug is one finding, for all its keys and callers.
  std::map<std::pair<Site, Rule>, std::vector<JudgedPair>> by_call;
  for (const Pair& pair : races.pairs) {
    Verdict verdict = judge_pair(pair);
    if (verdict.excluded) {
      sink.count(fmt::format("erlang pairs excluded: {}", exclusion_text(*verdict.excluded)), 1);
      continue;
    }
    by_call[{reported_call(races, pair), model.states[pair.state].rule}].push_back(
        {&pair, std::move(verdict.confidence), verdict.max_level});
  }
  auto report = [&](Finding finding) {
    if (is_silent && is_silent(finding.place.path)) return sink.count("erlang findings in libraries", 1);
    sink.add(std::move(finding));
  };
  for (auto& [call, pairs] : by_call) {
    sort_pairs(races, pairs);
    Finding finding = make_finding(context, call.first, pairs);
    if (find_fix) finding.fix = find_fix(finding);
    report(std::move(finding));
  }
  for (auto* find :
       {find_lazy_tables, find_table_swaps, find_casts, find_kept_objects, find_stale_messages}) {
    for (Finding& finding : find(context, factors)) report(std::move(finding));
  }
}

}  // namespace dh::erlang
