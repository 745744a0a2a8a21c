#include <algorithm>

#include "erlang/races.h"

namespace dh::erlang {
namespace {

void change(Verdict& v, int delta, std::string text) {
  v.confidence += delta;
  v.reasons.push_back({delta, std::move(text)});
}

}  // namespace

Judge::Judge(Races& r, const Roles& o) : races(r), roles(o), acts_of_(r.model.states.size()) {
  for (uint32_t i = 0; i < r.acts.size(); ++i) {
    const Datum& datum = r.acts[i].datum;
    acts_of_[datum.state][datum.table].push_back(i);
  }
  for (uint32_t i = 0; i < r.core.function_count(); ++i) {
    FunctionId f(i);
    const CoreFunction& function = r.core.function(f);
    for (uint32_t c = 0; c < function.calls.size(); ++c) {
      const Call& call = function.calls[c];
      if (call.kind != CallKind::named) continue;
      auto it = r.model.operations.find(call.callee);
      if (it == r.model.operations.end()) continue;
      for (const OperationModel& op : it->second) {
        if (op.effect != Effect::read) writes.push_back({{f, c}, &op});
      }
    }
  }
}

template <typename Which>
Judge::Others Judge::others(const Pair& pair, Which&& counts) const {
  Datum ours = races.everywhere(pair.act_datum, pair.frame);
  Others result = Others::none;
  for (const auto& [table, acts] : acts_of_[pair.state]) {
    if (!same_table(pair.state, ours.table, table)) continue;
    for (uint32_t index : acts) {
      const Races::LoggedAct& other = races.acts[index];
      if (roles.of(other.frame).empty() || !counts(other)) continue;
      Same same = races.syms.compare(ours.key, other.datum.key, pair.frame);
      if (same == Same::no) continue;
      bool unsure = same == Same::unknown && races.syms.has_constant(ours.key) &&
                    !races.syms.share_constant(ours.key, other.datum.key);
      bool weak = effect_at(other.site, pair.state) == Effect::remove;
      result = std::max(result, unsure ? Others::unsure : weak ? Others::weak : Others::sure);
      if (result == Others::sure) return result;
    }
  }
  return result;
}

// How a process of another kind writes what the pair is about.
Judge::Others Judge::another_writes(const Pair& pair, const Roles::Process& process) const {
  return others(pair,
                [&](const Races::LoggedAct& other) { return !(roles.process_of(other.frame) == process); });
}

// Only processes that hold a name write it, and what they start for it.
bool Judge::alone_under_name(const Pair& pair) const {
  if (!roles.under_name(pair.frame)) return false;
  return others(pair, [&](const Races::LoggedAct& other) {
           bool own_start = pair.spawned && other.site == pair.act;
           return !own_start && !roles.under_name(other.frame);
         }) == Others::none;
}

void Judge::rank_others(Others others, int delta, const char* reason, Verdict& verdict) const {
  switch (others) {
    case Others::none:
      break;
    case Others::unsure:
      change(verdict, delta - 30,
             "other processes write to the table, but not to what is known to be this key");
      break;
    case Others::weak:
      change(verdict, delta - 15, "other processes only remove it");
      break;
    case Others::sure:
      change(verdict, delta, reason);
      break;
  }
}

// Whoever does it writes the same, and nobody writes anything else, or they only count on from there.
void Judge::rank_default(const Pair& pair, Verdict& verdict) const {
  const Sym& value = races.syms[pair.value];
  if (pair.data || pair.idle || effect_of(pair) != Effect::act || value.open || value.fleeting) return;
  auto differs = [&](const Races::LoggedAct& other, bool atomic) {
    return other.value != pair.value && !roles.only_at_start(other.frame) &&
           (atomic || effect_at(other.site, pair.state) != Effect::atomic);
  };
  if (others(pair, [&](const Races::LoggedAct& other) { return differs(other, false); }) > Others::weak)
    return;
  bool counted =
      others(pair, [&](const Races::LoggedAct& other) { return differs(other, true); }) > Others::weak;
  change(verdict, counted ? -20 : -40,
         counted ? "it writes a constant: at worst, what others have counted since is lost"
                 : "it writes a constant that nobody else changes: two processes just do it twice");
}

bool Judge::same_table(uint32_t state, SymId a, SymId b) const {
  bool ets = races.model.states[state].ets_tables;
  auto [it, fresh] = same_table_[ets].try_emplace(static_cast<uint64_t>(a.value) << 32 | b.value, false);
  if (!fresh) return it->second;
  bool same = races.syms.compare(a, b, FunctionId(0)) >= Same::maybe;
  if (!same && ets) {
    TableView x = races.tables.view(races.syms.objects(a, FunctionId(0)));
    TableView y = races.tables.view(races.syms.objects(b, FunctionId(0)));
    same = std::any_of(x.tables.begin(), x.tables.end(), [&](const TableInfo* t) {
      return std::find(y.tables.begin(), y.tables.end(), t) != y.tables.end();
    });
  }
  return it->second = same;
}

// Whether the module around fixes tables: the caller of a traversal often does it.
bool Judge::fixes_tables(const Pair& pair) const {
  return std::any_of(writes.begin(), writes.end(), [&](const WriteSite& w) {
    return w.operation->state == pair.state && w.operation->effect == Effect::atomic &&
           races.core.module_index(w.site.function) == races.core.module_index(pair.frame);
  });
}

bool Judge::judge_table(const Pair& pair, Verdict& verdict) const {
  const StateModel& state = races.model.states[pair.state];
  TableView view = races.tables.view(races.syms.objects(pair.act_datum.table, pair.frame));
  Reach reach = races.tables.reach(view, state.shared_reads);
  if (reach == Reach::shared) {
    change(verdict, 5, "the table is public");
    bool bags =
        std::all_of(view.tables.begin(), view.tables.end(), [](const TableInfo* t) { return t->bag; });
    if (bags && !state.shared_reads && effect_of(pair) == Effect::act)
      change(verdict, -30, "the table is a bag: nothing is overwritten");
    if (state.shared_reads) change(verdict, -5, "other processes have to delete objects for it to fail");
    return true;
  }
  if (reach <= Reach::likely_owner) return false;
  change(verdict, -45, "it is not known whether other processes may write to the table");
  return true;
}

// Each process of that kind makes a table of its own.
bool Judge::own_table(const Pair& pair, const Roles::Process& process) const {
  if (!races.model.states[pair.state].ets_tables) return false;
  TableView view = races.tables.view(races.syms.objects(pair.act_datum.table, pair.frame));
  if (view.tables.empty()) return false;
  return std::all_of(view.tables.begin(), view.tables.end(),
                     [&](const TableInfo* t) { return !t->named && roles.process_of(t->maker) == process; });
}

Effect Judge::effect_at(Site site, uint32_t state) const {
  const CoreFunction& act = races.core.function(site.function);
  auto operations = races.model.operations.find(act.calls[site.call].callee);
  if (operations == races.model.operations.end()) return Effect::act;
  for (const OperationModel& op : operations->second) {
    if (op.state == state && op.effect != Effect::read) return op.effect;
  }
  return Effect::act;
}

// A name that its process holds as long as the node runs.
bool Judge::permanent(const Pair& pair) const {
  const std::vector<Symbol>& names = races.model.states[pair.state].permanent;
  const Sym& key = races.syms[pair.act_datum.key];
  if (names.empty() || key.kind != SymKind::constant) return false;
  const Constant& c = races.core.constant(ConstantId(key.index));
  return c.kind == ConstantKind::atom && std::find(names.begin(), names.end(), c.text) != names.end();
}

std::optional<Verdict> Judge::judge(const Pair& pair) const {
  const StateModel& state = races.model.states[pair.state];
  if (pair.contextual) return std::nullopt;
  if (races.core.function(pair.act.function).silenced || races.core.function(pair.frame).silenced)
    return std::nullopt;
  Verdict v;
  change(v, state.confidence,
         fmt::format("what was read of the {} {} a later change of it", state.thing,
                     pair.idle ? "comes before" : "decides on"));
  if (pair.idle)
    change(v, -70, "what was read is not used: neither what is written nor whether depends on it");
  if (pair.by_type) change(v, -20, "only if it is of the type that one of them tests for");
  if (state.ets_tables && !judge_table(pair, v)) return std::nullopt;
  if (state.shared_reads && fixes_tables(pair)) return std::nullopt;
  if (pair.data) change(v, 5, "what is written depends on what was read");
  if (roles.locked(pair.frame)) return std::nullopt;
  if (state.cache && !pair.data && !pair.idle)
    change(v, -20, "what is written does not come from what was read: two processes may just do it twice");
  if (permanent(pair)) change(v, -30, "the process that has this name ends only with the node");
  if (!state.cache) rank_default(pair, v);
  // The process that holds the name is the one that runs here.
  if (pair.owned && state.rule == Rule::erlang_alive_check) return std::nullopt;
  if (pair.owned) {
    Others others_write = others(pair, [](const Races::LoggedAct& other) { return !other.owned; });
    if (others_write == Others::none) return std::nullopt;
    rank_others(others_write, -10, "it is done only by the process that holds a name", v);
  }
  if (pair.same == Same::likely) {
    bool whole = pair.read_datum.key == races.syms.any() || pair.act_datum.key == races.syms.any();
    whole = whole && !state.messages;
    if (whole && pair.read_datum.table != races.syms.any()) {
      bool removes = effect_of(pair) == Effect::remove;
      change(v, removes ? -45 : -25,
             removes ? "it removes objects that were found in the table as a whole"
                     : "one of them is about the table as a whole");
    } else {
      change(v, -5, "both are most likely about the same datum");
    }
  }
  if (effect_of(pair) == Effect::remove && pair.same != Same::likely) {
    change(v, -20, "removing what is gone does no harm; removing what is new by now does");
  }
  if (pair.same == Same::maybe) {
    SymId some = races.syms.some();
    bool joined = pair.read_datum.key == some || pair.act_datum.key == some;
    change(v, joined ? -55 : -45,
           joined ? "it is about too many data to tell them apart"
                  : "they are about the same datum only for some values");
  }
  bool failing = effect_of(pair) == Effect::failing;
  if (effect_of(pair) == Effect::answers)
    change(v, -30, "the call itself answers when another process was faster, but nobody looks at it here");
  if (failing && pair.handled) change(v, -65, "the failure of the call is handled by try or catch");
  if (alone_under_name(pair)) return std::nullopt;
  if (auto process = roles.process_of(pair.frame)) {
    // Taking a name does not make a process the only one before it has got it.
    bool about_names = effect_of(pair) == Effect::failing && !state.ets_tables;
    bool alone = process->single || (process->takes_name && !about_names) || own_table(pair, *process);
    if (alone) {
      Others others_write = another_writes(pair, *process);
      if (others_write == Others::none) return std::nullopt;
      rank_others(others_write, -10, "one of the two processes is the server itself", v);
    }
  }
  if (roles.only_at_start(pair.frame)) change(v, -35, "the code runs only while something is started");
  if (roles.of(pair.frame).empty()) change(v, -30, "nothing calls the code");
  if (pair.unknown_call)
    change(v, -45, "the fun that is called is not known: it is one of those that got out of sight");
  uint32_t calls = races.length(pair.read_chain) + races.length(pair.act_chain);
  if (calls > 6) {
    int delta = calls > 24 ? -40 : calls > 12 ? -20 : -10;
    change(v, delta, fmt::format("{} calls lie between the two", calls));
  }
  v.confidence = std::clamp(v.confidence, 0, 100);
  return v;
}

}  // namespace dh::erlang
