// What is declared in all files: types, their fields and methods, and how names find them.
//
// Built once from all files, in parallel; afterwards read-only and safe to use from many threads at once.
// Ids are assigned in the order of (file, place in the file), so they are the same in every run, and
// orders of ids may reach users. Symbols may not.
//
// Files that mention one of IndexOptions::words are parsed in full, and so are the files of the supertypes
// and of the field types of the classes in them, supertypes of those included. All others are skimmed: the
// same declarations are there, but bodies are not (Method::body_skipped), and neither are local and
// anonymous classes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/parallel.h"
#include "base/shared_interner.h"
#include "java/syntax/tree.h"
#include "source/diagnostic.h"

namespace dh::java {

struct FileId : Id<FileId> {
  using Id::Id;
};
struct TypeId : Id<TypeId> {
  using Id::Id;
};
struct FieldId : Id<FieldId> {
  using Id::Id;
};
struct MethodId : Id<MethodId> {
  using Id::Id;
};

// A range of consecutive ids.
template <typename IdType>
struct IdRange {
  uint32_t first = 0;
  uint32_t count = 0;

  struct Iterator {
    uint32_t at;
    IdType operator*() const { return IdType(at); }
    Iterator& operator++() {
      ++at;
      return *this;
    }
    friend bool operator==(Iterator, Iterator) = default;
  };
  Iterator begin() const { return {first}; }
  Iterator end() const { return {first + count}; }
  bool empty() const { return count == 0; }
  size_t size() const { return count; }
  IdType operator[](size_t i) const { return IdType(first + static_cast<uint32_t>(i)); }
};

// What a type node means where it appears.
struct TypeRef {
  TypeId type;    // a class of the project; else invalid
  Symbol simple;  // its last name: Entry of Map.Entry; "int" of primitive types
  std::string_view
      qualified;      // java.util.Map.Entry where known (import, full name, java.lang, project); else empty
  uint32_t dims = 0;  // of an array; type, simple and qualified are those of the element
  bool primitive = false;      // int, ..., void
  bool variable = false;       // a type variable; the rest is its first bound, or java.lang.Object
  const Type* node = nullptr;  // as written, for type arguments; may be null (types made by inference)

  bool known() const { return simple.valid(); }
  bool is_array() const { return dims > 0; }
};

struct TypeInfo {
  FileId file;
  const ClassDecl* decl = nullptr;  // never null
  Symbol name;                      // invalid: anonymous or implicit
  std::string_view qualified;       // a.b.Outer.Inner; empty: local, anonymous and what is within them
  std::string display;              // Outer.Inner, Outer.Local, Outer.new Runnable() {...}: for messages
  TypeId enclosing;                 // lexically; invalid at the top level
  // Of local and anonymous classes: the member they are in (Method, Initializer, Var, EnumConstant).
  const Node* enclosing_member = nullptr;
  uint32_t modifiers = 0;       // effective: what the language implies is added
  bool is_local = false;        // a local or anonymous class (or enum constant body), not a member
  bool has_outer_this = false;  // an object of it has an enclosing object
  TypeRef superclass;           // unknown for interfaces and Object
  std::vector<TypeRef> interfaces;
  IdRange<FieldId> fields;    // enum constants and record components among them, in source order
  IdRange<MethodId> methods;  // constructors among them, in source order
  std::vector<TypeId> member_types;

  ClassKind kind() const { return decl->class_kind(); }
  bool has(Modifier m) const { return (modifiers & m) != 0; }
  List<Annotation> annotations() const { return decl->modifiers->annotations; }
};

struct FieldInfo {
  TypeId owner;
  Symbol name;
  Span name_span;
  uint32_t modifiers = 0;                  // effective
  const Var* decl = nullptr;               // a field or record component; else null
  const EnumConstant* constant = nullptr;  // or an enum constant
  TypeRef type;

  bool has(Modifier m) const { return (modifiers & m) != 0; }
  List<Annotation> annotations() const {
    return decl != nullptr ? decl->modifiers->annotations : constant->annotations;
  }
};

struct MethodInfo {
  TypeId owner;
  Symbol name;
  const Method* decl = nullptr;  // never null
  uint32_t modifiers = 0;        // effective
  uint32_t arity = 0;
  bool varargs = false;

