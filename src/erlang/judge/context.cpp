#include "erlang/judge/context.h"

namespace dh::erlang {

JudgeContext make_judge_context(Races& races, const Roles& roles, const CallGraph& graph,
                                JudgeCaches& caches) {
  size_t states = races.model.states.size();
  JudgeContext context{races, roles, graph, {}, {}, {}, {}, caches};
  context.writes_of.resize(states);
  context.fixes.resize(states);
  KeyTable<std::pair<uint32_t, SymId>> tables;
  std::vector<uint32_t> place;  // of each table in its state's list
  for (uint32_t i = 0; i < races.writes.size(); ++i) {
    const Location& location = races.writes[i].location;
    races.writes[i].operation = races.operation_at(races.writes[i].site, location.state);
    auto& of_state = context.writes_of[location.state];
    auto [number, is_new] = tables.add({location.state, location.table});
    if (is_new) {
      place.push_back(static_cast<uint32_t>(of_state.size()));
      of_state.push_back({location.table, {}});
    }
    of_state[place[number]].second.push_back(i);
  }
  for (uint32_t i = 0; i < races.core.function_count(); ++i) {
    for (const Call& call : races.core.function(FunctionId(i)).calls) {
      if (call.kind != CallKind::named) continue;
      auto operations = races.model.operations.find(call.callee);
      if (operations == races.model.operations.end()) continue;
      for (const OperationModel& operation : operations->second) {
        if (operation.effect == Effect::atomic) context.fixes[operation.state].push_back(FunctionId(i));
      }
    }
  }
  FlatSet<Site> updates;
  for (const Pair& pair : races.pairs) {
    bool is_update = pair.is(PairFact::data);
    (is_update ? updates : context.fills).insert(pair.write);
    if (is_update && effect_of(context, pair) == Effect::act)
      context.updating_reads.insert({pair.frame, pair.read});
  }
  for (Site site : updates) context.fills.erase(site);
  return context;
}

const ClausesOfCalls& clauses_of_calls(const JudgeContext& context, FunctionId f) {
  std::unique_ptr<ClausesOfCalls>& known = context.caches.clauses[f];
  if (known == nullptr) known = std::make_unique<ClausesOfCalls>(context.races.core.function(f));
  return *known;
}

Effect effect_at(const JudgeContext& context, Site site, uint32_t state) {
  const OperationModel* op = context.races.operation_at(site, state);
  return op == nullptr ? Effect::act : op->effect;
}

}  // namespace dh::erlang
