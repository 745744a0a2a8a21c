#include "java/resolve.h"

#include <algorithm>

namespace dh::java {

void Resolver::enter_context(TypeId type) {
  std::vector<TypeId> around;
  for (TypeId t = type; t.valid(); t = unit_.knowledge.index().type(t).enclosing) around.push_back(t);
  for (size_t i = around.size(); i-- > 0;) enter_class(around[i]);
}

VarId Resolver::declare(Variable variable) {
  Symbol name = variable.name;
  VarId id = variables_.add(std::move(variable));
  scope_.push_back({name, id, TypeId()});
  return id;
}

TypeId Resolver::this_class() const {
  for (size_t i = scope_.size(); i-- > 0;) {
    if (scope_[i].type.valid()) return scope_[i].type;
  }
  return TypeId();
}

std::vector<TypeId> Resolver::classes() const {
  std::vector<TypeId> result;
  for (size_t i = scope_.size(); i-- > 0;) {
    if (scope_[i].type.valid()) result.push_back(scope_[i].type);
  }
  return result;
}

TypeId Resolver::subject(TypeId type) const {
  for (size_t i = subjects_.size(); i-- > 0;) {
    if (subjects_[i].first == type) return subjects_[i].second;
  }
  return type;
}

PathId Resolver::self(TypeId type) { return unit_.paths.root(Step::self, subject(type).value); }

Resolver::Found Resolver::lookup(Symbol name) const {
  for (size_t i = scope_.size(); i-- > 0;) {
    const Entry& entry = scope_[i];
    if (entry.var.valid()) {
      if (entry.name == name) return {entry.var, FieldId(), TypeId()};
      continue;
    }
    FieldId field = unit_.knowledge.index().find_field(entry.type, name);
    if (field.valid()) return {VarId(), field, entry.type};
  }
  return {};
}

VarId Resolver::root_variable(PathId path) const {
  if (!path.valid()) return VarId();
  const PathNode& root = unit_.paths.node(unit_.paths.root_of(path));
  return root.step == Step::local ? VarId(root.value) : VarId();
}

TypeRef Resolver::as_type(const Expr* expr) {
  const Index& index = unit_.knowledge.index();
  std::vector<Symbol> names;
  for (const Expr* e = expr; e != nullptr;) {
    if (const auto* name = as<Name>(e)) {
      names.push_back(name->name);
      break;
    }
    const auto* access = as<FieldAccess>(e);
    if (access == nullptr) {
      if (const auto* type = as<TypeExpr>(e)) return index.resolve(type->type, this_class());
      return {};
    }
    names.push_back(access->name.name);
    e = access->target;
  }
  std::reverse(names.begin(), names.end());
  if (names.empty()) return {};
  Found found = lookup(names.front());
  if (found.var.valid() || found.field.valid()) return {};
  return index.resolve_name(names, this_class());
}

TypeRef Resolver::type_of(const Expr* expr) {
  auto it = types_.find(expr);
  if (it != types_.end()) return it->second;
  if (depth_ > 200) return {};
  ++depth_;
  TypeRef type = find_type(expr);
  --depth_;
  types_[expr] = type;
  return type;
}

TypeRef Resolver::find_type(const Expr* expr) {
  const Index& index = unit_.knowledge.index();
  switch (expr->kind) {
    case NodeKind::name: {
      Found found = lookup(get<Name>(expr).name);
      if (found.var.valid()) return variables_[found.var].type;
      if (found.field.valid()) return index.field_type(found.field);
      return {};
    }
    case NodeKind::field_access: {
      FieldRef ref = field_of(expr);
      return ref.field.valid() ? index.field_type(ref.field) : TypeRef{};
    }
    case NodeKind::array_access: {
      TypeRef type = type_of(get<ArrayAccess>(expr).array);
      if (type.dims > 0) {
        --type.dims;
        return type;
      }
      return {};
    }
    case NodeKind::call:
      return call_type(get<Call>(expr));
    case NodeKind::new_object: {
      const auto& made = get<NewObject>(expr);
      if (made.body != nullptr && made.args.empty()) {
        TypeId anonymous = index.type_of(made.body);
        if (anonymous.valid()) return index.ref(anonymous);
      }
      return index.resolve(made.type, this_class());
    }
    case NodeKind::new_array: {
      const auto& made = get<NewArray>(expr);
      TypeRef type = index.resolve(made.element, this_class());
      type.dims += made.dims;
      return type;
    }
    case NodeKind::assign:
      return type_of(get<Assign>(expr).target);
    case NodeKind::conditional:
      return type_of(get<Conditional>(expr).if_true);
    case NodeKind::cast: {
      const auto& cast = get<Cast>(expr);
      return cast.types.empty() ? TypeRef{} : index.resolve(cast.types[0], this_class());
    }
    case NodeKind::this_ref: {
      const auto& self_expr = get<This>(expr);
      if (self_expr.qualifier != nullptr) return as_type(self_expr.qualifier);
      TypeId type = this_class();
      return type.valid() ? index.ref(type) : TypeRef{};
    }
    case NodeKind::super_ref: {
      TypeId type = this_class();
      return type.valid() ? index.type(type).superclass : TypeRef{};
    }
    default:
      return {};
  }
}

TypeRef Resolver::call_type(const Call& call) {
  TypeId through;
  std::vector<MethodId> methods = methods_of(call, &through);
  const Index& index = unit_.knowledge.index();
  if (!methods.empty()) return index.return_type(methods.front());
  if (call.target == nullptr) return {};
  // Views and clones of arrays keep the type.
  if (call.name.name == index.names().clone) return type_of(call.target);
  return {};
}

std::vector<MethodId> Resolver::methods_of(const Call& call, TypeId* through) {
  const Index& index = unit_.knowledge.index();
  auto matching = [&](TypeId type) {
    std::vector<MethodId> found = index.methods_named(type, call.name.name);
    std::erase_if(found, [&](MethodId m) { return !index.takes(m, call.args.size()); });
    return found;
  };
  if (call.target == nullptr) {
    for (TypeId type : classes()) {
      std::vector<MethodId> found = matching(type);
      if (found.empty()) continue;
      *through = type;
      return found;
    }
    return {};
  }
  TypeRef type = type_of(call.target);
  if (!type.type.valid()) type = as_type(call.target);
  if (!type.type.valid() || type.dims > 0) return {};
  *through = type.type;
  return matching(type.type);
}

FieldRef Resolver::field_of(const Expr* expr) {
  const Index& index = unit_.knowledge.index();
  if (const auto* name = as<Name>(expr)) {
    Found found = lookup(name->name);
    if (!found.field.valid()) return {};
    FieldRef ref;
    ref.field = found.field;
    if (!index.is_static(found.field)) ref.base = self(found.through);
    return ref;
  }
  const auto* access = as<FieldAccess>(expr);
  if (access == nullptr) return {};
  FieldRef ref;
  TypeRef type = as_type(access->target);
  if (type.type.valid()) {  // T.f
    ref.field = index.find_field(type.type, access->name.name);
    return ref;
  }
  type = type_of(access->target);
  if (!type.type.valid() || type.dims > 0) return {};
  ref.field = index.find_field(type.type, access->name.name);
  if (!ref.field.valid()) return {};
  ref.target = access->target;
  if (!index.is_static(ref.field)) {
    ref.base = path_of(access->target).path;
    ref.base_var = root_variable(ref.base);
  }
  return ref;
}

}  // namespace dh::java
