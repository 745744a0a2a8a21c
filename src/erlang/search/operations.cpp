#include "erlang/search/operations.h"

#include <algorithm>

namespace dh::erlang {

std::vector<Location> Operations::locations_of(const Call& c, const OperationModel& op) {
  auto arguments = in_.f.operands_in(c.arguments);
  SymId any = in_.syms.any();
  Location d{op.state, any, any};
  ValueId object;
  uint32_t position = 0;
  for (size_t i = 0; i < op.roles.size() && i < arguments.size(); ++i) {
    ValueId a = arguments[i];
    switch (op.roles[i]) {
      case ArgRole::none:
      case ArgRole::message:
        break;
      case ArgRole::table:
        d.table = values_.of(a);
        break;
      case ArgRole::key:
        d.key = values_.of(a);
        break;
      case ArgRole::object:
        object = a;
        break;
      case ArgRole::pattern:
        d.key = pattern_key(assumed_.canonical(a), keypos_of(d.table));
        break;
      case ArgRole::match_spec:
        d.key = pattern_key(
            in_.syms.part(SymKind::field, 0, in_.syms.part(SymKind::head, 0, assumed_.canonical(a))),
            keypos_of(d.table));
        break;
      case ArgRole::record:
        object = a;
        position = 1;
        if (d.table == any) d.table = in_.syms.part(SymKind::field, 0, assumed_.canonical(a));
        break;
      case ArgRole::table_key:
        d.table = in_.syms.part(SymKind::field, 0, assumed_.canonical(a));
        d.key = in_.syms.part(SymKind::field, 1, assumed_.canonical(a));
        break;
      case ArgRole::local_name:
        d.key = local_name(assumed_.canonical(a));
        if (d.key == any) return {};
        break;
      case ArgRole::new_table:
        if (makes_unnamed_table(c)) return {};
        d.key = values_.of(a);
        break;
    }
  }
  if (op.answered) d.key = values_.of(c.result);
  if (!object.valid()) return {d};
  if (in_.model.states[op.state].ets_tables) {
    position = keypos_of(d.table);
    if (position == UINT32_MAX) return {{op.state, d.table, in_.syms.unknown()}};
  }
  std::vector<Location> out;
  object_keys(object, position, d.table, op.state, out);
  return out;
}

// The name in {local, Name}; of another term, anything.
SymId Operations::local_name(SymId term) {
  if (in_.syms[term].kind != SymKind::tuple || in_.syms.parts(term).size() != 2) return in_.syms.any();
  const Sym& kind = in_.syms[in_.syms.parts(term)[0]];
  bool local = kind.kind == SymKind::constant && in_.core.constant_text(ConstantId(kind.index)) == "local";
  return local ? in_.syms.parts(term)[1] : in_.syms.any();
}

bool Operations::makes_unnamed_table(const Call& c) const {
  NodeId site = in_.core.node(in_.id, c.result);
  const auto& tables = in_.context.tables.all();
  return std::any_of(tables.begin(), tables.end(),
                     [&](const TableInfo& t) { return t.site == site && !t.named; });
}

void Operations::object_keys(ValueId object, uint32_t position, SymId table, uint32_t state,
                             std::vector<Location>& out) {
  constexpr size_t kMaxObjects = 1024;  // of further ones it is only known that they are some
  for (; in_.f.value(object).kind == ValueKind::cons; object = in_.f.operands_of(in_.f.value(object))[1]) {
    auto cell = in_.f.operands_of(in_.f.value(object));
    object_keys(cell[0], position, table, state, out);
    if (in_.f.value(cell[1]).kind != ValueKind::cons) return;
  }
  const Value& v = in_.f.value(object);
  auto operands = in_.f.operands_of(v);
  if (v.kind == ValueKind::phi && out.empty()) {
    for (uint32_t i = 0; i < v.index && i < operands.size(); ++i)
      object_keys(operands[i], position, table, state, out);
    return;
  }
  SymId of = assumed_.canonical(object);
  if (in_.syms[of].kind == SymKind::cons || in_.syms[of].kind == SymKind::list_of) of = in_.syms.parts(of)[0];
  Location d{state, table, in_.syms.part(SymKind::field, position, of)};
  if (out.size() >= kMaxObjects) d.key = in_.syms.some();
  if (out.size() > kMaxObjects) return;
  if (std::find(out.begin(), out.end(), d) == out.end()) out.push_back(d);
}

// The keys that a match pattern is about: wildcards stand for all.
SymId Operations::pattern_key(SymId pattern, uint32_t position) {
  SymId any = in_.syms.any();
  if (position == UINT32_MAX || in_.syms[pattern].kind != SymKind::tuple) return any;
  SymId key = in_.syms.part(SymKind::field, position, pattern);
  auto wild = [&](SymId s) {
    if (in_.syms[s].kind != SymKind::constant) return false;
    std::string text = in_.core.constant_text(ConstantId(in_.syms[s].index));
    return text == "'_'" || text.starts_with("'$");
  };
  if (wild(key)) return any;
  if (in_.syms[key].kind != SymKind::tuple) return key;
  std::vector<SymId> parts;
  for (SymId p : in_.syms.parts(key)) parts.push_back(wild(p) ? any : p);
  return in_.syms.make(SymKind::tuple, 0, parts);
}

// It removes what has just these contents, and nothing if the object has changed: a pattern whose other
// elements are known too, {{Key, 0}, [], [true]}, or are tested by guards.
bool Operations::names_contents(const Call& c, const OperationModel& op) {
  if (op.effect != Effect::remove) return false;
  auto arguments = in_.f.operands_in(c.arguments);
  for (size_t i = 0; i < op.roles.size() && i < arguments.size(); ++i) {
    if (op.roles[i] != ArgRole::pattern && op.roles[i] != ArgRole::match_spec) continue;
    SymId pattern = assumed_.canonical(arguments[i]);
    bool tested = false;  // by guards
    if (op.roles[i] == ArgRole::match_spec) {
      SymId first = in_.syms.part(SymKind::head, 0, pattern);
      tested = in_.syms[in_.syms.part(SymKind::field, 1, first)].kind == SymKind::cons;
      pattern = in_.syms.part(SymKind::field, 0, first);
    }
    if (in_.syms[pattern].kind != SymKind::tuple || in_.syms[pattern].count < 2) return false;
    auto parts = in_.syms.parts(pattern);
    return std::all_of(parts.begin(), parts.end(), [&](SymId part) {
      if (in_.syms[part].kind != SymKind::constant) return true;
      std::string text = in_.core.constant_text(ConstantId(in_.syms[part].index));
      return text != "'_'" && (tested || !text.starts_with("'$"));
    });
  }
  return false;
}

// From 0; UINT32_MAX when the table can be one of several that differ.
uint32_t Operations::keypos_of(SymId table) {
  int keypos =
      in_.context.tables.keypos(in_.context.tables.view(in_.syms.objects(assumed_.canonical(table), in_.id)));
  return static_cast<uint32_t>(keypos - 1);
}

// A match specification says what it gives: objects as they are where its body is '$_'.
bool Operations::gives_objects(const Call& c, const OperationModel& op) {
  if (!op.objects) return false;
  auto spec = std::find(op.roles.begin(), op.roles.end(), ArgRole::match_spec);
  if (spec == op.roles.end()) return true;
  SymId whole =
      assumed_.canonical(in_.f.operands_in(c.arguments)[static_cast<size_t>(spec - op.roles.begin())]);
  SymId body = in_.syms.part(SymKind::field, 2, in_.syms.part(SymKind::head, 0, whole));
  const Sym& given = in_.syms[in_.syms.part(SymKind::head, 0, body)];
  return given.kind == SymKind::constant && in_.core.constant_text(ConstantId(given.index)) == "'$_'";
}

// The key of an object that was looked up is the key it was looked up by; a record's tag is the table's name.
void Operations::note_objects(const Call& c, const OperationModel& op, const Location& location) {
  if (!gives_objects(c, op) || location.key == in_.syms.any()) return;
  SymId object = in_.syms.unknown();
  uint32_t position = 1;  // of a record
  if (in_.model.states[location.state].ets_tables) {
    position = keypos_of(location.table);
  } else {
    object = in_.syms.with(0, object, location.table);
  }
  if (position == UINT32_MAX) return;
  SymId key = location.key;
  if (in_.syms.has_any(key)) {  // of each object, it is something that the pattern leaves open
    std::vector<SymId> parts;
    for (SymId p : in_.syms.parts(key)) parts.push_back(p == in_.syms.any() ? in_.syms.unknown() : p);
    key = in_.syms.make(SymKind::tuple, 0, parts);
  }
  object = in_.syms.with(position, object, key);
  SymId list = in_.syms.make(SymKind::local, in_.core.node(in_.id, c.result).value);
  values_.set(c.result, in_.syms.list_of(object, list));
}

SymId Operations::value_of(const Call& c, const OperationModel& op, const Location& location) {
  std::vector<SymId> parts;
  auto arguments = in_.f.operands_in(c.arguments);
  for (size_t i = 0; i < op.roles.size() && i < arguments.size(); ++i) {
    bool object = op.roles[i] == ArgRole::object || op.roles[i] == ArgRole::record;
    if (!object && op.roles[i] != ArgRole::none) continue;
    if (op.literals[i].in_list) return in_.syms.unknown();  // options: what is written comes later
    SymId whole = assumed_.canonical(arguments[i]);
    if (!object) {
      parts.push_back(whole);
      continue;
    }
    if (in_.syms[whole].kind != SymKind::tuple) return in_.syms.unknown();
    bool key = true;  // once
    for (SymId part : std::vector<SymId>(in_.syms.parts(whole).begin(), in_.syms.parts(whole).end())) {
      if (key && part == location.key) {
        key = false;
      } else {
        parts.push_back(part);
      }
    }
  }
  return in_.syms.make(SymKind::tuple, 0, parts);
}

}  // namespace dh::erlang
