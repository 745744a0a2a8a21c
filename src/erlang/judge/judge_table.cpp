// Which table a pair is about, and who else gets hold of it.
#include <algorithm>

#include "erlang/judge/races.h"
#include "erlang/processes/given_once.h"
#include "erlang/processes/reached.h"

namespace dh::erlang {

static bool only_names(const ValueSet& set) {
  return !set.unknown && !set.objects.empty() &&
         std::all_of(set.objects.begin(), set.objects.end(),
                     [](const Object& o) { return o.kind == ObjectKind::constant; });
}

bool Judge::same_table(uint32_t state, SymId a, SymId b) const {
  bool ets = races.model.states[state].ets_tables;
  auto [it, fresh] = same_table_[ets].try_emplace(static_cast<uint64_t>(a.value) << 32 | b.value, false);
  if (!fresh) return it->second;
  bool same = races.syms.compare(a, b, FunctionId(0)) >= Same::maybe;
  const ValueSet &of_a = races.syms.objects(a, FunctionId(0)), &of_b = races.syms.objects(b, FunctionId(0));
  // Tables that a loop makes have one place in common, but not their names.
  if (!same && ets && !(only_names(of_a) && only_names(of_b))) {
    TableView x = races.tables.view(of_a);
    TableView y = races.tables.view(of_b);
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

// What the maker calls hands the table to another process before the maker deletes it.
bool Judge::handed_over(const TableInfo& table) const {
  auto [it, fresh] = handed_over_.try_emplace(table.site.value, false);
  if (!fresh) return it->second;
  bool given = gets_to(races.core, races.values, graph, table.maker, table.handed_over);
  return handed_over_[table.site.value] = given;
}

template <typename Visit>
void Judge::each_act_on(const TableInfo& table, Visit&& visit) const {
  for (uint32_t state = 0; state < acts_of_.size(); ++state) {
    if (!races.model.states[state].ets_tables) continue;
    for (const auto& [sym, acts] : acts_of_[state]) {
      TableView view = races.tables.view(races.syms.objects(sym, FunctionId(0)));
      if (std::find(view.tables.begin(), view.tables.end(), &table) == view.tables.end()) continue;
      for (uint32_t index : acts) visit(races.acts[index]);
    }
  }
}

// Nobody but the function that makes a table under a name, which a second one cannot at the same time,
// changes it.
bool Judge::named_by_maker(const TableInfo& table) const {
  bool others = false;
  each_act_on(table, [&](const LoggedAct& act) {
    others = others || (act.frame != table.maker && act.site.function != table.maker);
  });
  return !others;
}

// It is given to one process when that is started, and who makes it changes it only before.
bool Judge::of_started(const TableInfo& table) const {
  auto which = static_cast<uint32_t>(&table - races.tables.all().data());
  auto [it, fresh] = of_started_.try_emplace(which, false);
  if (!fresh) return it->second;
  auto given = given_once(races.core, races.values, graph, table);
  if (!given) return false;
  bool before = true;
  std::vector<FunctionId> others;
  each_act_on(table, [&](const LoggedAct& act) {
    if (act.frame == table.maker) {
      before = before && act.call < *given;
    } else {
      others.push_back(act.frame);
    }
  });
  bool own = before && !gets_to(races.core, races.values, graph, table.maker, others, Ways::same_process);
  return of_started_[which] = own;
}

bool Judge::judge_table(const Pair& pair, Verdict& verdict) const {
  const StateModel& state = races.model.states[pair.state];
  TableView view = races.tables.view(races.syms.objects(pair.act_datum.table, pair.frame));
  // Nobody else gets hold of a table that lives as long as a call.
  bool own = std::erase_if(view.tables, [&](const TableInfo* t) {
               return t->temporary && !handed_over(*t) && (!t->named || named_by_maker(*t));
             }) > 0;
  bool each_its_own = std::erase_if(view.tables, [&](const TableInfo* t) { return of_started(*t); }) > 0;
  Reach reach = races.tables.reach(view, state.shared_reads);
  if (own && reach == Reach::unknown) reach = Reach::likely_owner;
  if (reach == Reach::shared) {
    verdict.change(5, "the table is public");
    bool bags =
        std::all_of(view.tables.begin(), view.tables.end(), [](const TableInfo* t) { return t->bag; });
    if (bags && !state.shared_reads && effect_of(pair) == Effect::act)
      verdict.change(-30, "the table is a bag: nothing is overwritten");
    if (state.shared_reads) verdict.change(-5, "other processes have to delete objects for it to fail");
    return true;
  }
  if (reach <= Reach::likely_owner) return false;
  verdict.change(-45, each_its_own
                          ? "each process is given a table of its own when it is started, as far as is seen"
                          : "it is not known whether other processes may write to the table");
  return true;
}

// Each process of that kind makes a table of its own.
bool Judge::own_table(const Pair& pair, const Roles::Process& process) const {
  if (!races.model.states[pair.state].ets_tables) return false;
  TableView view = races.tables.view(races.syms.objects(pair.act_datum.table, pair.frame));
  if (view.tables.empty()) return false;
  return std::all_of(view.tables.begin(), view.tables.end(), [&](const TableInfo* t) {
    // Under a name that each of them is told.
    bool own = !t->named || !t->name.valid();
    return own && roles.process_of(t->maker) == process;
  });
}

// One that was found, not each in turn, as the fun of a fold gets them.
bool Judge::takes_one_of_many(const Pair& pair) const {
  if (!pair.taken || effect_of(pair) != Effect::remove || pair.read.is_group()) return false;
  const Call& look = races.core.function(pair.read.function).calls[pair.read.call];
  return races.syms.has_any(pair.read_datum.key) && !races.syms.has_any(pair.act_datum.key) &&
         !races.model.callbacks.contains(look.callee);
}

}  // namespace dh::erlang
