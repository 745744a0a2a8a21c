// Statements of the Java tree. Include java/tree.h.
#pragma once

#include "java/syntax/tree_expr.h"

namespace dh::java {

struct Block : Stmt {
  static constexpr NodeKind kKind = NodeKind::block;
  List<Stmt> statements;
};

struct LocalVars : Stmt {
  static constexpr NodeKind kKind = NodeKind::local_vars;
  List<Var> vars;
};

struct LocalClass : Stmt {
  static constexpr NodeKind kKind = NodeKind::local_class;
  const ClassDecl* decl;
};

struct ExprStmt : Stmt {
  static constexpr NodeKind kKind = NodeKind::expr_stmt;
  const Expr* expr;
};

struct ConstructorCall : Stmt {
  static constexpr NodeKind kKind = NodeKind::constructor_call;
  const Expr* outer;  // o of o.super(); else null
  List<Type> type_args;
  List<Expr> args;
  bool is_super() const { return op != 0; }  // else this(...)
};

struct IfArm {
  const Expr* condition;
  const Stmt* body;
};

struct If : Stmt {
  static constexpr NodeKind kKind = NodeKind::if_stmt;
  std::span<const IfArm> arms;  // if, else if, else if, ...
  const Stmt* else_body;        // or null
};

struct While : Stmt {
  static constexpr NodeKind kKind = NodeKind::while_stmt;
  const Expr* condition;
  const Stmt* body;
};

struct Do : Stmt {
  static constexpr NodeKind kKind = NodeKind::do_stmt;
  const Stmt* body;
  const Expr* condition;
};

struct For : Stmt {
  static constexpr NodeKind kKind = NodeKind::for_stmt;
  List<Stmt> init;        // one LocalVars, or ExprStmts
  const Expr* condition;  // or null
  List<Expr> update;
  const Stmt* body;
};

struct ForEach : Stmt {
  static constexpr NodeKind kKind = NodeKind::for_each;
  const Var* var;
  const Expr* iterable;
  const Stmt* body;
};

struct Labeled : Stmt {
  static constexpr NodeKind kKind = NodeKind::labeled;
  Ident label;
  const Stmt* body;
};

struct SwitchStmt : Stmt {
  static constexpr NodeKind kKind = NodeKind::switch_stmt;
  const Switch* body;
};

struct Synchronized : Stmt {
  static constexpr NodeKind kKind = NodeKind::synchronized_stmt;
  const Expr* lock;
  const Block* body;
};

struct Catch : Node {
  static constexpr NodeKind kKind = NodeKind::catch_clause;
  const Var* param;  // its type is the first of types
  List<Type> types;  // A | B
  const Block* body;
};

struct Try : Stmt {
  static constexpr NodeKind kKind = NodeKind::try_stmt;
  List<Node> resources;  // a Var with initialiser, or the Expr of an existing variable
  const Block* body;
  List<Catch> catches;
  const Block* finally_block;  // or null
};

struct Return : Stmt {
  static constexpr NodeKind kKind = NodeKind::return_stmt;
  const Expr* value;  // or null
};

struct Throw : Stmt {
  static constexpr NodeKind kKind = NodeKind::throw_stmt;
  const Expr* value;
};

struct Break : Stmt {
  static constexpr NodeKind kKind = NodeKind::break_stmt;
  Ident label;  // invalid name where none
};

struct Continue : Stmt {
  static constexpr NodeKind kKind = NodeKind::continue_stmt;
  Ident label;
};

struct Yield : Stmt {
  static constexpr NodeKind kKind = NodeKind::yield_stmt;
  const Expr* value;
};

struct Assert : Stmt {
  static constexpr NodeKind kKind = NodeKind::assert_stmt;
  const Expr* condition;
  const Expr* message;  // or null
};

struct Empty : Stmt {
  static constexpr NodeKind kKind = NodeKind::empty;
};

}  // namespace dh::java
