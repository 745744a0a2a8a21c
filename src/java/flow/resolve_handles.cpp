// Objects that hold a lock until they are closed.

#include "java/flow/resolve.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

LockRef BodyResolver::wrapper_lock(const NewObject& made) {
  const Knowledge& knowledge = unit_.knowledge;
  TypeRef type = knowledge.index().resolve(made.type, this_class(), method_);
  if (!type.type.valid()) return {};
  Knowledge::WrappedLock wrapped = knowledge.wrapped_lock(type.type);
  if (!wrapped.wraps()) return {};
  LockRef lock;
  if (!wrapped.param.has_value()) {
    // A lock of the object around the wrapper, or a static one.
    lock = in_scope_of<LockRef>(type.type, {}, [&](BodyResolver& r) { return r.lock_of(wrapped.lock); });
  } else if (*wrapped.param < made.args.size()) {
    lock = lock_of(made.args[*wrapped.param]);
  }
  return lock.type != nullptr ? lock : LockRef{};
}

// The lock that a method acquires and leaves to the handle it returns.
LockRef BodyResolver::lock_taken(const Call& call, MethodId method, PathRef receiver) {
  const Knowledge& knowledge = unit_.knowledge;
  const MethodInfo& info = knowledge.index().method(method);
  const Method* decl = info.decl;
  if (decl == nullptr || decl->body == nullptr || depth_ > 8) return {};
  std::vector<const Call*> acquiring;
  bool hands_out = false;
  walk(decl->body, [&](const Node* node) {
    if (is<Lambda>(node) || is<ClassDecl>(node)) return false;
    if (const auto* one = as<Call>(node); one != nullptr && one->target != nullptr) acquiring.push_back(one);
    if (const auto* ret = as<Return>(node); ret != nullptr && ret->value != nullptr)
      hands_out = hands_out || knowledge.releases_lock(ret->value, *decl, info.owner);
    return true;
  });
  if (!hands_out) return {};
  for (const Call* one : acquiring) {
    const auto* name = as<Name>(one->target);
    size_t number = 0;
    while (name != nullptr && number < decl->params.size() && decl->params[number]->name.name != name->name)
      ++number;
    bool param = name != nullptr && number < decl->params.size() && number < call.args.size();
    LockRef lock = param ? lock_of(call.args[number])
                         : in_scope_of<LockRef>(info.owner, receiver,
                                                [&](BodyResolver& r) { return r.lock_of(one->target); });
    if (!lock.path.valid() || lock.type == nullptr) continue;
    auto how = lock.type->methods.find(knowledge.text(one->name.name));
    if (how == lock.type->methods.end() || how->second.operation != LockOperation::acquire) continue;
    if (!lock.mode.has_value()) lock.mode = how->second.mode;
    lock.by_call = true;
    return lock;
  }
  return {};
}

LockRef BodyResolver::handle_lock(const Expr* handle) {
  while (const auto* cast = as<Cast>(handle)) handle = cast->operand;
  if (const auto* made = as<NewObject>(handle))
    return made->body == nullptr ? wrapper_lock(*made) : LockRef{};
  const auto* call = as<Call>(handle);
  if (call == nullptr) return {};
  TypeId through;
  std::vector<MethodId> methods = methods_of(*call, &through);
  if (methods.size() != 1) return {};
  bool on_self = call->target == nullptr || is<Super>(call->target);
  PathRef receiver = on_self ? PathRef{self(through), true} : path_of(call->target);
  if (const Expr* value = returned(methods[0])) {
    TypeId owner = unit_.knowledge.index().method(methods[0]).owner;
    LockRef lock =
        in_scope_of<LockRef>(owner, receiver, [&](BodyResolver& r) { return r.handle_lock(value); });
    if (lock.path.valid()) return lock;
  }
  return lock_taken(*call, methods[0], receiver);
}

namespace {

// ReadLock, LockHandle, SharedLockHandle, ...
bool names_handle(std::string_view type) {
  size_t at = type.rfind("Lock");
  if (at == std::string_view::npos) return false;
  std::string_view rest = type.substr(at + 4);
  return rest.empty() || rest == "Handle" || rest == "Resource" || rest == "Guard" || rest == "Holder" ||
         rest == "Token" || rest == "Scope";
}

bool names_sharing(std::string_view name) {
  return name.find("Read") != std::string_view::npos || name.find("Shared") != std::string_view::npos ||
         name.starts_with("read") || name.starts_with("shared");
}

}  // namespace

LockRef BodyResolver::named_handle_lock(const Expr* handle, const TypeRef& type) {
  const Knowledge& knowledge = unit_.knowledge;
  if (!type.known() || type.qualified == "java.nio.channels.FileLock") return {};
  std::string_view name = knowledge.text(type.simple);
  if (!names_handle(name)) return {};
  const auto* call = as<Call>(handle);
  const auto* made = as<NewObject>(handle);
  if (call == nullptr && made == nullptr) return {};
  bool shared = names_sharing(name) || (call != nullptr && names_sharing(knowledge.text(call->name.name)));
  for (const Expr* arg : call != nullptr ? call->args : made->args) {
    LockRef lock = lock_of(arg);
    if (lock.type == nullptr || !lock.path.valid()) continue;
    if (!lock.mode.has_value() && shared) lock.mode = LockMode::read;
    return lock;
  }
  if (call == nullptr) return {};
  bool on_self = call->target == nullptr || is<Super>(call->target);
  PathRef receiver = on_self ? PathRef{self(this_class()), true} : path_of(call->target);
  if (!receiver.path.valid()) return {};
  return {receiver.path, receiver.stable, shared ? LockMode::read : LockMode::exclusive,
          knowledge.models().lock_type("java.util.concurrent.locks.Lock", "Lock")};
}

}  // namespace dh::java
