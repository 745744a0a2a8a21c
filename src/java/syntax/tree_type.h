// Types, modifiers and annotations of the Java tree. Include java/tree.h.
#pragma once

#include "java/syntax/tree_node.h"

namespace dh::java {

struct Annotation;

enum class Primitive : uint8_t { kBoolean, kByte, kShort, kInt, kLong, kChar, kFloat, kDouble, kVoid };

struct PrimitiveType : Type {
  static constexpr NodeKind kKind = NodeKind::primitive_type;
  List<Annotation> annotations;
  Primitive primitive() const { return static_cast<Primitive>(op); }
};

struct TypeSegment {
  Ident ident;
  List<Annotation> annotations;
  List<Type> args;
  bool has_args = false;  // with args empty: the diamond <>
};

struct ClassType : Type {
  static constexpr NodeKind kKind = NodeKind::class_type;
  std::span<const TypeSegment> segments;  // a.b.C<T>.D: four of them, never empty
  const TypeSegment& last() const { return segments.back(); }
  Symbol simple_name() const { return segments.back().ident.name; }
};

struct ArrayType : Type {
  static constexpr NodeKind kKind = NodeKind::array_type;
  const Type* element;                      // never an array type itself
  uint32_t dims;                            // at least 1; int[] a[] has 2
  List<Annotation> annotations;             // those on the brackets
  bool varargs() const { return op != 0; }  // the last dimension is written `...`
};

enum class WildcardBound : uint8_t { kNone, kExtends, kSuper };

struct WildcardType : Type {
  static constexpr NodeKind kKind = NodeKind::wildcard_type;
  List<Annotation> annotations;
  const Type* bound;  // null for a bare ?
  WildcardBound bound_kind() const { return static_cast<WildcardBound>(op); }
};

struct VarType : Type {
  static constexpr NodeKind kKind = NodeKind::var_type;
};

enum Modifier : uint32_t {
  kPublic = 1u << 0,
  kProtected = 1u << 1,
  kPrivate = 1u << 2,
  kStatic = 1u << 3,
  kAbstract = 1u << 4,
  kFinal = 1u << 5,
  kNative = 1u << 6,
  kSynchronized = 1u << 7,
  kTransient = 1u << 8,
  kVolatile = 1u << 9,
  kStrictfp = 1u << 10,
  kDefault = 1u << 11,
  kSealed = 1u << 12,
  kNonSealed = 1u << 13,
};

// As written: what the language implies (fields of interfaces are static final, ...) is in the index.
struct Modifiers : Node {
  static constexpr NodeKind kKind = NodeKind::modifiers;
  uint32_t bits = 0;
  List<Annotation> annotations;
  bool has(Modifier m) const { return (bits & m) != 0; }
};

struct AnnotationArg {
  Ident name;         // `value`, with an empty span, where none is written
  const Expr* value;  // an expression, an ArrayInit or an Annotation
};

struct Annotation : Expr {
  static constexpr NodeKind kKind = NodeKind::annotation;
  QualifiedName name;
  std::span<const AnnotationArg> args;
  Symbol simple_name() const { return name.back().name; }
};

struct TypeParameter : Node {
  static constexpr NodeKind kKind = NodeKind::type_parameter;
  List<Annotation> annotations;
  Ident name;
  List<Type> bounds;
};

}  // namespace dh::java
