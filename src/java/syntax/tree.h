// The syntax tree of one Java file: plain structs in an arena, read-only once parsed.
//
// Names are Symbols of one SharedInterner (base/shared_interner.h) for all files: equal names are equal
// numbers. Never let output depend on the numbers. Every node has an exact span of bytes in its file.
//
//   if (const auto* call = as<Call>(expr)) { ... }           // kind test and cast in one
//   switch (node->kind) { case NodeKind::call: { const auto& c = get<Call>(node); ... } }
//   for_each_child(node, [&](const Node* child) { ... });    // tree_walk.h: source order
//
// Depth: long chains do not make the tree deep. `a + b + c ...` is one Binary, `if / else
// if ...` one If. The parser rejects files whose tree is deeper than kMaxDepth, so recursive walks are safe
// as long as a level of their recursion takes less than a kilobyte or so of stack.
// Parentheses have no node of their own: the inner expression carries the flag kParenthesized, and its span
// is the one without them.
#pragma once

#include "base/arena.h"
#include "java/syntax/tree_decl.h"
#include "source/source_file.h"

namespace dh::java {

struct PackageDecl : Node {
  static constexpr NodeKind kKind = NodeKind::package_decl;
  List<Annotation> annotations;
  QualifiedName name;
};

struct ImportDecl : Node {
  static constexpr NodeKind kKind = NodeKind::import_decl;
  QualifiedName name;  // without the `*`
  bool is_static = false;
  bool on_demand = false;
  bool is_module = false;  // import module m;
};

enum class DirectiveKind : uint8_t { kRequires, kExports, kOpens, kUses, kProvides };

struct ModuleDirective {
  DirectiveKind kind;
  Span span;
  uint32_t modifiers;  // kStatic of requires; `transitive` is not kept
  QualifiedName name;
  std::span<const QualifiedName> targets;  // to ..., with ...
};

struct ModuleDecl : Node {
  static constexpr NodeKind kKind = NodeKind::module_decl;
  List<Annotation> annotations;
  QualifiedName name;
  bool is_open = false;
  std::span<const ModuleDirective> directives;
};

struct CompilationUnit : Node {
  static constexpr NodeKind kKind = NodeKind::unit;
  const PackageDecl* package;  // or null
  List<ImportDecl> imports;
  List<ClassDecl> classes;
  const ModuleDecl* module;  // or null
};

// One parsed file. Moves; the nodes stay where they are.
struct Tree {
  SourceFile file;
  Arena arena;
  const CompilationUnit* root = nullptr;  // null when the file has errors
  bool skimmed = false;                   // method bodies and initialiser blocks were skipped

  std::string_view text(Span span) const { return file.text().substr(span.begin, span.end - span.begin); }
  Place place(Span span) const { return file.place(span); }
};

inline const Block* Lambda::block() const {
  return as<Block>(body);
}
inline const Expr* Lambda::value() const {
  return is_expr(body->kind) ? static_cast<const Expr*>(body) : nullptr;
}
inline bool Var::varargs() const {
  const auto* array = as<ArrayType>(type);
  return array != nullptr && array->varargs();
}

}  // namespace dh::java
