// Where a check looks: a node, the code around it, and what the names there mean.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "java/flow/knowledge.h"
#include "java/index/expr_types.h"

namespace dh::java {

// Whether the node is a T; null is not.
template <typename T>
bool is_a(const Node* node) {
  return as<T>(node) != nullptr;
}

// When a call runs the lambda that it gets.
enum class LambdaRun : uint8_t {
  later,      // or not known
  now,        // before it returns
  with_lock,  // before it returns, and with a lock that it takes itself
};

// The place of a walk. Only valid while the walk is at the node.
class Code {
 public:
  explicit Code(const Knowledge& k) : knowledge(k) {}
  Code(const Code&) = delete;

  const Knowledge& knowledge;
  TypeId type;                      // the class that the node is in
  const Method* method = nullptr;   // innermost; null in initialisers
  std::vector<const Node*> around;  // ancestors, outermost first
  std::vector<const Var*> locals;   // in scope

  const Index& index() const { return knowledge.index(); }
  // Of no symbol: empty.
  std::string_view text(Symbol symbol) const {
    return symbol.valid() ? knowledge.text(symbol) : std::string_view();
  }
  std::string_view text(const Node* node) const { return index().text(type, node->span); }

  Denotation denote(const Expr* expr) const { return types().denote(expr); }
  TypeRef type_of(const Expr* expr) const { return types().type_of(expr); }
  TypeRef type_of(const Var* var) const { return types().type_of_var(var); }
  std::vector<MethodId> targets(const Call& call) const { return types().targets(call); }
  std::vector<MethodId> targets(const NewObject& made) const { return types().targets(made); }
  // The field that a name means; invalid: none of the project.
  FieldId field_of(const Expr* expr) const;
  // The type that a name means where it is not a variable: T of T.m().
  TypeRef named_type(const Expr* expr) const;

  // By the model, or by the text of the only method of the project that the call may mean.
  LambdaRun lambda_run(const Call& call, const Expr& passed) const;
  // The method of the project that a method reference means, where its name leaves one.
  std::vector<MethodId> targets(const MethodRef& ref) const;

  // Outer.method(int) of the code, or Outer for initialisers.
  std::string name() const;
  bool in_construction() const;  // directly in a constructor or initialiser
  bool in_test() const;          // the file is test code, by its folders and its name

 private:
  ExprTypes types() const;
  mutable ExprTypes::Memo memo_;
  mutable FlatMap<const Expr*, LambdaRun> lambda_runs_;
};

// Calls visit for every node of the class and of the classes inside it, parents first, in source order.
void walk_code(const Knowledge& knowledge, TypeId top,
               const std::function<void(const Code& code, const Node* node)>& visit);

// The same for one method.
void walk_method(const Knowledge& knowledge, MethodId method,
                 const std::function<void(const Code& code, const Node* node)>& visit);

// Whether two expressions of one body denote the same variable or object: x and this.x, m.get(k) and
// m.get(k).
bool same_expr(const Expr* a, const Expr* b);
// Without casts.
const Expr* without_casts(const Expr* expr);
// `x` of `x`, `this.x` and `a.b.x`; invalid for other expressions.
Symbol last_name(const Expr* expr);
bool is_null(const Expr* expr);

// x of `x == null`; null where the test is another one.
const Expr* compared_with_null(const Expr* test, BinaryOp op);
// Calls visit for each operand of a chain of `op`, or for the expression itself.
void for_each_operand(const Expr* expr, BinaryOp op, const std::function<void(const Expr*)>& visit);

// Outer.method(int).
std::string method_name(const Index& index, MethodId method);

}  // namespace dh::java
