// Calls of the operations of the model: the data that they are about, and what they give.
#include <algorithm>

#include "erlang/search/walk.h"

namespace dh::erlang {

void Walker::operation(uint32_t index, const OperationModel& op, State& s, const Taint& control,
                       Taint& result) {
  const Call& c = f_.calls[index];
  auto arguments = f_.operands_in(c.arguments);
  bool first = true;
  for (const Datum& datum : data_of(c, op)) {
    if (first && gives_objects(c, op) && datum.key != r_.syms.any()) note_objects(c, datum);
    if (op.effect == Effect::read) {
      Occurrence o;
      o.datum = canonical(datum);
      o.site = {id_, index};
      o.contextual = op.contextual;
      o.conditions = conditions_here({}, true);
      o.guards = guards_at(index);
      read(index, o, s, result);
    } else {
      Act a;
      a.datum = canonical(datum);
      a.site = {id_, index};
      a.data = taint_of(arguments);
      a.control = control;
      a.contextual = op.contextual;
      a.handled = op.exits ? c.handles_exit : c.handles_error;
      a.atomic =
          op.effect == Effect::atomic || op.exact || (op.effect == Effect::answers && f_.decides(c.result));
      a.owned = holds_name();
      a.guards = guards_at(index);
      a.value = value_of(c, op, datum);
      for (size_t i = 0; i < op.roles.size(); ++i) {
        if (op.roles[i] == ArgRole::message) a.payload = payload_of(arguments[i]);
      }
      act(a, s);
    }
    first = false;
  }
}

// A match specification says what it gives: objects as they are where its body is '$_'.
bool Walker::gives_objects(const Call& c, const OperationModel& op) {
  if (!op.objects) return false;
  auto spec = std::find(op.roles.begin(), op.roles.end(), ArgRole::match_spec);
  if (spec == op.roles.end()) return true;
  SymId whole = canonical(sym(f_.operands_in(c.arguments)[static_cast<size_t>(spec - op.roles.begin())]));
  SymId body = r_.syms.part(SymKind::field, 2, r_.syms.part(SymKind::head, 0, whole));
  const Sym& given = r_.syms[r_.syms.part(SymKind::head, 0, body)];
  return given.kind == SymKind::constant && r_.core.constant_text(ConstantId(given.index)) == "'$_'";
}

// The key of an object that was looked up is the key it was looked up by; a record's tag is the table's name.
void Walker::note_objects(const Call& c, const Datum& datum) {
  SymId object = r_.syms.unknown();
  uint32_t position = 1;  // of a record
  if (r_.model.states[datum.state].ets_tables) {
    position = keypos_of(datum.table);
  } else {
    object = r_.syms.with(0, object, datum.table);
  }
  if (position == UINT32_MAX) return;
  SymId key = datum.key;
  if (r_.syms.has_any(key)) {  // of each object, it is something that the pattern leaves open
    std::vector<SymId> parts;
    for (SymId p : r_.syms.parts(key)) parts.push_back(p == r_.syms.any() ? r_.syms.unknown() : p);
    key = r_.syms.make(SymKind::tuple, 0, parts);
  }
  object = r_.syms.with(position, object, key);
  SymId list = r_.syms.make(SymKind::local, r_.core.node(id_, c.result).value);
  syms_[c.result.index()] = r_.syms.list_of(object, list);
}

// The other elements of the object and the other arguments, as a tuple.
SymId Walker::value_of(const Call& c, const OperationModel& op, const Datum& datum) {
  std::vector<SymId> parts;
  auto arguments = f_.operands_in(c.arguments);
  for (size_t i = 0; i < op.roles.size() && i < arguments.size(); ++i) {
    bool object = op.roles[i] == ArgRole::object || op.roles[i] == ArgRole::record;
    if (!object && op.roles[i] != ArgRole::none) continue;
    SymId whole = canonical(sym(arguments[i]));
    if (!object) {
      parts.push_back(whole);
      continue;
    }
    if (r_.syms[whole].kind != SymKind::tuple) return r_.syms.unknown();
    bool key = true;  // once
    for (SymId part : std::vector<SymId>(r_.syms.parts(whole).begin(), r_.syms.parts(whole).end())) {
      if (key && part == datum.key) {
        key = false;
      } else {
        parts.push_back(part);
      }
    }
  }
  return r_.syms.make(SymKind::tuple, 0, parts);
}

// What a callee sends on of its arguments.
Walker::Act::Part Walker::payload_of(SymId part, std::span<const ValueId> arguments) {
  Act::Part result;
  uint32_t index = r_.syms[r_.syms.root(part, result.path)].index;
  if (index < arguments.size()) result.value = arguments[index];
  while (result.value.valid() && !result.path.empty()) {
    const Value& whole = f_.value(result.value);
    if (whole.kind != ValueKind::tuple || result.path.back() >= whole.count) break;
    result.value = f_.operands_of(whole)[result.path.back()];
    result.path.pop_back();
  }
  return result;
}

// From 0; UINT32_MAX when the table can be one of several that differ.
uint32_t Walker::keypos_of(SymId table) {
  int keypos = r_.tables.keypos(r_.tables.view(r_.syms.objects(canonical(table), id_)));
  return static_cast<uint32_t>(keypos - 1);
}

// The keys that a match pattern is about: wildcards stand for all.
SymId Walker::pattern_key(SymId pattern, uint32_t position) {
  SymId any = r_.syms.any();
  if (position == UINT32_MAX || r_.syms[pattern].kind != SymKind::tuple) return any;
  SymId key = r_.syms.part(SymKind::field, position, pattern);
  auto wild = [&](SymId s) {
    if (r_.syms[s].kind != SymKind::constant) return false;
    std::string text = r_.core.constant_text(ConstantId(r_.syms[s].index));
    return text == "'_'" || text.starts_with("'$");
  };
  if (wild(key)) return any;
  if (r_.syms[key].kind != SymKind::tuple) return key;
  std::vector<SymId> parts;
  for (SymId p : r_.syms.parts(key)) parts.push_back(wild(p) ? any : p);
  return r_.syms.make(SymKind::tuple, 0, parts);
}

// The data that an operation works on: usually one, several for a list of objects.
std::vector<Datum> Walker::data_of(const Call& c, const OperationModel& op) {
  auto arguments = f_.operands_in(c.arguments);
  SymId any = r_.syms.any();
  Datum d{op.state, any, any};
  ValueId object;
  uint32_t position = 0;
  for (size_t i = 0; i < op.roles.size() && i < arguments.size(); ++i) {
    ValueId a = arguments[i];
    switch (op.roles[i]) {
      case ArgRole::none:
      case ArgRole::message:
        break;
      case ArgRole::table:
        d.table = sym(a);
        break;
      case ArgRole::key:
        d.key = sym(a);
        break;
      case ArgRole::object:
        object = a;
        break;
      case ArgRole::pattern:
        d.key = pattern_key(canonical(sym(a)), keypos_of(d.table));
        break;
      case ArgRole::match_spec:
        d.key =
            pattern_key(r_.syms.part(SymKind::field, 0, r_.syms.part(SymKind::head, 0, canonical(sym(a)))),
                        keypos_of(d.table));
        break;
      case ArgRole::record:
        object = a;
        position = 1;
        if (d.table == any) d.table = r_.syms.part(SymKind::field, 0, canonical(sym(a)));
        break;
      case ArgRole::table_key:
        d.table = r_.syms.part(SymKind::field, 0, canonical(sym(a)));
        d.key = r_.syms.part(SymKind::field, 1, canonical(sym(a)));
        break;
      case ArgRole::new_table: {
        NodeId site = r_.core.node(id_, c.result);
        for (const TableInfo& t : r_.tables.all()) {
          if (t.site == site && !t.named) return {};
        }
        d.key = sym(a);
        break;
      }
    }
  }
  if (op.answered) d.key = sym(c.result);
  if (!object.valid()) return {d};
  if (r_.model.states[op.state].ets_tables) {
    position = keypos_of(d.table);
    if (position == UINT32_MAX) return {{op.state, d.table, r_.syms.unknown()}};
  }
  std::vector<Datum> out;
  object_keys(object, position, d.table, op.state, out);
  return out;
}

void Walker::object_keys(ValueId object, uint32_t position, SymId table, uint32_t state,
                         std::vector<Datum>& out) {
  constexpr size_t kMostObjects = 1024;  // of further ones it is only known that they are some
  for (; f_.value(object).kind == ValueKind::cons; object = f_.operands_of(f_.value(object))[1]) {
    auto cell = f_.operands_of(f_.value(object));
    object_keys(cell[0], position, table, state, out);
    if (f_.value(cell[1]).kind != ValueKind::cons) return;
  }
  const Value& v = f_.value(object);
  auto operands = f_.operands_of(v);
  if (v.kind == ValueKind::phi && out.empty()) {
    for (uint32_t i = 0; i < v.index && i < operands.size(); ++i)
      object_keys(operands[i], position, table, state, out);
    return;
  }
  SymId of = canonical(sym(object));
  if (r_.syms[of].kind == SymKind::cons || r_.syms[of].kind == SymKind::list_of) of = r_.syms.parts(of)[0];
  Datum d{state, table, r_.syms.part(SymKind::field, position, of)};
  if (out.size() >= kMostObjects) d.key = r_.syms.some();
  if (out.size() > kMostObjects) return;
  if (std::find(out.begin(), out.end(), d) == out.end()) out.push_back(d);
}

}  // namespace dh::erlang
