// The internal tables of the index. Private to index*.cpp.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "java/index/index.h"

namespace dh::java {

// A class found in a file, before it has an id.
struct FoundType {
  const ClassDecl* decl = nullptr;
  int32_t parent = -1;              // among the found types of the file
  const Node* member = nullptr;     // the member of the parent it is inside of; null for member types
  const ClassType* base = nullptr;  // of `new Base() {...}`
  bool is_local = false;
  bool static_context = false;
};

// In source order, outer classes before inner ones.
std::vector<FoundType> find_types(const Tree& tree);

// What the imports of a file make visible.
struct FileScope {
  struct Single {
    Symbol simple;
    std::string_view qualified;
    TypeId type;
  };
  struct OnDemand {
    std::string_view qualified;  // of the package or class
    Symbol package;
    TypeId type;  // import a.b.Outer.*
  };
  std::vector<Single> singles;
  std::vector<OnDemand> on_demand;
  std::vector<Index::StaticImport> statics;
};

struct Index::Data {
  mutable SharedInterner names;     // thread-safe: look-ups may make new names
  std::vector<SourceFile> sources;  // of texts in memory
  std::vector<FileInfo> files;
  std::vector<FileScope> scopes;
  std::vector<std::vector<FoundType>> found;
  std::vector<TypeInfo> types;
  std::vector<FieldInfo> fields;
  std::vector<MethodInfo> methods;
  std::vector<std::vector<TypeId>> local_types;  // classes directly inside the members of a type

  // By type: asked for again and again while classes are judged.
  std::vector<std::vector<TypeId>> supertypes;

  // The ids of each type's range, sorted by name.
  std::vector<FieldId> fields_by_name;
  std::vector<MethodId> methods_by_name;

  FlatMap<const ClassDecl*, TypeId> type_ids;
  FlatMap<const Var*, FieldId> field_ids;
  FlatMap<const Method*, MethodId> method_ids;
  FlatMap<std::string_view, TypeId, StringHash> by_qualified;
  FlatMap<uint64_t, TypeId> by_package;             // top-level types: package and simple name
  std::vector<std::pair<TypeId, TypeId>> subtypes;  // (super, sub), sorted
  FlatSet<Symbol> java_lang;
  FlatSet<uint64_t> library;  // package and simple name of classes that are not in the project
  Symbol object, none;        // "Object", ""
  std::array<Symbol, 9> primitives;

  // From superclass and interfaces of all types.
  std::vector<TypeId> nearest_supertypes(TypeId type) const;

  static uint64_t key(Symbol package, Symbol name) { return uint64_t{package.value} << 32 | name.value; }
};

// Resolving names; `inherited` is false while supertypes are not known yet.
class Resolver {
 public:
  Resolver(const Index& index, const Index::Data& data, bool inherited)
      : index_(index), data_(data), inherited_(inherited) {}

  TypeRef type(const Type* node, TypeId context, const Method* method, int depth = 0) const;
  TypeRef name(Symbol name, TypeId context, const Method* method, int depth = 0) const;
  TypeId member_type(TypeId type, Symbol name) const;
  TypeRef class_ref(TypeId type) const;
  TypeRef foreign_ref(std::string_view qualified) const;

 private:
  TypeRef class_type(const ClassType& node, TypeId context, const Method* method, int depth) const;
  TypeRef from_package(const ClassType& node) const;
  bool variable(List<TypeParameter> params, Symbol name, TypeId context, const Method* method, int depth,
                TypeRef& out) const;
  TypeId local_type(TypeId context, Symbol name, const Node* member) const;
  TypeRef file_scope(Symbol name, FileId file) const;

  const Index& index_;
  const Index::Data& data_;
  bool inherited_;
};

}  // namespace dh::java
