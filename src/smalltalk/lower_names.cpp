// What a name means: a temporary, a variable of the class, a global, a class.
#include "smalltalk/lower_state.h"

namespace dh::smalltalk {

VariableId Lowerer::Impl::undeclared(std::string_view name, ClassId owner) {
  Symbol symbol = intern(name);
  uint64_t key = uint64_t{owner.value} << 32 | symbol.value;
  auto [it, added] = undeclared_.emplace(key, size32(unit_.undeclared.size()));
  if (added) unit_.undeclared.push_back({symbol, owner});
  return VariableId(Unit::kUndeclared | it->second);
}

Lowerer::Impl::Binding Lowerer::Impl::undeclared_or_class(std::string_view name, bool writing) {
  auto [qualifier, simple] = split_dotted(name);
  if (is_default_name_space(canonical_name_space(qualifier))) name = simple;  // Smalltalk.Foo is Foo
  bool capital = name[0] >= 'A' && name[0] <= 'Z';
  if (!capital) {
    // `connection` in a subclass of a class that was not read: an instance variable of that class.
    ClassId owner = environment_.nearest_without_source(class_id_);
    if (owner.valid()) return {Binding::Kind::field, undeclared(name, owner), {}};
  }
  if (writing || !capital || environment_.assigned_names.contains(name)) {
    return {Binding::Kind::variable, undeclared(name, {}), {}};
  }
  Symbol symbol = intern(name);
  auto [it, added] = library_classes_.emplace(symbol, size32(unit_.library_classes.size()));
  if (added) unit_.library_classes.push_back(symbol);
  return {Binding::Kind::library_class, {}, Value::of(ClassId(Unit::kLibraryClass | it->second))};
}

Lowerer::Impl::Binding Lowerer::Impl::resolve_dotted(std::string_view name) {
  size_t dot = name.rfind('.');
  // Foo.Bar: a class variable of Foo, a class or global in namespace Foo.
  ClassId owner = environment_.find_class(name.substr(0, dot), name_space_, class_id_);
  if (owner.valid()) {
    Symbol simple = environment_.module.names.find(name.substr(dot + 1));
    VariableId member = simple.valid() ? environment_.find_member(owner, simple) : VariableId();
    if (member.valid() && environment_.module.variables[member].kind == VariableKind::class_variable) {
      return {Binding::Kind::variable, VariableId(Unit::kSharedVariable | member.value), {}};
    }
  }
  return {};
}

// The variable that a function declares under a name; of several the last. Null: none.
const uint32_t* Lowerer::Impl::find_name(const Scope& scope, std::string_view name) {
  if (!scope.many_names.empty()) {
    auto it = scope.many_names.find(name);
    return it == scope.many_names.end() ? nullptr : &it->second;
  }
  for (auto it = scope.names.rbegin(); it != scope.names.rend(); ++it) {
    if (it->first == name) return &it->second;
  }
  return nullptr;
}

Lowerer::Impl::Binding Lowerer::Impl::resolve(std::string_view name, bool writing) {
  for (size_t i = depth_; i-- > 0;) {
    const uint32_t* variable = find_name(scopes_[i], name);
    if (variable == nullptr) continue;
    if (i + 1 != depth_) {
      unit_.variables[*variable].captured = true;
      scope().captured.push_back(*variable);
    }
    return {Binding::Kind::variable, VariableId(*variable), {}};
  }
  if (name == "self" || name == "super") return {Binding::Kind::constant, {}, self()};
  if (name == "nil") return {Binding::Kind::constant, {}, nil()};
  if (name == "true")
    return {Binding::Kind::constant, {}, Value::of(simple_literal(LiteralKind::true_value, {}))};
  if (name == "false")
    return {Binding::Kind::constant, {}, Value::of(simple_literal(LiteralKind::false_value, {}))};
  if (name == "thisContext") return {Binding::Kind::constant, {}, Value::context()};
  if (name.find('.') != std::string_view::npos) {
    if (Binding dotted = resolve_dotted(name); dotted.variable.valid()) return dotted;
  } else if (Symbol symbol = environment_.module.names.find(name); symbol.valid()) {
    VariableId member = environment_.find_member(class_id_, symbol);
    if (member.valid()) {
      bool field = environment_.module.variables[member].kind == VariableKind::field;
      return {field ? Binding::Kind::field : Binding::Kind::variable,
              VariableId(Unit::kSharedVariable | member.value),
              {}};
    }
  }
  if (VariableId global = environment_.find_global(name, name_space_, class_id_); global.valid()) {
    return {Binding::Kind::variable, VariableId(Unit::kSharedVariable | global.value), {}};
  }
  ClassId found = writing ? ClassId() : environment_.find_class(name, name_space_, class_id_);
  if (found.valid()) return {Binding::Kind::library_class, {}, Value::of(found)};
  return undeclared_or_class(name, writing);
}

}  // namespace dh::smalltalk
