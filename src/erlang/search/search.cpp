#include <algorithm>
#include <set>

#include "erlang/search/walk.h"

namespace dh::erlang {

Races::Races(const Core& c, const Model& m, const Values& v, const Tables& t, const CallGraph& g)
    : core(c),
      model(m),
      values(v),
      tables(t),
      graph(g),
      syms(c, v),
      domains(c, syms),
      summaries(c.function_count()) {
  syms.set_element(m.element);
  functional.resize(c.function_count());
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
  if (!s.fleeting || s.kind == SymKind::some) return false;
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

Reach Races::reach(const Datum& datum) const {
  const StateModel& state = model.states[datum.state];
  if (!state.ets_tables || syms.by_caller(datum.table)) return Reach::shared;
  auto [it, fresh] = reaches.try_emplace(static_cast<uint64_t>(datum.state) << 32 | datum.table.value);
  if (fresh) {
    TableView view = tables.view(syms.objects(datum.table, FunctionId(0)));
    it->second = tables.reach(view, state.shared_reads);
  }
  return it->second;
}

void Races::log_act(LoggedAct act, FunctionId frame) {
  act.datum = everywhere(act.datum, frame);
  uint64_t h = hash_combine(hash_of(act.site), act.datum.state);
  h = hash_combine(h, static_cast<uint64_t>(act.datum.table.value) << 32 | act.datum.key.value);
  h = hash_combine(h, static_cast<uint64_t>(act.frame.value) << 32 | act.value.value);
  auto [it, fresh] = logged.try_emplace(h * 2 + act.owned, static_cast<uint32_t>(acts.size()));
  if (fresh) {
    acts.push_back(std::move(act));
  } else {
    LoggedAct& known = acts[it->second];
    join_conditions(known.conditions, act.conditions, domains);
    if (known.chain != act.chain) known.chain = {};
    known.guards &= act.guards;
    if (known.call != act.call) known.call = kSeveralCalls;
  }
}

bool Races::handles_failure(const Call& call, Site site, uint32_t state) const {
  const OperationModel* operation = operation_at(site, state);
  return operation != nullptr && operation->exits ? call.handles_exit : call.handles_error;
}

const OperationModel* Races::operation_at(Site site, uint32_t state) const {
  if (site.is_group()) return nullptr;
  const CoreFunction& act = core.function(site.function);
  auto operations = model.operations.find(act.calls[site.call].callee);
  if (operations == model.operations.end()) return nullptr;
  for (const OperationModel& op : operations->second) {
    if (op.state == state && op.effect != Effect::read) return &op;
  }
  return nullptr;
}

ChainId Races::link(Site call, ChainId next) {
  uint64_t h = hash_combine(hash_of(call), next.value);
  auto [it, fresh] = chain_index.try_emplace(h, static_cast<uint32_t>(chains.size()));
  if (!fresh && chains[it->second].call == call && chains[it->second].next == next)
    return ChainId(it->second);
  chains.push_back({call, next, length(next) + 1});
  return ChainId(static_cast<uint32_t>(chains.size() - 1));
}

Joining Races::joining(uint32_t component, size_t functions) {
  constexpr size_t kMost = 256, kLeast = 16, kMostInComponent = 60'000;
  return {core, syms, domains, groups, component, std::clamp(kMostInComponent / functions, kLeast, kMost)};
}

const std::vector<Target>& Races::targets_of(FunctionId f, uint32_t call) {
  auto [it, fresh] = targets.try_emplace(static_cast<uint64_t>(f.value) << 32 | call);
  if (fresh)
    it->second = std::make_unique<std::vector<Target>>(values.targets(f, core.function(f).calls[call]));
  return *it->second;
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

}  // namespace

uint32_t Races::add_pair(const Pair& pair) {
  DH_CHECK(collecting, "pairs are made of final summaries");
  if (pair.by_key) {
    uint64_t h = hash_combine(hash_of(pair.act), hash_of(pair.read));
    h = hash_combine(h, static_cast<uint64_t>(pair.frame.value) << 32 | pair.act_datum.key.value);
    return add_pair(pair, h, h);
  }
  // A getter and a setter that meet in many functions are about many data: one pair for each of the
  // functions. Where they are in one function themselves, that one says it all.
  uint64_t key = hash_combine(hash_of(pair.act), hash_of(pair.read));
  return add_pair(pair, key, hash_combine(key, pair.frame.value));
}

uint32_t Races::add_pair(const Pair& pair, uint64_t key, uint64_t framed) {
  for (uint64_t k : {key, framed}) {
    auto it = pair_index.find(k);
    if (it == pair_index.end()) continue;
    for (uint32_t index : it->second) {
      Pair& known = pairs[index];
      if (known.act != pair.act || known.read != pair.read || known.state != pair.state) continue;
      if (known.by_key != pair.by_key) continue;
      if (k == framed && known.frame != pair.frame) continue;
      bool same_frame = known.frame == pair.frame;
      bool absent = pair.absent && known.absent;
      Guards guards = pair.guards & known.guards;
      std::vector<Condition> conditions = known.conditions, answers = known.answers;
      join_conditions(conditions, pair.conditions, domains);
      join_conditions(answers, pair.answers, domains);
      if (better(*this, pair, known)) known = pair;
      if (same_frame) {
        known.absent = absent;
        known.guards = guards;
        known.conditions = std::move(conditions);
        known.answers = std::move(answers);
      }
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

constexpr size_t kMostData = 256, kMostDataOfRecursion = 128;  // of one operation, in a summary

// Calls of funs that are not followed: any function that got out of sight may be behind them.
void search_unknown_calls(Races& races, const Parallelism& parallel) {
  std::vector<Summary> by_arity;
  FlatSet<uint64_t> known;
  for (uint32_t index : races.tables.escaped_functions()) {
    uint32_t arity = races.core.function(FunctionId(index)).arity;
    if (arity >= by_arity.size()) by_arity.resize(arity + 1);
    for (const ActSummary& act : races.summaries[index].acts) {
      uint64_t h = hash_combine(hash_of(act.site), arity);
      h = hash_combine(h, static_cast<uint64_t>(act.datum.table.value) << 32 | act.datum.key.value);
      if (known.insert(hash_combine(h, act.datum.state)).second) by_arity[arity].acts.push_back(act);
    }
  }
  for (uint32_t arity = 0; arity < by_arity.size(); ++arity) {
    bound(by_arity[arity], kMostData, races.joining(UINT32_MAX - arity, 1));
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

// The members of a component by function, to find the users of a summary among them.
class Members {
 public:
  explicit Members(const std::vector<FunctionId>& component) {
    for (uint32_t i = 0; i < component.size(); ++i) position_.push_back({component[i], i});
    std::sort(position_.begin(), position_.end());
  }
  // UINT32_MAX for others.
  uint32_t position(FunctionId f) const {
    auto it = std::lower_bound(position_.begin(), position_.end(), std::pair(f, uint32_t{0}));
    return it != position_.end() && it->first == f ? it->second : UINT32_MAX;
  }

 private:
  std::vector<std::pair<FunctionId, uint32_t>> position_;
};

// Walks the members of a recursion until nothing is new: what one round of it reads has to reach what the
// next one does, through all of them. Only who builds on something new is walked again. The first walks
// replace a summary; further ones only lose what was sure and gain what may be, which has an end.
void solve_recursion(Races& races, const std::vector<FunctionId>& component, const Parallelism& parallel) {
  constexpr int kExactWalks = 2, kFreeWalks = 12, kFineWalks = 40;
  Members members(component);
  Joining joining = races.joining(races.component_of[component[0].index()], component.size());
  std::vector<int> walks(component.size(), 0);
  std::set<uint32_t> todo;
  uint32_t position = 0;
  for (uint32_t i = 0; i < component.size(); ++i) todo.insert(todo.end(), i);
  while (!todo.empty()) {
    if (parallel.stop.requested()) return;
    // In sweeps from callees to callers, so that a change gets far before anybody is walked again.
    auto next = todo.lower_bound(position);
    if (next == todo.end()) next = todo.begin();
    uint32_t at = *next;
    position = at + 1;
    todo.erase(next);
    FunctionId f = component[at];
    Summary now = Walker(races, f).run();
    Summary& known = races.summaries[f.index()];
    bool changed = false;
    if (walks[at] < kExactWalks) {
      bound(now, kMostDataOfRecursion, joining);
      changed = !same_summary(now, known);
      known = std::move(now);
    } else {
      changed = widen(known, std::move(now), joining, walks[at] >= kFreeWalks);
      // Who still learns something new is told the rest in one go.
      Joining coarse = joining;
      if (walks[at] >= kFineWalks) coarse.most_items = 0;
      if (changed) bound(known, kMostDataOfRecursion, coarse);
    }
    if (!changed) continue;
    ++walks[at];
    for (FunctionId user : races.graph.users[f.index()]) {
      if (uint32_t member = members.position(user); member != UINT32_MAX) todo.insert(member);
    }
  }
}

// Pairs are looked for when the summaries are final, so that none comes from what was believed on the way.
void collect_pairs(Races& races, const std::vector<FunctionId>& component, const Parallelism& parallel) {
  races.collecting = true;
  // Again only for pairs that count when a caller is in a dirty activity, and when callers are members.
  for (bool again = true; again && !parallel.stop.requested();) {
    again = false;
    for (FunctionId f : component) {
      Summary now = Walker(races, f).run();
      Summary& known = races.summaries[f.index()];
      again |= now.contextual_pairs != known.contextual_pairs;
      again |= now.helper_pairs.size() != known.helper_pairs.size();
      known.contextual_pairs = std::move(now.contextual_pairs);
      known.helper_pairs = std::move(now.helper_pairs);
    }
  }
  races.collecting = false;
}

void search_component(Races& races, const std::vector<FunctionId>& component, const Parallelism& parallel) {
  find_functional(races, component);
  FunctionId first = component[0];
  const std::vector<FunctionId>& users = races.graph.users[first.index()];
  bool recursive = component.size() > 1 || std::find(users.begin(), users.end(), first) != users.end();
  if (recursive) {
    solve_recursion(races, component, parallel);
    collect_pairs(races, component, parallel);
  } else {
    races.collecting = true;
    Summary& summary = races.summaries[first.index()];
    summary = Walker(races, first).run();
    bound(summary, kMostData, races.joining(races.component_of[first.index()], 1));
    races.collecting = false;
  }
  // A map that was large once takes long to clear each time.
  if (component.size() > 1) {
    races.targets = {};
  } else {
    races.targets.clear();
  }
}

}  // namespace

void search(Races& races, const Parallelism& parallel) {
  races.called.assign(races.core.function_count(), false);
  for (uint32_t i = 0; i < races.core.function_count(); ++i) {
    for (FunctionId t : races.graph.users[i]) races.called[i] = races.called[i] || t.index() != i;
    bool from_outside = is_callback(races.core, races.model, FunctionId(i));
    if (from_outside) races.called[i] = false;
  }
  races.component_of.resize(races.core.function_count());
  for (uint32_t i = 0; i < races.graph.components.size(); ++i) {
    for (FunctionId f : races.graph.components[i]) races.component_of[f.index()] = i;
  }
  for (const std::vector<FunctionId>& component : races.graph.components) {
    if (parallel.stop.requested()) return;
    search_component(races, component, parallel);
  }
  races.collecting = true;
  search_unknown_calls(races, parallel);
}

}  // namespace dh::erlang
