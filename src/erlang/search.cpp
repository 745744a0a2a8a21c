#include <algorithm>
#include <set>

#include "erlang/walk.h"

namespace dh::erlang {

Races::Races(const Core& c, const Model& m, const Values& v, const Tables& t)
    : core(c), model(m), values(v), tables(t), syms(c, v), summaries(c.function_count()) {
  for (Summary& s : summaries) s.result = syms.unknown();
  whole_table.resize(m.states.size());
  for (const auto& [key, operations] : m.operations) {
    for (const OperationModel& op : operations) {
      bool keyed = std::any_of(op.roles.begin(), op.roles.end(), [](ArgRole r) {
        return r == ArgRole::key || r == ArgRole::object || r == ArgRole::record || r == ArgRole::table_key ||
               r == ArgRole::new_table;
      });
      if (!keyed) whole_table[op.state] = true;
    }
  }
}

Datum Races::everywhere(const Datum& datum, FunctionId frame) {
  auto change = [&](SymId id, const Sym& leaf) -> SymId {
    if (leaf.kind == SymKind::param && leaf.index < core.function(frame).arity) {
      return syms.make(SymKind::foreign, core.node(frame, ValueId(leaf.index)).value);
    }
    return leaf.kind == SymKind::param ? syms.unknown() : id;
  };
  return {datum.state, syms.map(datum.table, change), syms.map(datum.key, change)};
}

bool Races::is_lost(SymId id) const {
  const Sym& s = syms[id];
  if (s.kind == SymKind::unknown) return true;
  if (!s.fleeting) return false;
  if (id.index() >= lost.size()) lost.resize(id.index() * 2 + 64);
  if (lost[id.index()] != 0) return lost[id.index()] == 2;
  bool result = false;
  if (s.kind == SymKind::tuple || s.kind == SymKind::cons) {
    auto parts = syms.parts(id);
    result = std::any_of(parts.begin(), parts.end(), [&](SymId p) { return is_lost(p); });
  } else {
    result = syms.objects(id, FunctionId(0)).objects.empty();
  }
  lost[id.index()] = result ? 2 : 1;
  return result;
}

bool Races::hopeless(const Datum& datum) const {
  return is_lost(datum.table) || (!whole_table[datum.state] && is_lost(datum.key));
}

void Races::log_act(Site site, const Datum& datum, bool owned) {
  Datum d = everywhere(datum, site.function);
  uint64_t h = hash_combine(static_cast<uint64_t>(site.function.value) << 32 | site.call, d.state);
  h = hash_combine(h, static_cast<uint64_t>(d.table.value) << 32 | d.key.value);
  if (logged.insert(h).second) acts.push_back({site, d, owned});
}

ChainId Races::link(Site call, ChainId next) {
  chains.push_back({call, next, length(next) + 1});
  return ChainId(static_cast<uint32_t>(chains.size() - 1));
}

namespace {

// The better of two ways in which the same read reaches the same act.
bool better(const Races& races, const Pair& a, const Pair& b) {
  auto key = [&](const Pair& p) {
    int length = static_cast<int>(races.length(p.read_chain) + races.length(p.act_chain));
    return std::tuple(!p.contextual, !p.idle, !p.handled, !p.by_type, p.same, p.data, p.control, -length);
  };
  return key(a) > key(b);
}

bool same_read(const ReadSummary& a, const ReadSummary& b) {
  return a.datum == b.datum && a.site == b.site && a.to_result == b.to_result && a.decides == b.decides &&
         a.conditions == b.conditions;
}

bool same_act(const ActSummary& a, const ActSummary& b) {
  return a.datum == b.datum && a.site == b.site && a.data_params == b.data_params &&
         a.control_params == b.control_params && a.payload_params == b.payload_params &&
         a.spawned == b.spawned && a.handled == b.handled && a.conditions == b.conditions;
}

bool same(const Summary& a, const Summary& b) {
  return a.returns == b.returns && a.result == b.result && a.result_params == b.result_params &&
         a.calls_params == b.calls_params && a.writes == b.writes &&
         std::equal(a.reads.begin(), a.reads.end(), b.reads.begin(), b.reads.end(), same_read) &&
         std::equal(a.acts.begin(), a.acts.end(), b.acts.begin(), b.acts.end(), same_act);
}

}  // namespace

uint32_t Races::add_pair(const Pair& pair) {
  // A getter and a setter that meet in many functions are about many data: one pair for each of the
  // functions. Where they are in one function themselves, that one says it all.
  uint64_t key = hash_combine(static_cast<uint64_t>(pair.act.function.value) << 32 | pair.act.call,
                              static_cast<uint64_t>(pair.read.function.value) << 32 | pair.read.call);
  uint64_t framed = hash_combine(key, pair.frame.value);
  for (uint64_t k : {key, framed}) {
    auto it = pair_index.find(k);
    if (it == pair_index.end()) continue;
    for (uint32_t index : it->second) {
      Pair& known = pairs[index];
      if (known.act != pair.act || known.read != pair.read || known.state != pair.state) continue;
      if (k == framed && known.frame != pair.frame) continue;
      if (better(*this, pair, known)) known = pair;
      return index;
    }
  }
  bool local = !pair.read_chain.valid() && !pair.act_chain.valid();
  pairs.push_back(pair);
  uint32_t index = static_cast<uint32_t>(pairs.size() - 1);
  pair_index[local ? key : framed].push_back(index);
  return index;
}

namespace {

// Calls of funs that are not followed: any function that got out of sight may be behind them.
void search_unknown_calls(Races& races, const Parallelism& parallel) {
  std::vector<Summary> by_arity;
  FlatSet<uint64_t> known;
  for (uint32_t index : races.tables.escaped_functions()) {
    uint32_t arity = races.core.function(FunctionId(index)).arity;
    if (arity >= by_arity.size()) by_arity.resize(arity + 1);
    for (const ActSummary& act : races.summaries[index].acts) {
      uint64_t h = hash_combine(static_cast<uint64_t>(act.site.function.value) << 32 | act.site.call, arity);
      h = hash_combine(h, static_cast<uint64_t>(act.datum.table.value) << 32 | act.datum.key.value);
      if (known.insert(hash_combine(h, act.datum.state)).second) by_arity[arity].acts.push_back(act);
    }
  }
  races.unknown_calls = std::move(by_arity);
  for (uint32_t i = 0; i < races.core.function_count(); ++i) {
    if (parallel.stop.requested()) return;
    FunctionId f(i);
    for (const Call& call : races.core.function(f).calls) {
      if (!races.values.calls_unknown(f, call) || call.arguments.count >= races.unknown_calls.size())
        continue;
      if (races.unknown_calls[call.arguments.count].acts.empty()) continue;
      Walker(races, f).run();
      break;
    }
  }
}

// Until nothing is new, or a function was walked often enough to see what matters in practice: what one round
// of the recursion reads has to reach what the next one does, and through all functions of the component.
// Only who builds on something new is walked again.
void search_component(Races& races, const CallGraph& graph, const std::vector<FunctionId>& component,
                      const Parallelism& parallel) {
  constexpr int kMostWalks = 4;
  std::vector<std::pair<FunctionId, uint32_t>> position;
  for (uint32_t i = 0; i < component.size(); ++i) position.push_back({component[i], i});
  std::sort(position.begin(), position.end());
  std::vector<int> walks(component.size(), 0);
  std::set<uint32_t> todo;
  for (uint32_t i = 0; i < component.size(); ++i) todo.insert(i);
  while (!todo.empty()) {
    if (parallel.stop.requested()) return;
    uint32_t at = *todo.begin();
    todo.erase(todo.begin());
    FunctionId f = component[at];
    Summary now = Walker(races, f).run();
    bool changed = !same(now, races.summaries[f.index()]);
    races.summaries[f.index()] = std::move(now);
    if (!changed) continue;
    if (++walks[at] == kMostWalks) ++races.cut_short;
    if (walks[at] >= kMostWalks) continue;
    for (FunctionId user : graph.users[f.index()]) {
      auto it = std::lower_bound(position.begin(), position.end(), std::pair(user, uint32_t{0}));
      if (it != position.end() && it->first == user) todo.insert(it->second);
    }
  }
}

}  // namespace

void search(Races& races, const CallGraph& graph, const Parallelism& parallel) {
  races.component_of.resize(races.core.function_count());
  for (uint32_t i = 0; i < graph.components.size(); ++i) {
    for (FunctionId f : graph.components[i]) races.component_of[f.index()] = i;
  }
  for (const std::vector<FunctionId>& component : graph.components) {
    if (parallel.stop.requested()) return;
    search_component(races, graph, component, parallel);
  }
  search_unknown_calls(races, parallel);
}

}  // namespace dh::erlang
