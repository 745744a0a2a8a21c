#include "erlang/judge/races.h"

#include <algorithm>
#include <map>

namespace dh::erlang {

namespace {

// What the program calls but nobody knows: worth a model, or another folder on the command line.
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
                const Parallelism& parallel, CheckSink& sink) {
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

  Judge judge(races, roles, graph);
  settle_groups(races, judge);
  // A function that sets whatever it is told to is one act for each datum.
  std::map<std::tuple<Site, Rule, std::string>, std::vector<JudgedPair>> by_act;
  for (const Pair& pair : races.pairs) {
    if (auto verdict = judge.judge(pair)) {
      by_act[{pair.act, model.states[pair.state].rule, datum_text(races, pair)}].push_back(
          {&pair, std::move(*verdict)});
    }
  }
  // What relies on a look at the whole table is about the table, whatever keys it writes.
  std::map<std::tuple<Site, Rule, std::string>, std::vector<JudgedPair>> shown;
  for (auto& [act, pairs] : by_act) {
    sort_pairs(races, pairs);
    std::vector<JudgedPair>& all =
        shown[{std::get<0>(act), std::get<1>(act), shown_datum(races, *pairs[0].pair)}];
    std::move(pairs.begin(), pairs.end(), std::back_inserter(all));
    sort_pairs(races, all);
  }
  for (const auto& [act, pairs] : shown) sink.add(make_finding(judge, pairs));
}

}  // namespace dh::erlang
