#include <algorithm>

#include "erlang/races.h"

namespace dh::erlang {
namespace {

void change(Verdict& v, int delta, std::string text) {
  v.confidence += delta;
  v.reasons.push_back({delta, std::move(text)});
}

}  // namespace

Judge::Judge(Races& r, const Roles& o) : races(r), roles(o) {
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

// Whether a process of another kind writes what the pair is about.
bool Judge::another_writes(const Pair& pair, const Roles::Process& process) const {
  Datum ours = races.everywhere(pair.act_datum, pair.frame);
  for (const Races::LoggedAct& other : races.acts) {
    if (other.datum.state != pair.state || roles.of(other.site.function).empty()) continue;
    if (roles.process_of(other.site.function) == process) continue;
    if (!same_table(ours, other.datum)) continue;
    if (races.syms.compare(ours.key, other.datum.key, pair.frame) != Same::no) return true;
  }
  return false;
}

// Whether it is also written without a test for holding a name.
bool Judge::others_write(const Pair& pair) const {
  Datum ours = races.everywhere(pair.act_datum, pair.frame);
  return std::any_of(races.acts.begin(), races.acts.end(), [&](const Races::LoggedAct& other) {
    return !other.owned && other.datum.state == pair.state && !roles.of(other.site.function).empty() &&
           same_table(ours, other.datum) &&
           races.syms.compare(ours.key, other.datum.key, pair.frame) != Same::no;
  });
}

bool Judge::same_table(const Datum& a, const Datum& b) const {
  if (races.syms.compare(a.table, b.table, FunctionId(0)) >= Same::maybe) return true;
  if (!races.model.states[a.state].ets_tables) return false;
  TableView x = races.tables.view(races.syms.objects(a.table, FunctionId(0)));
  TableView y = races.tables.view(races.syms.objects(b.table, FunctionId(0)));
  return std::any_of(x.tables.begin(), x.tables.end(), [&](const TableInfo* t) {
    return std::find(y.tables.begin(), y.tables.end(), t) != y.tables.end();
  });
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
  bool shared = false, closed = false, unsure = view.unknown;
  for (const TableInfo* t : view.tables) {
    bool reachable = t->named || t->escapes;
    if (t->access == TableAccess::public_ || (state.shared_reads && t->access == TableAccess::protected_)) {
      if (state.shared_reads && t->ordered) continue;  // next of an ordered set does not mind deletions
      (reachable ? shared : closed) = true;
    } else if (!t->options_known) {
      unsure = true;
    } else {
      closed = true;
    }
  }
  if (shared) {
    change(verdict, 5, "the table is public");
    if (state.shared_reads) change(verdict, -5, "other processes have to delete objects for it to fail");
    return true;
  }
  if (!unsure || closed) return false;  // only its owner can write to it
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

Effect Judge::effect_of(const Pair& pair) const {
  const CoreFunction& act = races.core.function(pair.act.function);
  auto operations = races.model.operations.find(act.calls[pair.act.call].callee);
  if (operations == races.model.operations.end()) return Effect::act;
  for (const OperationModel& op : operations->second) {
    if (op.state == pair.state && op.effect != Effect::read) return op.effect;
  }
  return Effect::act;
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
  if (pair.owned) {
    if (!others_write(pair)) return std::nullopt;
    change(v, -10, "it is done only by the process that holds a name");
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
  if (failing && pair.handled) change(v, -65, "the failure of the call is handled by try or catch");
  if (auto process = roles.process_of(pair.frame)) {
    // Taking a name does not make a process the only one before it has got it.
    bool about_names = effect_of(pair) == Effect::failing && !state.ets_tables;
    bool alone = process->single || (process->takes_name && !about_names) || own_table(pair, *process);
    if (alone && !another_writes(pair, *process)) return std::nullopt;
    if (alone) change(v, -10, "one of the two processes is the server itself");
  }
  if (roles.only_at_start(pair.frame)) change(v, -35, "the code runs only while something is started");
  if (roles.of(pair.frame).empty()) change(v, -30, "nothing calls the code");
  if (pair.unknown_call)
    change(v, -45, "the fun that is called is not known: it is one of those that got out of sight");
  uint32_t calls = races.length(pair.read_chain) + races.length(pair.act_chain);
  if (calls > 6) change(v, -10, fmt::format("{} calls lie between the two", calls));
  v.confidence = std::clamp(v.confidence, 0, 100);
  return v;
}

}  // namespace dh::erlang
