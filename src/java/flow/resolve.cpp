#include "java/flow/resolve.h"

namespace dh::java {

void BodyResolver::enter_context(TypeId type) {
  std::vector<TypeId> around;
  for (TypeId t = type; t.valid(); t = unit_.knowledge.index().type(t).enclosing) around.push_back(t);
  for (size_t i = around.size(); i-- > 0;) enter_class(around[i]);
}

VarId BodyResolver::declare(Variable variable) {
  Symbol name = variable.name;
  VarId id = variables_.add(std::move(variable));
  scope_.push_back({name, id, TypeId()});
  return id;
}

TypeId BodyResolver::this_class() const {
  for (size_t i = scope_.size(); i-- > 0;) {
    if (scope_[i].type.valid()) return scope_[i].type;
  }
  return TypeId();
}

std::vector<TypeId> BodyResolver::classes() const {
  std::vector<TypeId> result;
  for (size_t i = scope_.size(); i-- > 0;) {
    if (scope_[i].type.valid()) result.push_back(scope_[i].type);
  }
  return result;
}

TypeId BodyResolver::subject(TypeId type) const {
  for (size_t i = subjects_.size(); i-- > 0;) {
    if (subjects_[i].first == type) return subjects_[i].second;
  }
  return type;
}

PathId BodyResolver::self(TypeId type) {
  return unit_.paths.root(Step::self, subject(type).value);
}

BodyResolver::Found BodyResolver::lookup(Symbol name) const {
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

VarId BodyResolver::root_variable(PathId path) const {
  if (!path.valid()) return VarId();
  const PathNode& root = unit_.paths.node(unit_.paths.root_of(path));
  return root.step == Step::local ? VarId(root.value) : VarId();
}

ExprTypes BodyResolver::types_here() const {
  return ExprTypes(
      unit_.knowledge.index(), this_class(), method_,
      [this](Symbol name) -> const Var* {
        Found found = lookup(name);
        return found.var.valid() ? variables_[found.var].decl : nullptr;
      },
      &types_);
}

TypeRef BodyResolver::as_type(const Expr* expr) {
  if (const auto* type = as<TypeExpr>(expr))
    return unit_.knowledge.index().resolve(type->type, this_class(), method_);
  if (!is<Name>(expr) && !is<FieldAccess>(expr)) return {};
  Denotation what = types_here().denote(expr);
  return what.kind == Denotation::Kind::type ? what.type : TypeRef{};
}

TypeRef BodyResolver::type_of(const Expr* expr) {
  auto it = types_.find(expr);
  if (it != types_.end()) return it->second;
  TypeRef type;
  if (const auto* name = as<Name>(expr)) {
    Found found = lookup(name->name);
    if (found.var.valid()) {
      type = variables_[found.var].type;
    } else if (found.field.valid()) {
      type = unit_.knowledge.index().field(found.field).type;
    }
  } else {
    type = types_here().type_of(expr);
  }
  types_[expr] = type;
  return type;
}

std::vector<MethodId> BodyResolver::methods_of(const Call& call, TypeId* through) {
  const Index& index = unit_.knowledge.index();
  std::vector<MethodId> methods = types_here().targets(call);
  if (methods.empty()) return methods;
  if (call.target != nullptr && !is<Super>(call.target)) {
    TypeRef type = type_of(call.target);
    *through = type.type.valid() ? type.type : as_type(call.target).type;
    return methods;
  }
  TypeId owner = index.method(methods.front()).owner;
  for (TypeId type : classes()) {
    if (!index.is_subtype(type, owner)) continue;
    *through = type;
    return methods;
  }
  *through = owner;  // a static import
  return methods;
}

FieldRef BodyResolver::field_of(const Expr* expr) {
  const Index& index = unit_.knowledge.index();
  if (const auto* name = as<Name>(expr)) {
    Found found = lookup(name->name);
    if (found.var.valid()) return {};
    if (!found.field.valid()) {
      FieldRef imported;
      imported.field = index.find_field_lexically(this_class(), name->name);
      return imported;
    }
    FieldRef ref;
    ref.field = found.field;
    if (!index.field(found.field).has(kStatic)) ref.base = self(found.through);
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
  if (!index.field(ref.field).has(kStatic)) {
    ref.base = path_of(access->target).path;
    ref.base_var = root_variable(ref.base);
    if (const auto* name = as<Name>(access->target); name != nullptr && !ref.base.valid())
      ref.base_var = lookup(name->name).var;
  }
  return ref;
}

}  // namespace dh::java
