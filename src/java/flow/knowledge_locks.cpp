// Which classes are locks, and which objects hold one until they are closed.
#include <algorithm>
#include <memory>

#include "java/flow/knowledge.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

const LockType* Knowledge::inherited_lock_type(TypeId type) const {
  for (const TypeRef& foreign : index_.foreign_supertypes(type)) {
    if (const LockType* lock = models_.lock_type(foreign.qualified, text(foreign.simple))) return lock;
  }
  return nullptr;
}

const LockType* Knowledge::lock_type(const TypeRef& type) const {
  if (type.is_array() || !type.known()) return nullptr;
  if (!type.type.valid()) return models_.lock_type(type.qualified, text(type.simple));
  auto [it, added] = lock_types_.try_emplace(type.type, nullptr);
  if (!added) return it->second;
  const LockType* found = project_lock_type(type);
  return lock_types_[type.type] = found;
}

const LockType* Knowledge::project_lock_type(const TypeRef& type) const {
  if (const LockType* lock = models_.lock_type(type.qualified, text(type.simple)); lock != nullptr) {
    // Its source may be among the files; a class of the project that only has its last name is another one.
    if (lock->types.names(type.qualified)) return lock;
  }
  if (const LockType* lock = inherited_lock_type(type.type)) return lock;
  // A class with lock() or tryLock() and unlock() of its own.
  auto has = [&](std::string_view name) {
    Symbol symbol = index_.names().find(name);
    if (!symbol.valid()) return false;
    for (size_t args = 0; args <= 2; ++args) {  // tryLock(1, SECONDS)
      if (!index_.find_methods(type.type, symbol, args).empty()) return true;
    }
    return false;
  };
  if ((has("lock") || has("tryLock")) && has("unlock"))
    return models_.lock_type("java.util.concurrent.locks.Lock", "Lock");
  return lock_around(type.type);
}

// class Gate { private final ReentrantLock lock; void enter() { lock.lock(); } void exit() { lock.unlock(); }
// }
const LockType* Knowledge::lock_around(TypeId type) const {
  const TypeInfo& info = index_.type(type);
  if (info.enclosing.valid()) return nullptr;  // code of its file may use the lock inside
  const LockType* plain = models_.lock_type("java.util.concurrent.locks.Lock", "Lock");
  FlatSet<Symbol> locks;
  for (FieldId id : info.fields) {
    const FieldInfo& field = index_.field(id);
    bool own = !field.has(kStatic) && !field.has(kPublic) && !field.has(kProtected) && field.type.known();
    if (own && models_.lock_type(field.type.qualified, text(field.type.simple)) == plain)
      locks.insert(field.name);
  }
  if (locks.size() != 1) return nullptr;
  auto made = std::make_unique<LockType>();
  bool acquires = false;
  bool releases = false;
  for (MethodId id : info.methods) {
    const MethodInfo& method = index_.method(id);
    if (method.is_constructor() || method.has(kStatic) || method.decl->body == nullptr) continue;
    std::optional<LockOperation> operation = operation_of(method, locks);
    if (!operation.has_value()) continue;
    acquires = acquires || *operation == LockOperation::acquire;
    releases = releases || *operation == LockOperation::release;
    // enter() and boolean enter(int millis): the plain one counts.
    std::string name(text(method.name));
    if (*operation != LockOperation::try_lock || !made->methods.contains(name))
      made->methods[name] = {*operation, LockMode::exclusive};
  }
  if (!acquires || !releases) return nullptr;
  made_lock_types_.push_back(std::move(made));
  return made_lock_types_.back().get();
}

