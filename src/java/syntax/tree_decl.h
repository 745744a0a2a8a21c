// Declarations of the Java tree. Include java/tree.h.
#pragma once

#include "java/syntax/tree_stmt.h"

namespace dh::java {

enum class VarRole : uint8_t {
  kField,
  kLocal,
  kForEach,
  kResource,
  kParam,
  kReceiverParam,
  kLambdaParam,
  kCatchParam,
  kPattern,
  kRecordComponent
};

// One variable: `int a, b[];` are two, which share modifiers and have each its own full type.
struct Var : Node {
  static constexpr NodeKind kKind = NodeKind::var;
  const Modifiers* modifiers;  // never null
  const Type* type;            // null for lambda parameters without type
  Ident name;                  // `this` of receiver parameters; `_` where unnamed
  const Expr* init;            // or null
  VarRole role() const { return static_cast<VarRole>(op); }
  bool varargs() const;
};

struct Method : Node {
  static constexpr NodeKind kKind = NodeKind::method;
  const Modifiers* modifiers;
  List<TypeParameter> type_params;
  const Type* return_type;  // null for constructors
  Ident name;
  List<Var> params;     // without the receiver parameter; a compact constructor has none here
  const Var* receiver;  // `Foo this`; or null
  List<Type> throws_types;
  const Block* body;          // null: abstract, native, or skimmed
  const Expr* default_value;  // of annotation elements; or null
  bool body_skipped = false;  // there is a body, but the file was only skimmed
  bool is_constructor() const { return op != 0; }
  bool is_compact() const { return op == 2; }  // of a record
  bool has_body() const { return body != nullptr || body_skipped; }
};

struct EnumConstant : Node {
  static constexpr NodeKind kKind = NodeKind::enum_constant;
  List<Annotation> annotations;
  Ident name;
  List<Expr> args;
  const ClassDecl* body;  // or null
};

struct Initializer : Node {
  static constexpr NodeKind kKind = NodeKind::initializer;
  const Block* body;  // null when skimmed
  bool is_static() const { return op != 0; }
};

enum class ClassKind : uint8_t {
  kClass,
  kInterface,
  kEnum,
  kRecord,
  kAnnotationType,
  kAnonymous,  // body of a NewObject or an EnumConstant
  kImplicit,   // the unnamed class around top-level methods and fields; name invalid
};

struct ClassDecl : Node {
  static constexpr NodeKind kKind = NodeKind::class_decl;
  const Modifiers* modifiers;  // never null
  Ident name;                  // invalid for kAnonymous and kImplicit
  List<TypeParameter> type_params;
  List<Var> components;      // of a record
  const Type* extends_type;  // of a class; or null
  List<Type> interfaces;     // implements, or extends of an interface
  List<Type> permits;
  List<EnumConstant> constants;
  List<Node> members;  // Var (fields), Method, Initializer, ClassDecl in source order
  Span body;           // { ... }
  ClassKind class_kind() const { return static_cast<ClassKind>(op); }
};

}  // namespace dh::java