  bool has(Modifier m) const { return (modifiers & m) != 0; }
  bool is_constructor() const { return decl->is_constructor(); }
  // Whether a call with that many arguments can mean it.
  bool accepts(size_t args) const { return args == arity || (varargs && args + 1 >= arity); }
  List<Annotation> annotations() const { return decl->modifiers->annotations; }
};

// Which part of a project a file belongs to, by its folder.
enum class FileRole : uint8_t { product, test, generated };

struct FileInfo {
  std::string path;
  Tree tree;  // root is null when the file has errors
  FileRole role = FileRole::product;
  bool full = false;      // bodies are there
  bool mentions = false;  // one of the words is in it
  IdRange<TypeId> types;  // all classes of the file, outer ones before inner ones
  Symbol package;         // "a.b", "" for the unnamed one
  // Classes of other files with guarded members that code of this file may access.
  std::vector<TypeId> reaches;
};

struct IndexOptions {
  // A file without any of them is only skimmed: simple names of annotations. Empty: nothing is skimmed.
  std::vector<std::string> words;
  // Words that count only in files of the product: those without which no lock can be taken.
  std::vector<std::string> product_words;
  std::vector<std::string> guard_annotations;  // simple names, among the words
  std::vector<FileRole> roles;                 // by file; empty: all are of the product
  bool all_full = false;                       // --all-classes
  Parallelism parallel;
};

class Index {
 public:
  // Files that cannot be read or parsed give diagnostics and are left out.
  static std::unique_ptr<Index> build(const std::vector<std::string>& paths, const IndexOptions& options,
                                      Diagnostics& diagnostics);
  // For tests and for texts in memory.
  static std::unique_ptr<Index> build(const std::vector<SourceFile>& files, const IndexOptions& options,
                                      Diagnostics& diagnostics);
  ~Index();

  size_t file_count() const;
  size_t type_count() const;
  const FileInfo& file(FileId id) const;
  const TypeInfo& type(TypeId id) const;
  const FieldInfo& field(FieldId id) const;
  const MethodInfo& method(MethodId id) const;
  std::string_view text(Symbol symbol) const;
  SharedInterner& names() const;

  // Places are made from the file's text, which skimmed files do not keep: those are read again.
  Place place(FileId file, Span span) const;
  Place place(TypeId type, Span span) const { return place(this->type(type).file, span); }
  // The text of a span; of fully parsed files only, else empty.
  std::string_view text(TypeId type, Span span) const;

  // From the tree to ids; invalid for nodes of other trees.
  TypeId type_of(const ClassDecl* decl) const;
  FieldId field_of(const Var* decl) const;
  MethodId method_of(const Method* decl) const;

  // The class called a.b.Outer.Inner; invalid when the project has none. If there are several, the first.
  TypeId find_type(std::string_view qualified) const;

  // What a type node means in a class (and, for the method's own type variables, in a method).
  TypeRef resolve(const Type* type, TypeId context, const Method* method = nullptr) const;
  // What a simple name means as a type; type and qualified empty when nothing is known.
  TypeRef resolve_name(Symbol name, TypeId context) const;
  // Packages of the file's on-demand imports, which may hold types that are not known: java.util for
  // `import java.util.*`.
  std::vector<std::string_view> on_demand_packages(FileId file) const;
  // The classes whose static members are imported: by name (all = false) and by `*`.
  struct StaticImport {
    TypeId type;                 // invalid: not of the project
    std::string_view qualified;  // of the class
    Symbol member;               // invalid: all
  };
  std::vector<StaticImport> static_imports(FileId file) const;

  // The superclass and all interfaces, transitively, nearest first, each once; not the type itself.
  const std::vector<TypeId>& supertypes(TypeId type) const;
  // Supertypes, transitively, that are not of the project.
  std::vector<TypeRef> foreign_supertypes(TypeId type) const;
  bool is_subtype(TypeId type, TypeId super) const;  // also of itself
  std::vector<TypeId> direct_subtypes(TypeId type) const;

  // Own and inherited, private ones of supertypes too (the caller knows what it may see).
  FieldId find_field(TypeId type, Symbol name) const;
  FieldId own_field(TypeId type, Symbol name) const;
  // What a simple name means as a field: of the class, its supertypes, then of the enclosing classes, then
  // static imports.
  FieldId find_field_lexically(TypeId context, Symbol name) const;
  TypeId find_member_type(TypeId type, Symbol name) const;

  // Methods of a name that accept that many arguments: own ones first, then those of supertypes, without
  // those that a nearer one of the same parameter types overrides.
  std::vector<MethodId> find_methods(TypeId type, Symbol name, size_t args) const;
  // The same for an unqualified call: the innermost enclosing class that has any method of the name.
  std::vector<MethodId> find_methods_lexically(TypeId context, Symbol name, size_t args) const;
  std::vector<MethodId> constructors(TypeId type) const;
  // Whether a overrides b or hides it: name and parameter types as far as they are known.
  bool same_signature(MethodId a, MethodId b) const;
  TypeRef return_type(MethodId method) const;
  TypeRef param_type(MethodId method, size_t index) const;

  struct Data;  // index_data.h

 private:
  Index();
  friend class IndexBuilder;
  std::unique_ptr<Data> data_;
};

}  // namespace dh::java