// What a method does to the lock that its object has; nothing where it does both, or something else, too.
std::optional<LockOperation> Knowledge::operation_of(const MethodInfo& method,
                                                     const FlatSet<Symbol>& locks) const {
  bool acquires = false;
  bool tries = false;
  bool releases = false;
  walk(method.decl->body, [&](const Node* node) {
    const auto* call = as<Call>(node);
    if (call == nullptr || call->target == nullptr) return true;
    Symbol target;
    if (const auto* name = as<Name>(call->target)) target = name->name;
    if (const auto* access = as<FieldAccess>(call->target); access != nullptr && is<This>(access->target))
      target = access->name.name;
    if (!target.valid() || !locks.contains(target)) return true;
    std::string_view name = text(call->name.name);
    acquires = acquires || name == "lock" || name == "lockInterruptibly";
    tries = tries || name == "tryLock";
    releases = releases || name == "unlock";
    return true;
  });
  if (releases) return acquires || tries ? std::nullopt : std::optional(LockOperation::release);
  if (acquires) return LockOperation::acquire;
  const auto* type = as<PrimitiveType>(method.decl->return_type);
  bool says = tries && type != nullptr;  // whether it got the lock
  return says ? std::optional(LockOperation::try_lock) : std::nullopt;
}

bool Knowledge::unlocks(const Node* code) const {
  bool found = false;
  walk(code, [&](const Node* node) {
    Symbol name;
    if (const auto* call = as<Call>(node)) name = call->name.name;
    if (const auto* ref = as<MethodRef>(node)) name = ref->name.name;
    if (name.valid() && (text(name).starts_with("unlock") || text(name) == "release")) found = true;
    return !found;
  });
  return found;
}

bool Knowledge::closing_unlocks(TypeId type) const {
  Symbol close = index_.names().find("close");
  if (!close.valid()) return false;
  std::vector<MethodId> methods = index_.find_methods(type, close, 0);
  return std::any_of(methods.begin(), methods.end(), [&](MethodId m) {
    const Method* decl = index_.method(m).decl;
    return decl->body != nullptr && unlocks(decl->body);
  });
}

bool Knowledge::releases_lock(const Expr* returned, const Method& method, TypeId owner, int depth) const {
  while (const auto* cast = as<Cast>(returned)) returned = cast->operand;
  if (is<Lambda>(returned) || is<MethodRef>(returned)) return unlocks(returned);
  if (is<This>(returned)) return closing_unlocks(owner);
  if (const auto* made = as<NewObject>(returned)) {
    if (made->body != nullptr) return unlocks(made->body);
    for (const Expr* arg : made->args) {
      if ((is<Lambda>(arg) || is<MethodRef>(arg)) && unlocks(arg)) return true;
    }
    TypeId type = index_.resolve(made->type, owner).type;
    return type.valid() && closing_unlocks(type);
  }
  const auto* name = as<Name>(returned);
  bool found = false;
  if (name == nullptr || depth > 2) return false;
  walk(method.body, [&](const Node* node) {
    const auto* var = as<Var>(node);
    bool meant = var != nullptr && var->name.name == name->name && var->init != nullptr;
    if (meant) found = found || releases_lock(var->init, method, owner, depth + 1);
    return !found;
  });
  return found;
}

Knowledge::WrappedLock Knowledge::wrapped_lock(TypeId type) const {
  auto [it, added] = wrapped_.try_emplace(type);
  if (!added) return it->second;
  if (!closing_unlocks(type)) return {};
  const Expr* locked = nullptr;
  WrappedLock result;
  for (MethodId m : index_.constructors(type)) {
    const MethodInfo& info = index_.method(m);
    if (info.decl->body == nullptr) continue;
    walk(info.decl->body, [&](const Node* node) {
      const auto* call = as<Call>(node);
      if (call == nullptr) return true;
      std::string_view name = text(call->name.name);
      if (name == "lock" || name == "tryLock" || name == "lockInterruptibly") locked = call->target;
      return true;
    });
    for (size_t i = 0; i < info.arity && !result.param.has_value(); ++i) {
      if (lock_type(index_.param_type(m, i)) != nullptr) result.param = static_cast<uint32_t>(i);
    }
  }
  if (locked == nullptr) result = {};
  if (!result.param.has_value()) result.lock = locked;
  wrapped_[type] = result;
  return result;
}

}  // namespace dh::java
