// What names of types mean, in the order of the language: type variables, local classes, members and
// inherited members of the enclosing classes, imports, the package, on-demand imports, java.lang.

#include "java/index/index_data.h"

namespace dh::java {

namespace {

constexpr int kMaxBounds = 8;  // ends cycles such as <T extends U, U extends T>

}  // namespace

TypeRef Resolver::class_ref(TypeId type) const {
  const TypeInfo& info = data_.types[type.index()];
  TypeRef ref;
  ref.type = type;
  ref.simple = info.name.valid() ? info.name : data_.none;
  ref.qualified = info.qualified;
  return ref;
}

TypeRef Resolver::foreign_ref(std::string_view qualified) const {
  TypeId type = index_.find_type(qualified);
  if (type.valid()) return class_ref(type);
  TypeRef ref;
  ref.qualified = data_.names.text(data_.names.intern(qualified));
  ref.simple = data_.names.intern(qualified.substr(qualified.find_last_of('.') + 1));
  return ref;
}

TypeRef Resolver::type(const Type* node, TypeId context, const Method* method, int depth) const {
  TypeRef ref;
  if (node == nullptr) return ref;
  switch (node->kind) {
    case NodeKind::primitive_type:
      ref.primitive = true;
      ref.simple = data_.primitives[static_cast<size_t>(get<PrimitiveType>(node).primitive())];
      break;
    case NodeKind::class_type:
      ref = class_type(get<ClassType>(node), context, method, depth);
      break;
    case NodeKind::array_type:
      ref = type(get<ArrayType>(node).element, context, method, depth);
      ref.dims = get<ArrayType>(node).dims;
      break;
    case NodeKind::wildcard_type: {
      const auto& wildcard = get<WildcardType>(node);
      if (wildcard.bound_kind() == WildcardBound::kExtends) {
        ref = type(wildcard.bound, context, method, depth);
      } else {
        ref = foreign_ref("java.lang.Object");
      }
      break;
    }
    default:
      break;  // var
  }
  ref.node = node;
  return ref;
}

TypeRef Resolver::class_type(const ClassType& node, TypeId context, const Method* method, int depth) const {
  TypeRef ref = name(node.segments[0].ident.name, context, method, depth);
  if (node.segments.size() == 1) return ref;
  if (!ref.type.valid() && ref.qualified.empty()) return from_package(node);
  ref.variable = false;
  for (const TypeSegment& segment : node.segments.subspan(1)) {
    TypeId member = ref.type.valid() ? member_type(ref.type, segment.ident.name) : TypeId();
    if (member.valid()) {
      ref = class_ref(member);
      continue;
    }
    std::string joined(ref.qualified);
    joined.append(joined.empty() ? "" : ".").append(data_.names.text(segment.ident.name));
    TypeRef next;
    next.simple = segment.ident.name;
    if (!ref.qualified.empty()) next.qualified = data_.names.text(data_.names.intern(joined));
    ref = next;
  }
  return ref;
}

// a.b.C.D whose first name is not a known type: a package, or a class that an on-demand import brings.
TypeRef Resolver::from_package(const ClassType& node) const {
  std::string joined;
  for (size_t i = 0; i < node.segments.size(); ++i) {
    if (i > 0) joined.push_back('.');
    joined.append(data_.names.text(node.segments[i].ident.name));
    TypeId type = index_.find_type(joined);
    if (!type.valid()) continue;
    for (++i; i < node.segments.size(); ++i) {
      TypeId member = member_type(type, node.segments[i].ident.name);
      if (!member.valid()) break;
      type = member;
    }
    if (i == node.segments.size()) return class_ref(type);
    break;
  }
  TypeRef ref;
  ref.simple = node.simple_name();
  char first = joined.empty() ? 'A' : joined[0];
  bool package = first >= 'a' && first <= 'z';
  if (package && joined.size() > 0) {
    std::string whole;
    for (const TypeSegment& segment : node.segments) {
      whole.append(whole.empty() ? "" : ".").append(data_.names.text(segment.ident.name));
    }
    ref.qualified = data_.names.text(data_.names.intern(whole));
  }
  return ref;
}

bool Resolver::variable(List<TypeParameter> params, Symbol name, TypeId context, const Method* method,
                        int depth, TypeRef& out) const {
  for (const TypeParameter* param : params) {
    if (param->name.name != name) continue;
    if (param->bounds.empty() || depth > kMaxBounds) {
      out = foreign_ref("java.lang.Object");
    } else {
      out = type(param->bounds[0], context, method, depth + 1);
    }
    out.variable = true;
    return true;
  }
  return false;
}

// A local class of the name; of several, the one in the member that asks.
TypeId Resolver::local_type(TypeId context, Symbol name, const Node* member) const {
  TypeId any;
  for (TypeId id : data_.local_types[context.index()]) {
    const TypeInfo& info = data_.types[id.index()];
    if (info.name != name) continue;
    if (info.enclosing_member == member) return id;
    if (!any.valid()) any = id;
  }
  return any;
}

TypeId Resolver::member_type(TypeId type, Symbol name) const {
  const auto own = [&](TypeId id) {
    for (TypeId member : data_.types[id.index()].member_types) {
      if (data_.types[member.index()].name == name) return member;
    }
    return TypeId();
  };
  TypeId found = own(type);
  if (found.valid() || !inherited_) return found;
  for (TypeId super : index_.supertypes(type)) {
    found = own(super);
    if (found.valid()) return found;
  }
  return TypeId();
}

TypeRef Resolver::name(Symbol name, TypeId context, const Method* method, int depth) const {
  TypeRef ref;
  const Node* member = method;
  if (method != nullptr && variable(method->type_params, name, context, method, depth, ref)) return ref;
  TypeId at = context;
  while (at.valid()) {
    const TypeInfo& info = data_.types[at.index()];
    if (info.name == name) return class_ref(at);
    TypeId found = local_type(at, name, member);
    if (!found.valid()) found = member_type(at, name);
    if (found.valid()) return class_ref(found);
    if (variable(info.decl->type_params, name, at, nullptr, depth, ref)) return ref;
    const auto* around = as<Method>(info.enclosing_member);
    if (around != nullptr && variable(around->type_params, name, info.enclosing, around, depth, ref))
      return ref;
    member = info.enclosing_member;
    at = info.enclosing;
  }
  return file_scope(name, data_.types[context.index()].file);
}

TypeRef Resolver::file_scope(Symbol name, FileId file) const {
  const FileScope& scope = data_.scopes[file.index()];
  for (const FileScope::Single& import : scope.singles) {
    if (import.simple != name) continue;
    return import.type.valid() ? class_ref(import.type) : foreign_ref(import.qualified);
  }
  const FileInfo& info = data_.files[file.index()];
  for (TypeId id : info.types) {
    const TypeInfo& type = data_.types[id.index()];
    if (!type.enclosing.valid() && type.name == name) return class_ref(id);
  }
  auto package = data_.by_package.find(Index::Data::key(info.package, name));
  if (package != data_.by_package.end()) return class_ref(package->second);
  for (const FileScope::OnDemand& import : scope.on_demand) {
    TypeId found;
    if (import.type.valid()) {
      found = member_type(import.type, name);
    } else if (import.package.valid()) {
      auto it = data_.by_package.find(Index::Data::key(import.package, name));
      if (it != data_.by_package.end()) found = it->second;
    }
    if (found.valid()) return class_ref(found);
  }
  for (const FileScope::OnDemand& import : scope.on_demand) {
    if (!import.package.valid() || !data_.library.contains(Index::Data::key(import.package, name))) continue;
    return foreign_ref(std::string(import.qualified) + "." + std::string(data_.names.text(name)));
  }
  if (data_.java_lang.contains(name)) return foreign_ref("java.lang." + std::string(data_.names.text(name)));
  TypeRef ref;
  ref.simple = name;
  return ref;
}

}  // namespace dh::java
