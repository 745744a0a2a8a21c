// What names and expressions inside a body mean, as far as the project's declarations show.
#pragma once

#include <functional>

#include "java/index/index.h"

namespace dh::java {

// What a name, or a chain a.b.c of them, denotes.
struct Denotation {
  enum class Kind : uint8_t { unknown, local, field, type };
  Kind kind = Kind::unknown;
  const Var* local = nullptr;  // a local variable or parameter
  FieldId field;               // a field of the project
  TypeRef type;                // the type itself (kind type), or that of the variable; may be unknown
};

// One per body; the caller knows the local variables in scope.
class ExprTypes {
 public:
  using FindLocal = std::function<const Var*(Symbol)>;  // null: there is no such variable
  using Memo = FlatMap<const Expr*, TypeRef>;
  // `memo`, where given, caches results: long chains of calls would be walked again and again.
  ExprTypes(const Index& index, TypeId context, const Method* method, FindLocal find_local,
            Memo* memo = nullptr)
      : index_(index), context_(context), method_(method), find_local_(std::move(find_local)), memo_(memo) {}

  // Of a Name or FieldAccess; `array.length` and fields of foreign classes are unknown.
  Denotation denote(const Expr* name) const;
  // The static type; unknown where the project's declarations do not show it.
  TypeRef type_of(const Expr* expr) const { return type_of(expr, 0); }
  TypeRef type_of_var(const Var* var) const { return type_of_var(var, 0); }
  // Methods of the project that the call may mean, by name, number and rough types of arguments.
  std::vector<MethodId> targets(const Call& call) const { return targets(call, 0); }
  std::vector<MethodId> targets(const NewObject& creation) const;

 private:
  TypeRef type_of(const Expr* expr, int depth) const;
  TypeRef find_type(const Expr* expr, int depth) const;
  TypeRef type_of_var(const Var* var, int depth) const;
  Denotation denote(const Expr* name, int depth) const;
  std::vector<MethodId> targets(const Call& call, int depth) const;
  std::vector<MethodId> fitting(std::vector<MethodId> methods, List<Expr> args, int depth) const;
  bool may_pass(const TypeRef& arg, const TypeRef& param) const;
  bool takes_lambda(const TypeRef& param) const;
  void prefer_functional(std::vector<MethodId>& methods, List<Expr> args) const;
  TypeRef literal_type(const Literal& literal) const;
  TypeRef element_type(const TypeRef& iterable) const;
  TypeRef made(std::string_view qualified) const;
  TypeRef of_class(TypeId type) const;

  const Index& index_;
  TypeId context_;
  const Method* method_;
  FindLocal find_local_;
  Memo* memo_;
};

}  // namespace dh::java
