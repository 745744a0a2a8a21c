// What an expression means where it appears: its type, the object it denotes as an access path, the lock it
// is.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "java/flow/knowledge.h"
#include "java/flow/unit.h"
#include "java/index/expr_types.h"

namespace dh::java {

struct PathRef {
  PathId path;  // invalid: not known
  bool stable = true;
};

struct LockRef {
  PathId path;
  bool stable = true;
  std::optional<LockMode> mode;  // of one side of a read/write lock
  const LockType* type = nullptr;
  bool by_call = false;  // of a handle: the method that returns it has acquired the lock
};

// A field, and the object it is in.
struct FieldRef {
  FieldId field;
  PathId base;
  VarId base_var;
  const Expr* target = nullptr;  // the expression before the dot, when it must be evaluated
};

struct Variable {
  Symbol name;
  const Var* decl = nullptr;
  TypeRef type;
  bool assigned_once = false;
  BodyId body;         // whose variable it is
  int32_t param = -1;  // its number, for parameters
  PathRef alias;       // the object it always means
  LockRef lock;        // the lock it always means
  FieldRef content;    // it shows what is in this field, which is never reassigned
  BodyId lambda;       // the lambda it always means
  MonitorId handle;    // its close() releases this
  LockMode handle_mode = LockMode::exclusive;
};

class BodyResolver {
 public:
  BodyResolver(Unit& unit, Store<VarId, Variable>& variables) : unit_(unit), variables_(variables) {}

  // --- scopes
  size_t mark() const { return scope_.size(); }
  void leave(size_t mark) { scope_.resize(mark); }
  void enter_class(TypeId type) { scope_.push_back({Symbol(), VarId(), type}); }
  // The classes around a type and itself, outermost first.
  void enter_context(TypeId type);
  VarId declare(Variable variable);
  TypeId this_class() const;  // innermost
  void set_method(const Method* method) { method_ = method; }
  const Method* method() const { return method_; }
  // Inherited code: `this` of `from` is an object of `to`.
  void set_subject(TypeId from, TypeId to) { subjects_.emplace_back(from, to); }
  size_t subject_mark() const { return subjects_.size(); }
  void leave_subject(size_t mark) { subjects_.resize(mark); }
  PathId self(TypeId type);
  TypeId subject(TypeId type) const;
  TypeId outermost_subject() const { return subjects_.empty() ? TypeId() : subjects_.front().second; }

  struct Found {
    VarId var;
    FieldId field;
    TypeId through;  // the class in whose scope the field was found
  };
  Found lookup(Symbol name) const;
  // Classes of the scope, innermost first.
  std::vector<TypeId> classes() const;

  // --- meaning
  TypeRef type_of(const Expr* expr);
  TypeRef type_of_var(const Var* var) const { return types_here().type_of_var(var); }
  // The type that a name denotes when it is not a variable.
  TypeRef as_type(const Expr* expr);
  PathRef path_of(const Expr* expr);
  LockRef lock_of(const Expr* expr);
  FieldRef field_of(const Expr* expr);
  // The lock that an object holds until it is closed: a wrapper of a lock, or the handle that a method which
  // locks returns.
  LockRef handle_lock(const Expr* handle);
  // The same for a type that is recognised as a lock handle by its name only.
  LockRef named_handle_lock(const Expr* handle, const TypeRef& type);
  bool returns_lambda(MethodId method) const { return as<Lambda>(returned(method)) != nullptr; }
  // Methods that a call may mean, before overriding; `through` is the class it is found in.
  std::vector<MethodId> methods_of(const Call& call, TypeId* through);
  VarId root_variable(PathId path) const;
  PathRef field_path(FieldId field, PathRef base);
  LockRef field_lock(FieldId field, PathRef base);
  // What a method that only returns it gives; no path for other methods.
  LockRef getter_lock(MethodId method, PathRef receiver);
  FieldId component_of(const Call& call);
  FieldRef content_of(const Expr* expr);
  FieldRef getter_content(const Call& call);
  // The lock that a method tries, when all it does is `return lock.tryLock()`; no path for other methods.
  LockRef returned_try(MethodId method, PathRef receiver, LockMethod* how);

 private:
  struct Entry {
    Symbol name;
    VarId var;
    TypeId type;
  };
  ExprTypes types_here() const;
  PathRef call_path(const Call& call);
  PathRef kept_argument(FieldId field, PathRef base);
  LockRef call_lock(const Call& call);
  LockRef lock_of_local(FieldId field, PathRef base);
  LockRef wrapped_side(FieldId field, PathRef base);
  LockRef wrapper_lock(const NewObject& made);
  LockRef lock_taken(const Call& call, MethodId method, PathRef receiver);
  const LockType* confirmed(const LockType* type, const Expr* source, TypeId context) const;
  // The only value a method without branches returns.
  const Expr* returned(MethodId method) const;
  template <typename T, typename F>
  T in_scope_of(TypeId context, PathRef receiver, F evaluate);

  Unit& unit_;
  Store<VarId, Variable>& variables_;
  std::vector<Entry> scope_;
  std::vector<std::pair<TypeId, TypeId>> subjects_;
  mutable FlatMap<const Expr*, TypeRef> types_;
  const Method* method_ = nullptr;
  int depth_ = 0;
};

// Evaluates in the scope of another class; `receiver` is what its `this` is here.
template <typename T, typename F>
T BodyResolver::in_scope_of(TypeId context, PathRef receiver, F evaluate) {
  if (depth_ > 8) return {};
  BodyResolver other(unit_, variables_);
  other.depth_ = depth_ + 1;
  other.enter_context(context);
  T result = evaluate(other);
  if (!result.path.valid()) return result;
  PathId theirs = unit_.paths.root(Step::self, context.value);
  bool on_self = unit_.paths.has_prefix(result.path, theirs);
  if (on_self && !receiver.path.valid()) return {};
  // Variables of the other body mean nothing here.
  if (root_variable(result.path).valid()) return {};
  if (on_self) {
    result.path = unit_.paths.rebase(result.path, theirs, receiver.path);
    result.stable = result.stable && receiver.stable;
  }
  return result;
}

}  // namespace dh::java
