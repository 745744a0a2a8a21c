// Looking up fields and methods through supertypes and enclosing classes.
#include <algorithm>

#include "java/index/index_data.h"
#include "java/index/limits.h"

namespace dh::java {

std::vector<TypeId> Index::Data::nearest_supertypes(TypeId id) const {
  std::vector<TypeId> supers;
  // Few types have many supertypes: a search of the list costs less than a set.
  const auto add = [&](TypeId type) {
    if (!type.valid() || type == id || supers.size() >= kMaxSupertypes) return;
    if (std::find(supers.begin(), supers.end(), type) == supers.end()) supers.push_back(type);
  };
  const auto add_direct = [&](TypeId type) {
    const TypeInfo& info = types[type.index()];
    add(info.superclass.type);
    for (const TypeRef& interface : info.interfaces) add(interface.type);
  };
  add_direct(id);
  for (size_t i = 0; i < supers.size(); ++i) add_direct(supers[i]);
  return supers;
}

const std::vector<TypeId>& Index::supertypes(TypeId id) const {
  return data_->supertypes[id.index()];
}

std::vector<TypeRef> Index::foreign_supertypes(TypeId id) const {
  std::vector<TypeRef> found;
  const auto add = [&](const TypeRef& ref) {
    if (!ref.known() || ref.type.valid()) return;
    bool there = std::any_of(found.begin(), found.end(), [&](const TypeRef& other) {
      return other.simple == ref.simple && other.qualified == ref.qualified;
    });
    if (!there) found.push_back(ref);
  };
  const auto add_direct = [&](TypeId type) {
    const TypeInfo& info = data_->types[type.index()];
    add(info.superclass);
    for (const TypeRef& interface : info.interfaces) add(interface);
  };
  add_direct(id);
  for (TypeId super : supertypes(id)) add_direct(super);
  return found;
}

bool Index::is_subtype(TypeId id, TypeId super) const {
  if (id == super) return true;
  const std::vector<TypeId>& all = supertypes(id);
  return std::find(all.begin(), all.end(), super) != all.end();
}

FieldId Index::own_field(TypeId id, Symbol name) const {
  IdRange<FieldId> range = type(id).fields;
  auto begin = data_->fields_by_name.begin() + range.first;
  auto it = std::lower_bound(begin, begin + range.count, name,
                             [&](FieldId field, Symbol n) { return data_->fields[field.index()].name < n; });
  bool there = it != begin + range.count && data_->fields[it->index()].name == name;
  return there ? *it : FieldId();
}

FieldId Index::find_field(TypeId id, Symbol name) const {
  FieldId found = own_field(id, name);
  if (found.valid()) return found;
  for (TypeId super : supertypes(id)) {
    found = own_field(super, name);
    if (found.valid()) return found;
  }
  return FieldId();
}

FieldId Index::find_field_lexically(TypeId context, Symbol name) const {
  for (TypeId at = context; at.valid(); at = type(at).enclosing) {
    FieldId found = find_field(at, name);
    if (found.valid()) return found;
  }
  for (const StaticImport& import : data_->scopes[type(context).file.index()].statics) {
    if (!import.type.valid() || (import.member.valid() && import.member != name)) continue;
    FieldId found = find_field(import.type, name);
    if (found.valid() && field(found).has(kStatic)) return found;
  }
  return FieldId();
}

TypeId Index::find_member_type(TypeId id, Symbol name) const {
  return Resolver(*this, *data_, true).member_type(id, name);
}

namespace {

template <typename Visit>
void each_method_named(const Index& index, const Index::Data& data, TypeId id, Symbol name, Visit&& visit) {
  IdRange<MethodId> range = index.type(id).methods;
  auto begin = data.methods_by_name.begin() + range.first;
  auto end = begin + range.count;
  auto it = std::lower_bound(
      begin, end, name, [&](MethodId method, Symbol n) { return data.methods[method.index()].name < n; });
  for (; it != end && data.methods[it->index()].name == name; ++it) {
    if (!data.methods[it->index()].is_constructor()) visit(*it);
  }
}

}  // namespace

std::vector<MethodId> Index::find_methods(TypeId id, Symbol name, size_t args) const {
  std::vector<MethodId> found;
  const auto add = [&](MethodId method) {
    if (!data_->methods[method.index()].accepts(args)) return;
    bool overridden = std::any_of(found.begin(), found.end(),
                                  [&](MethodId nearer) { return same_signature(nearer, method); });
    if (!overridden) found.push_back(method);
  };
  each_method_named(*this, *data_, id, name, add);
  for (TypeId super : supertypes(id)) each_method_named(*this, *data_, super, name, add);
  return found;
}

std::vector<MethodId> Index::find_methods_lexically(TypeId context, Symbol name, size_t args) const {
  for (TypeId at = context; at.valid(); at = type(at).enclosing) {
    bool any = false;
    const auto note = [&](MethodId) { any = true; };
    each_method_named(*this, *data_, at, name, note);
    if (!any) {
      for (TypeId super : supertypes(at)) each_method_named(*this, *data_, super, name, note);
    }
    if (any) return find_methods(at, name, args);
  }
  std::vector<MethodId> found;
  for (const StaticImport& import : data_->scopes[type(context).file.index()].statics) {
    if (!import.type.valid() || (import.member.valid() && import.member != name)) continue;
    for (MethodId method : find_methods(import.type, name, args)) {
      if (this->method(method).has(kStatic)) found.push_back(method);
    }
  }
  return found;
}

std::vector<MethodId> Index::constructors(TypeId id) const {
  std::vector<MethodId> found;
  for (MethodId method : type(id).methods) {
    if (data_->methods[method.index()].is_constructor()) found.push_back(method);
  }
  return found;
}

bool Index::same_signature(MethodId a, MethodId b) const {
  if (a == b) return true;
  const MethodInfo& first = method(a);
  const MethodInfo& second = method(b);
  if (first.name != second.name || first.arity != second.arity) return false;
  for (size_t i = 0; i < first.arity; ++i) {
    TypeRef left = param_type(a, i);
    TypeRef right = param_type(b, i);
    if (left.variable || right.variable) continue;
    if (left.dims != right.dims || left.simple != right.simple) return false;
  }
  return true;
}

TypeRef Index::return_type(MethodId id) const {
  const MethodInfo& info = method(id);
  if (info.is_constructor()) return Resolver(*this, *data_, true).class_ref(info.owner);
  return resolve(info.decl->return_type, info.owner, info.decl);
}

TypeRef Index::param_type(MethodId id, size_t index) const {
  const MethodInfo& info = method(id);
  List<Var> params = info.decl->is_compact() ? type(info.owner).decl->components : info.decl->params;
  DH_CHECK(index < params.size(), "parameter {} of {}", index, params.size());
  return resolve(params[index]->type, info.owner, info.decl);
}

}  // namespace dh::java
