#include "erlang/summaries/location_facts.h"

#include <algorithm>

namespace dh::erlang {

Location in_program_terms(const Core& core, SymTable& syms, const Location& location, FunctionId frame) {
  auto change = [&](SymId id, const Sym& leaf) -> SymId {
    if (leaf.kind != SymKind::param) return id;
    if (leaf.index >= core.function(frame).arity) return syms.unknown();
    return syms.make(SymKind::foreign, core.node(frame, ValueId(leaf.index)).value);
  };
  return {location.state, syms.map(location.table, change), syms.map(location.key, change)};
}

bool LocationFacts::is_lost(SymId id) {
  const Sym s = terms_.syms[id];
  if (s.kind == SymKind::unknown) return true;
  if (!s.fleeting || s.kind == SymKind::some) return false;
  if (id.index() >= lost_.size()) lost_.resize(id.index() * 2 + 64);
  if (lost_[id.index()] != 0) return lost_[id.index()] == 2;
  bool result = false;
  if (s.kind == SymKind::tuple || s.kind == SymKind::cons) {
    auto parts = terms_.syms.parts(id);
    result = std::any_of(parts.begin(), parts.end(), [&](SymId p) { return is_lost(p); });
  } else {
    result = terms_.syms.objects(id, FunctionId(0)).objects.empty();
  }
  lost_[id.index()] = result ? 2 : 1;
  return result;
}

bool LocationFacts::cannot_match(const Location& location) {
  return is_lost(location.table) ||
         (!context_.has_whole_table_operations(location.state) && is_lost(location.key));
}

Reach LocationFacts::reach(const Location& location) {
  const StateModel& state = context_.model.states[location.state];
  if (!state.ets_tables || terms_.syms.by_caller(location.table)) return Reach::shared;
  auto [it, is_new] = reaches_.try_emplace({location.state, location.table});
  if (is_new) {
    TableView view = context_.tables.view(terms_.syms.objects(location.table, FunctionId(0)));
    it->second = context_.tables.reach(view, state.shared_reads);
  }
  return it->second;
}

// The name that all of them have: two tables of one name are never there at the same time.
static ConstantId common_name(const TableView& view) {
  ConstantId name;
  for (const TableInfo* table : view.tables) {
    if (!table->named || !table->name.valid() || (name.valid() && name != table->name)) return {};
    name = table->name;
  }
  return view.unknown ? ConstantId() : name;
}

Same LocationFacts::same_table(SymId a, SymId b, FunctionId frame, Same by_terms) const {
  if (by_terms >= Same::likely) return by_terms;
  // Two names are two tables, also where one ets:new/2 in a loop makes both.
  auto is_name = [&](SymId id) { return terms_.syms[id].kind == SymKind::constant; };
  if (is_name(a) && is_name(b)) return by_terms;
  TableView x = context_.tables.view(terms_.syms.objects(a, frame));
  TableView y = context_.tables.view(terms_.syms.objects(b, frame));
  bool one = !x.unknown && !y.unknown && x.tables.size() == 1 && y.tables == x.tables;
  ConstantId name = common_name(x);
  one = one || (name.valid() && name == common_name(y));
  return one ? Same::likely : by_terms;
}

const Same* LocationFacts::known_same_table(SymId a, SymId b) const {
  auto it = same_tables_.find({a, b});
  return it == same_tables_.end() ? nullptr : &it->second;
}

SymId LocationFacts::representative(NodeId node) {
  const ValueSet& set = context_.values.of(node);
  if (set.objects.empty()) return terms_.syms.unknown();
  if (set.objects.size() == 1 && !set.unknown && set.objects[0].kind == ObjectKind::constant)
    return terms_.syms.make(SymKind::constant, set.objects[0].index);
  return terms_.syms.make(SymKind::foreign, context_.values.first_like(node).value);
}

}  // namespace dh::erlang
