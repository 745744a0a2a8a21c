#include <algorithm>

#include "erlang/walk.h"

namespace dh::erlang {

Races::Races(const Core& c, const Model& m, const Values& v, const Tables& t)
    : core(c), model(m), values(v), tables(t), syms(c, v), summaries(c.function_count()) {
  for (Summary& s : summaries) s.result = syms.unknown();
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

void Races::log_act(Site site, const Datum& datum) {
  Datum d = everywhere(datum, site.function);
  uint64_t h = hash_combine(static_cast<uint64_t>(site.function.value) << 32 | site.call, d.state);
  h = hash_combine(h, static_cast<uint64_t>(d.table.value) << 32 | d.key.value);
  if (logged.insert(h).second) acts.push_back({site, d});
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
    return std::tuple(!p.contextual, !p.handled, p.same, p.data, p.control, -length);
  };
  return key(a) > key(b);
}

bool same_shape(const Summary& a, const Summary& b) {
  return a.returns == b.returns && a.result == b.result && a.result_params == b.result_params &&
         a.calls_params == b.calls_params && a.reads.size() == b.reads.size() &&
         a.acts.size() == b.acts.size() && a.writes.size() == b.writes.size();
}

}  // namespace

uint32_t Races::add_pair(const Pair& pair) {
  uint64_t key = hash_combine(static_cast<uint64_t>(pair.act.function.value) << 32 | pair.act.call,
                              static_cast<uint64_t>(pair.read.function.value) << 32 | pair.read.call);
  // A getter and a setter that meet in many functions are about many data: one pair for each of the
  // functions, up to a limit. Where they are in one function themselves, that one says it all.
  constexpr size_t kMostFrames = 16;
  std::vector<uint32_t>& known_pairs = pair_index[key];
  for (uint32_t index : known_pairs) {
    Pair& known = pairs[index];
    if (known.act != pair.act || known.read != pair.read || known.state != pair.state) continue;
    bool local = !known.read_chain.valid() && !known.act_chain.valid();
    if (known.frame != pair.frame && !local && known_pairs.size() < kMostFrames) continue;
    if (better(*this, pair, known)) known = pair;
    return index;
  }
  pairs.push_back(pair);
  uint32_t index = static_cast<uint32_t>(pairs.size() - 1);
  pair_index[key].push_back(index);
  return index;
}

namespace {

// Calls of funs that are not followed: any function that got out of sight may be behind them.
void search_unknown_calls(Races& races, const Parallelism& parallel) {
  constexpr size_t kMostArity = 8, kMostActs = 64;
  std::vector<Summary> by_arity(kMostArity);
  for (uint32_t index : races.tables.escaped_functions()) {
    uint32_t arity = races.core.function(FunctionId(index)).arity;
    if (arity >= kMostArity) continue;
    for (const ActSummary& act : races.summaries[index].acts) {
      if (by_arity[arity].acts.size() < kMostActs) by_arity[arity].acts.push_back(act);
    }
  }
  races.unknown_calls = std::move(by_arity);
  for (uint32_t i = 0; i < races.core.function_count(); ++i) {
    if (parallel.stop.requested()) return;
    FunctionId f(i);
    for (const Call& call : races.core.function(f).calls) {
      if (!races.values.calls_unknown(f, call) || call.arguments.count >= kMostArity) continue;
      if (races.unknown_calls[call.arguments.count].acts.empty()) continue;
      Walker(races, f).run();
      break;
    }
  }
}

}  // namespace

void search(Races& races, const CallGraph& graph, const Parallelism& parallel) {
  for (const std::vector<FunctionId>& component : graph.components) {
    if (parallel.stop.requested()) return;
    bool recursive = component.size() > 1;
    const std::vector<FunctionId>& own = graph.callees[component[0].index()];
    recursive = recursive || std::find(own.begin(), own.end(), component[0]) != own.end();
    // What one round of the recursion reads has to reach what the next one does, and through all functions
    // of the component: a few rounds, for summaries only grow by what is new.
    int rounds = recursive ? 3 : 1;
    for (int round = 0; round < rounds; ++round) {
      bool changed = false;
      for (FunctionId f : component) {
        Summary now = Walker(races, f).run();
        changed = changed || !same_shape(now, races.summaries[f.index()]);
        races.summaries[f.index()] = std::move(now);
      }
      if (!changed && round > 0) break;
    }
  }
  search_unknown_calls(races, parallel);
}

}  // namespace dh::erlang
