// What rules need to know about types, fields and methods: the index and the models together.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "java/index/index.h"
#include "java/index/java_models.h"
#include "java/syntax/tree.h"

namespace dh::java {

// Every value that a field is known to get within its class.
struct FieldSources {
  struct Assignment {
    const Expr* value = nullptr;     // null: ++, +=, ...
    const Node* at = nullptr;        // the target, as written
    TypeId context;                  // the class the code is in
    bool in_construction = false;    // directly in a constructor or an initialiser block
    bool uses_locals = false;        // the value names parameters or local variables
    const Method* method = nullptr;  // the code is in it; null: an initialiser
  };
  const Expr* initializer = nullptr;
  std::vector<Assignment> assignments;
};

// What a call of a method of a project class does, judged from its text: changes that the method protects
// itself do not count.
struct MethodEffect {
  bool known = false;     // there is a body to examine
  bool modifies = false;  // the receiver
  bool reads = false;     // the receiver's changeable state
  uint64_t params = 0;    // bit i: modifies what parameter i refers to
  // The fields that `modifies` and `reads` refer to, of this and other classes; sorted.
  std::vector<FieldId> written;
  std::vector<FieldId> read;
};

// Caches its results: one per worker thread, not shared.
class Knowledge {
 public:
  Knowledge(const Index& index, const Models& models) : index_(index), models_(models) {}
  Knowledge(const Knowledge&) = delete;

  const Index& index() const { return index_; }
  const Models& models() const { return models_; }
  std::string_view text(Symbol symbol) const { return index_.text(symbol); }

  // `context`: a class of the file that names the type, for its `import a.b.*`.
  Sharing sharing(const TypeRef& type, TypeId context) const { return sharing(type, context, 0); }
  // Also examines what the field is set to: `Map m = new ConcurrentHashMap()`.
  Sharing field_sharing(FieldId field) const;
  // The same for objects of a subclass, whose constructors may set the field.
  Sharing field_sharing(FieldId field, TypeId subject) const;
  const FieldSources& sources(FieldId field) const;
  // Final; or only set by initialiser or constructor, as far as its own file shows: a field that is private,
  // or that is a lock.
  bool never_reassigned(FieldId field) const;
  // The only expression a never reassigned field is set to, with the class it is in; null when there are
  // several.
  const Expr* only_source(FieldId field, TypeId* context) const;
  // The same for a value that names variables of the constructor it is in.
  const FieldSources::Assignment* only_assignment(FieldId field) const;
  // What a call may name for the models: `Type.method`, with the type of a static import where that is what
  // an unqualified call means, and `method` alone.
  std::vector<std::string> callee_names(const Call& call, TypeId context) const;
  // Without casts and calls that return their argument: x of `(T) requireNonNull(x)`.
  const Expr* unwrapped(const Expr* value, TypeId context) const;
  // The field of a record that `r.name()` reads where the record does not declare the accessor itself.
  FieldId component(TypeId record, const Call& call) const;
  // Every return gives an object that no other code refers to: a new one, from Java or native code.
  bool returns_fresh(MethodId method) const { return returns_fresh(method, 0); }

  // A model's lock type, or a project class that is a lock: implements one, has lock() and unlock(), or keeps
  // one for methods with other names, such as enter() and exit().
  const LockType* lock_type(const TypeRef& type) const;
  // Of a project class that has the lock from a superclass outside of the project.
  const LockType* inherited_lock_type(TypeId type) const;
  // Of a lock wrapper, a class whose constructor locks and whose close() unlocks: the constructor parameter
  // that is locked, or the expression for a lock that the class finds itself.
  struct WrappedLock {
    std::optional<uint32_t> param;
    const Expr* lock = nullptr;
    bool wraps() const { return param.has_value() || lock != nullptr; }
  };
  WrappedLock wrapped_lock(TypeId type) const;
  // Whether closing (or running) what a method returns releases a lock.
  bool releases_lock(const Expr* returned, const Method& method, TypeId owner, int depth = 0) const;

  MethodEffect effect(MethodId method) const { return effect(method, 0); }
  // Of `receiver.name(...)` for a receiver whose class is in the project; all overloads and overriders that
  // are seen from the class count.
  MethodEffect call_effect(TypeId receiver, Symbol name, size_t arity, int depth = 0) const;

  // Whether a class that extends or implements the type says that it is thread-safe or immutable.
  bool has_safe_subtype(TypeId type, int depth = 0) const;
  bool is_thread_safe(TypeId type) const;  // by annotation, or configured
  bool is_immutable(TypeId type) const;
  bool annotated(List<Annotation> annotations, const StringSet& names) const;
  // The one thread that runs what has the annotations: "MainThread"; "": any of many. Nothing: they do not
  // say.
  std::optional<std::string> confining_thread(List<Annotation> annotations, TypeId context) const;
  // @ThreadSafe(enableChecks = false)
  bool opts_out(List<Annotation> annotations) const;
  bool contracted(List<Annotation> annotations, const std::vector<ContractAnnotation>& contracts) const;
  // @SuppressWarnings of the rule on any of the modifiers.
  bool suppressed(List<Annotation> annotations, std::string_view file_text, std::string_view rule) const;

 private:
  friend class EffectReader;
  Sharing sharing(const TypeRef& type, TypeId context, int depth) const;
  const LockType* project_lock_type(const TypeRef& type) const;
  const LockType* lock_around(TypeId type) const;
  std::optional<LockOperation> operation_of(const MethodInfo& method, const FlatSet<Symbol>& locks) const;
  bool unlocks(const Node* code) const;
  bool closing_unlocks(TypeId type) const;
  Sharing project_sharing(TypeId type, int depth) const;
  Sharing decide_sharing(TypeId type, int depth) const;
  Sharing inferred_sharing(const TypeInfo& info, int depth) const;
  bool is_synchronized_collection(TypeId type) const;
  bool takes_lock(const Node* code) const;
  Sharing value_sharing(const Expr* value, TypeId context, int depth) const;
  Sharing argument_sharing(const Method* constructor, Symbol param, TypeId type, int depth) const;
  bool returns_fresh(MethodId method, int depth) const;
  bool fresh_value(const Expr* value, const Method& method, TypeId context, int depth) const;
  MethodEffect effect(MethodId method, int depth) const;
  void read_sources(TypeId type) const;
  bool is_private(const FieldInfo& field) const;

  const Index& index_;
  const Models& models_;
  mutable FlatMap<TypeId, Sharing> sharing_;
  mutable std::vector<TypeId> deciding_;  // types whose sharing is being found out
  mutable FlatMap<FieldId, Sharing> field_sharing_;
  mutable FlatMap<FieldId, FieldSources> sources_;
  mutable FlatSet<TypeId> sources_read_;
  mutable FlatMap<MethodId, MethodEffect> effects_;
  mutable FlatMap<MethodId, bool> fresh_;
  mutable FlatMap<TypeId, WrappedLock> wrapped_;
  mutable FlatMap<TypeId, const LockType*> lock_types_;
  mutable std::vector<std::unique_ptr<LockType>> made_lock_types_;  // of lock_around
  mutable FlatMap<TypeId, bool> safe_subtypes_;
};

// The string literals of an annotation's `value`.
std::vector<std::string> string_values(const Annotation& annotation, std::string_view file_text);

}  // namespace dh::java
