// Expressions and patterns of the Java tree. Include java/tree.h.
#pragma once

#include "java/syntax/tree_type.h"

namespace dh::java {

struct ArrayInit;
struct Block;
struct ClassDecl;
struct SwitchCase;
struct Var;
struct Stmt;

enum class LiteralKind : uint8_t {
  kInt,
  kLong,
  kFloat,
  kDouble,
  kChar,
  kString,
  kTextBlock,
  kTrue,
  kFalse,
  kNull
};

// The text is that of the span. literals.h has its value.
struct Literal : Expr {
  static constexpr NodeKind kKind = NodeKind::literal;
  LiteralKind literal() const { return static_cast<LiteralKind>(op); }
};

struct Name : Expr {
  static constexpr NodeKind kKind = NodeKind::name;
  Symbol name;
};

struct FieldAccess : Expr {
  static constexpr NodeKind kKind = NodeKind::field_access;
  const Expr* target;
  Ident name;
};

struct ArrayAccess : Expr {
  static constexpr NodeKind kKind = NodeKind::array_access;
  const Expr* array;
  const Expr* index;
};

struct Call : Expr {
  static constexpr NodeKind kKind = NodeKind::call;
  const Expr* target;  // null: a method of this or an outer class, or imported
  List<Type> type_args;
  Ident name;
  List<Expr> args;
};

struct NewObject : Expr {
  static constexpr NodeKind kKind = NodeKind::new_object;
  const Expr* outer;  // o of o.new T(); else null
  List<Type> type_args;
  const ClassType* type;
  List<Expr> args;
  const ClassDecl* body;  // of an anonymous class; else null
};

struct NewArray : Expr {
  static constexpr NodeKind kKind = NodeKind::new_array;
  const Type* element;    // never an array type
  List<Expr> sizes;       // [n][m]
  uint32_t dims;          // in all, those without a size included
  const ArrayInit* init;  // or null
};

struct ArrayInit : Expr {
  static constexpr NodeKind kKind = NodeKind::array_init;
  List<Expr> elements;  // expressions, ArrayInits and (in annotations) Annotations
};

enum class UnaryOp : uint8_t { kPlus, kMinus, kComplement, kNot };

struct Unary : Expr {
  static constexpr NodeKind kKind = NodeKind::unary;
  const Expr* operand;
  UnaryOp unary_op() const { return static_cast<UnaryOp>(op); }
};

enum class IncDecOp : uint8_t { kPreIncrement, kPreDecrement, kPostIncrement, kPostDecrement };

struct IncDec : Expr {
  static constexpr NodeKind kKind = NodeKind::inc_dec;
  const Expr* operand;
  bool prefix() const { return op <= static_cast<uint8_t>(IncDecOp::kPreDecrement); }
};

enum class BinaryOp : uint8_t {
  kOrOr,
  kAndAnd,
  kOr,
  kXor,
  kAnd,
  kEqual,
  kNotEqual,
  kLess,
  kGreater,
  kLessEqual,
  kGreaterEqual,
  kShiftLeft,
  kShiftRight,
  kShiftRightUnsigned,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kRemainder
};

// A left-associative chain of operators of one precedence, as written without parentheses:
// a - b + c has operands {a, b, c} and ops {kSubtract, kAdd}. Chains of && and || have one operator only.
struct Binary : Expr {
  static constexpr NodeKind kKind = NodeKind::binary;
  List<Expr> operands;            // at least two
  std::span<const BinaryOp> ops;  // one fewer
  BinaryOp first_op() const { return ops.front(); }
};

enum class AssignOp : uint8_t {
  kAssign,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kRemainder,
  kAnd,
  kOr,
  kXor,
  kShiftLeft,
  kShiftRight,
  kShiftRightUnsigned
};

struct Assign : Expr {
  static constexpr NodeKind kKind = NodeKind::assign;
  const Expr* target;
  const Expr* value;
  bool compound() const { return op != 0; }
};

struct Conditional : Expr {
  static constexpr NodeKind kKind = NodeKind::conditional;
  const Expr* condition;
  const Expr* if_true;
  const Expr* if_false;
};

struct InstanceOf : Expr {
  static constexpr NodeKind kKind = NodeKind::instance_of;
  const Expr* operand;
  const Type* type;  // one of the two
  const Pattern* pattern;
};

struct Cast : Expr {
  static constexpr NodeKind kKind = NodeKind::cast;
  List<Type> types;  // one, or those of an intersection
  const Expr* operand;
};

struct Lambda : Expr {
  static constexpr NodeKind kKind = NodeKind::lambda;
  List<Var> params;
  const Node* body;                   // an Expr or a Block
  inline const Block* block() const;  // or null
  inline const Expr* value() const;   // or null
};

struct MethodRef : Expr {
  static constexpr NodeKind kKind = NodeKind::method_ref;
  const Expr* target;  // TypeExpr where only a type is allowed; a Name or FieldAccess may be a type too
  List<Type> type_args;
  Ident name;  // `new` for constructors
};

struct This : Expr {
  static constexpr NodeKind kKind = NodeKind::this_ref;
  const Expr* qualifier;  // Name or FieldAccess that denotes a class; or null
};

struct Super : Expr {
  static constexpr NodeKind kKind = NodeKind::super_ref;
  const Expr* qualifier;  // as in This
};

struct ClassLiteral : Expr {
  static constexpr NodeKind kKind = NodeKind::class_literal;
  const Type* type;
};

struct TypeExpr : Expr {
  static constexpr NodeKind kKind = NodeKind::type_expr;
  const Type* type;
};

// Of a switch expression, and inside SwitchStmt of a statement.
struct Switch : Expr {
  static constexpr NodeKind kKind = NodeKind::switch_expr;
  const Expr* selector;
  List<SwitchCase> cases;
};

struct DefaultLabel : Node {
  static constexpr NodeKind kKind = NodeKind::default_label;
};

struct SwitchCase : Node {
  static constexpr NodeKind kKind = NodeKind::switch_case;
  List<Node> labels;  // Exprs, Patterns, DefaultLabels; a plain `default` has one DefaultLabel
  const Expr* guard;  // after `when`; or null
  List<Stmt> body;    // arrow: exactly one ExprStmt, Block or Throw
  bool arrow() const { return op != 0; }
};

struct TypePattern : Pattern {
  static constexpr NodeKind kKind = NodeKind::type_pattern;
  const Var* var;  // its name is `_` where unnamed
};

struct RecordPattern : Pattern {
  static constexpr NodeKind kKind = NodeKind::record_pattern;
  const Modifiers* modifiers;
  const Type* type;
  List<Pattern> parts;
};

struct AnyPattern : Pattern {
  static constexpr NodeKind kKind = NodeKind::any_pattern;
};

}  // namespace dh::java
