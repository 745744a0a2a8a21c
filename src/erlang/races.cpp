#include "erlang/races.h"

#include <algorithm>
#include <map>

namespace dh::erlang {

void find_races(std::vector<CoreModule> modules, const Model& model, const SharedInterner& names,
                const Parallelism& parallel, CheckSink& sink) {
  Core core(std::move(modules), names);
  sink.count("erlang functions", static_cast<int64_t>(core.function_count()));
  sink.count("erlang values", core.node_count());
  sink.phase("follow Erlang values");
  Values values(core, model, parallel);
  if (parallel.stop.requested()) return;
  sink.phase("Erlang call graph");
  Tables tables(core, model, values);
  CallGraph graph = make_call_graph(core, values, parallel);
  Roles roles(core, model, graph);
  if (parallel.stop.requested()) return;
  sink.phase("search Erlang races");
  Races races(core, model, values, tables);
  search(races, graph, parallel);
  sink.count("erlang pairs", static_cast<int64_t>(races.pairs.size()));

  Judge judge(races, roles);
  std::map<std::pair<Site, Rule>, std::vector<JudgedPair>> by_act;
  for (const Pair& pair : races.pairs) {
    if (auto verdict = judge.judge(pair)) {
      by_act[{pair.act, model.states[pair.state].rule}].push_back({&pair, std::move(*verdict)});
    }
  }
  for (auto& [act, pairs] : by_act) sink.add(make_finding(races, roles, std::move(pairs)));
}

}  // namespace dh::erlang
