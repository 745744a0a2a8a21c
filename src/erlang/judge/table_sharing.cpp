#include "erlang/judge/table_sharing.h"

#include <algorithm>

#include "erlang/processes/call_reach.h"
#include "erlang/processes/sole_recipient.h"

namespace dh::erlang {

namespace {

bool only_names(const ValueSet& set) {
  return !set.unknown && !set.objects.empty() &&
         std::all_of(set.objects.begin(), set.objects.end(),
                     [](const Object& o) { return o.kind == ObjectKind::constant; });
}

}  // namespace

bool same_table(const JudgeContext& context, uint32_t state, SymId a, SymId b) {
  bool ets = context.races.model.states[state].ets_tables;
  auto [it, fresh] = context.caches.same_table[ets].try_emplace({a, b}, false);
  if (!fresh) return it->second;
  bool same = context.races.syms.compare(a, b, FunctionId(0)) >= Same::maybe;
  const ValueSet &of_a = context.races.syms.objects(a, FunctionId(0)),
                 &of_b = context.races.syms.objects(b, FunctionId(0));
  // Tables that a loop makes have one place in common, but not their names.
  if (!same && ets && !(only_names(of_a) && only_names(of_b))) {
    TableView x = context.races.tables.view(of_a);
    TableView y = context.races.tables.view(of_b);
    same = std::any_of(x.tables.begin(), x.tables.end(), [&](const TableInfo* t) {
      return std::find(y.tables.begin(), y.tables.end(), t) != y.tables.end();
    });
  }
  return it->second = same;
}

bool is_only_filled(const JudgeContext& context, const Pair& pair) {
  const Races& races = context.races;
  SymId ours = context.races.in_program_terms(pair.write_location, pair.frame).table;
  auto fills = [&](const LoggedWrite& write) {
    if (write.site.is_group()) return write.effect() != Effect::remove;
    const Call& call = races.core.function(write.site.function).calls[write.site.call];
    std::string name = races.core.text(call.callee.name);
    return name.starts_with("insert") || name.starts_with("update") || name == "select_replace";
  };
  bool filled = false;
  for (uint32_t state = 0; state < context.writes_of.size(); ++state) {
    const StateModel& model = races.model.states[state];
    if (!model.ets_tables || model.shared_reads) continue;
    for (const auto& [table, writes] : context.writes_of[state]) {
      if (!same_table(context, state, ours, table)) continue;
      for (uint32_t index : writes) {
        if (!fills(races.writes[index])) return false;
        filled = true;
      }
    }
  }
  return filled;
}

bool fixes_table(const JudgeContext& context, const Pair& pair) {
  const Core& core = context.races.core;
  const std::vector<FunctionId>& fixes = context.fixes[pair.state];
  return std::any_of(fixes.begin(), fixes.end(),
                     [&](FunctionId f) { return core.module_index(f) == core.module_index(pair.frame); });
}

namespace {

// A function that the maker calls passes the table to another process before the maker deletes it.
bool is_given_away(const JudgeContext& context, const TableInfo& table) {
  auto [it, fresh] = context.caches.given_away.try_emplace(table.site.value, false);
  if (!fresh) return it->second;
  bool given =
      can_reach(context.races.core, context.races.values, context.graph, table.maker, table.handed_over);
  return context.caches.given_away[table.site.value] = given;
}

template <typename Visit>
void each_write_on(const JudgeContext& context, const TableInfo& table, Visit&& visit) {
  for (uint32_t state = 0; state < context.writes_of.size(); ++state) {
    if (!context.races.model.states[state].ets_tables) continue;
    for (const auto& [sym, writes] : context.writes_of[state]) {
      TableView view = context.races.tables.view(context.races.syms.objects(sym, FunctionId(0)));
      if (std::find(view.tables.begin(), view.tables.end(), &table) == view.tables.end()) continue;
      for (uint32_t index : writes) visit(context.races.writes[index]);
    }
  }
}

// No function but the one that makes a table under a name, which a second one cannot do at the same time,
// changes it.
bool is_changed_by_maker_only(const JudgeContext& context, const TableInfo& table) {
  bool others = false;
  each_write_on(context, table, [&](const LoggedWrite& write) {
    others = others || (write.frame != table.maker && write.site.function != table.maker);
  });
  return !others;
}

// It is given to one process when that is started, and the maker changes it only before that.
bool is_given_at_start(const JudgeContext& context, const TableInfo& table) {
  auto which = static_cast<uint32_t>(&table - context.races.tables.all().data());
  auto [it, fresh] = context.caches.given_at_start.try_emplace(which, false);
  if (!fresh) return it->second;
  auto given = call_to_sole_recipient(context.races.core, context.races.values, context.graph, table);
  if (!given) return false;
  bool before = true;
  std::vector<FunctionId> others;
  each_write_on(context, table, [&](const LoggedWrite& write) {
    if (write.frame == table.maker) {
      before = before && write.call < *given;
    } else {
      others.push_back(write.frame);
    }
  });
  bool own = before && !can_reach(context.races.core, context.races.values, context.graph, table.maker,
                                  others, Follow::same_process);
  return context.caches.given_at_start[which] = own;
}

// A term that holds one of several tables without a name, some of which only their owners write to.
bool is_owner_only_elsewhere(const TableView& view) {
  auto named = [](const TableInfo* t) { return t->named; };
  auto owners = [](const TableInfo* t) { return t->options_known && t->access != TableAccess::public_; };
  return std::none_of(view.tables.begin(), view.tables.end(), named) &&
         std::any_of(view.tables.begin(), view.tables.end(), owners);
}

// Tables that the module creates under names which it is given, or keeps where values are not followed: what
// it accesses without being seen to create it is most likely one of them.
std::optional<bool> module_shares_its_tables(const JudgeContext& context, uint32_t module) {
  std::optional<bool> shares;
  for (const TableInfo& table : context.races.tables.all()) {
    if (context.races.core.module_index(table.maker) != module) continue;
    bool of_given_name = table.named && !table.name.valid();
    bool shared = table.options_known && table.access == TableAccess::public_ && !table.temporary &&
                  (of_given_name || (!table.named && table.escapes));
    if (!shared && !(table.named && table.name.valid())) return false;
    if (shared) shares = true;
  }
  return shares;
}

// The module that writes decides, or else the one in which read and write meet.
bool is_likely_shared(const JudgeContext& context, const Pair& pair) {
  const Core& core = context.races.core;
  auto by_writer = module_shares_its_tables(context, core.module_index(pair.write.function));
  if (!by_writer) by_writer = module_shares_its_tables(context, core.module_index(pair.frame));
  return by_writer.value_or(false);
}

}  // namespace

TableSharing table_sharing(const JudgeContext& context, const Pair& pair) {
  const Races& races = context.races;
  TableView view = races.tables.view(races.syms.objects(pair.write_location.table, pair.frame));
  // No other process gets a table that lives as long as a call.
  bool own = std::erase_if(view.tables, [&](const TableInfo* t) {
               return t->temporary && !is_given_away(context, *t) &&
                      (!t->named || is_changed_by_maker_only(context, *t));
             }) > 0;
  bool of_each =
      std::erase_if(view.tables, [&](const TableInfo* t) { return is_given_at_start(context, *t); }) > 0;
  Reach reach = races.tables.reach(view, races.model.states[pair.state].shared_reads);
  if (own && reach == Reach::unknown) reach = Reach::likely_owner;
  if (reach == Reach::shared) {
    bool bags =
        std::all_of(view.tables.begin(), view.tables.end(), [](const TableInfo* t) { return t->bag; });
    if (is_owner_only_elsewhere(view)) return TableSharing::some_protected;
    return bags ? TableSharing::shared_bag : TableSharing::shared;
  }
  if (reach <= Reach::likely_owner) return TableSharing::owner_only;
  if (of_each) return TableSharing::of_each;
  return view.tables.empty() && is_likely_shared(context, pair) ? TableSharing::likely_shared
                                                                : TableSharing::unknown;
}

// Each process of that kind makes a table of its own.
bool has_own_table(const JudgeContext& context, const Pair& pair, const Roles::Process& process) {
  if (!context.races.model.states[pair.state].ets_tables) return false;
  TableView view =
      context.races.tables.view(context.races.syms.objects(pair.write_location.table, pair.frame));
  if (view.tables.empty()) return false;
  return std::all_of(view.tables.begin(), view.tables.end(), [&](const TableInfo* t) {
    // Under a name that each of them is given.
    bool own = !t->named || !t->name.valid();
    return own && context.roles.process_of(t->maker) == process;
  });
}

// One that was found, not each in turn, as the fun of a fold gets them.
bool takes_one_of_many(const JudgeContext& context, const Pair& pair) {
  if (!pair.is(PairFact::passed_on_after) || effect_of(context, pair) != Effect::remove ||
      pair.read.is_group())
    return false;
  const Call& look = context.races.core.function(pair.read.function).calls[pair.read.call];
  return context.races.syms.has_any(pair.read_location.key) &&
         !context.races.syms.has_any(pair.write_location.key) &&
         !context.races.model.callbacks.contains(look.callee);
}

}  // namespace dh::erlang
