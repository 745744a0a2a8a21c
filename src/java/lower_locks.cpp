// Calls that lock, unlock, or tell whether a lock is held.
#include "java/lower.h"

namespace dh::java {

std::optional<LockMethod> Lowerer::lock_method(const Call& call, LockRef* lock) {
  if (call.target == nullptr || is<Super>(call.target)) return std::nullopt;
  TypeRef type = resolver_.type_of(call.target);
  // Most receivers are no locks: ask for the type before following aliases.
  if (type.known() && knowledge().lock_type(type) == nullptr) return std::nullopt;
  *lock = resolver_.lock_of(call.target);
  if (lock->type == nullptr) return std::nullopt;
  auto it = lock->type->methods.find(knowledge().text(call.name.name));
  if (it == lock->type->methods.end()) return std::nullopt;
  LockMethod method = it->second;
  if (lock->mode.has_value() && method.act != LockAct::view) method.mode = *lock->mode;
  return method;
}

std::optional<Lowerer::TryCall> Lowerer::try_call(const Expr* expr) {
  const auto* call = as<Call>(expr);
  if (call == nullptr) return std::nullopt;
  LockRef lock;
  std::optional<LockMethod> method = lock_method(*call, &lock);
  if (!method.has_value() || !lock.path.valid()) return std::nullopt;
  if (method->act != LockAct::try_lock && method->act != LockAct::convert) return std::nullopt;
  return TryCall{monitor_of(lock, MonitorKind::lock), method->mode, method->act == LockAct::convert};
}

bool Lowerer::lock_call(const Call& call) {
  LockRef lock;
  std::optional<LockMethod> method = lock_method(call, &lock);
  if (!method.has_value()) return false;
  expression(call.target, {.monitor = true});
  for (const Expr* arg : call.args) expression(arg, {});
  if (!lock.path.valid()) return true;
  MonitorId monitor = monitor_of(lock, MonitorKind::lock);
  std::string_view name = knowledge().text(call.name.name);
  switch (method->act) {
    case LockAct::acquire:
      op(OpKind::acquire, monitor.value, 0, method->mode,
         name.find("nterruptibly") != std::string_view::npos);
      break;
    case LockAct::release:
      if (lock.mode.has_value()) {
        op(OpKind::release, monitor.value, 0, *lock.mode);
      } else if (name.find("Read") != std::string_view::npos) {
        op(OpKind::release, monitor.value, 0, LockMode::read);
      } else {
        op(OpKind::release_strongest, monitor.value);
      }
      break;
    case LockAct::validate:
      op(OpKind::drop, monitor.value, 0, LockMode::optimistic, false);
      break;
    case LockAct::none:
    case LockAct::try_lock:
    case LockAct::convert:
    case LockAct::view:
      op(OpKind::mark);
      break;
  }
  return true;
}

// Thread.holdsLock(x), lock.isHeldByCurrentThread(): nothing but the names matter here.
bool Lowerer::holds_lock(const Call& call) {
  std::string_view name = knowledge().text(call.name.name);
  if (name != "holdsLock" && name != "isHeldByCurrentThread" && name != "isWriteLockedByCurrentThread")
    return false;
  if (call.target != nullptr) expression(call.target, {.monitor = true});
  for (const Expr* arg : call.args) expression(arg, {.monitor = true});
  return true;
}

std::optional<MonitorId> Lowerer::asserted_lock(const Expr* expr) {
  const auto* call = as<Call>(expr);
  if (call == nullptr || call->target == nullptr) return std::nullopt;
  std::string_view name = knowledge().text(call->name.name);
  if (name == "holdsLock" && call->args.size() == 1) {
    PathRef path = resolver_.path_of(call->args[0]);
    if (path.path.valid()) return unit_.monitor({path.path, MonitorKind::intrinsic, path.stable});
  }
  if (name == "isHeldByCurrentThread" || name == "isWriteLockedByCurrentThread") {
    LockRef lock = resolver_.lock_of(call->target);
    if (lock.path.valid()) return monitor_of(lock, MonitorKind::lock);
  }
  return std::nullopt;
}

// Goes on only where the condition holds.
void Lowerer::assert_condition(const Expr* expr) {
  BlockId yes = flow().new_block();
  BlockId no = flow().new_block();
  condition(expr, yes, no);
  flow().start(no);
  op(OpKind::mark);
  flow().dead();
  flow().start(yes);
}

std::optional<LockRef> Lowerer::wrapped_lock(const Expr* resource) {
  LockRef lock = resolver_.resource_lock(resource);
  if (!lock.path.valid()) return std::nullopt;
  return lock;
}

}  // namespace dh::java
