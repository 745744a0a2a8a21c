// Calls that lock, unlock, or test whether a lock is held.
#include <algorithm>

#include "java/flow/lower.h"

namespace dh::java {

// lock() or super.lock() in a class that is a lock by its foreign superclass.
LockRef Lowerer::inherited_lock(const Call& call) {
  std::string_view name = knowledge().text(call.name.name);
  if (!knowledge().models().lock_methods.contains(name)) return {};
  TypeId through;
  if (!resolver_.methods_of(call, &through).empty()) return {};  // the method's body says what it does
  std::vector<TypeId> classes = resolver_.classes();
  if (call.target != nullptr) classes.resize(std::min<size_t>(classes.size(), 1));
  for (TypeId type : classes) {
    const LockType* lock = knowledge().inherited_lock_type(type);
    if (lock == nullptr || lock->made_with.has_value() || !lock->methods.contains(name)) continue;
    return {resolver_.self(type), true, std::nullopt, lock};
  }
  return {};
}

std::optional<LockMethod> Lowerer::lock_method(const Call& call, LockRef* lock) {
  if (call.target == nullptr || is<Super>(call.target)) {
    *lock = inherited_lock(call);
    return lock->type == nullptr ? std::nullopt : method_of(*lock, call);
  }
  TypeRef type = resolver_.type_of(call.target);
  // Most receivers are not locks: ask for the type before following aliases.
  if (type.known() && knowledge().lock_type(type) == nullptr) return std::nullopt;
  *lock = resolver_.lock_of(call.target);
  return lock->type == nullptr ? std::nullopt : method_of(*lock, call);
}

std::optional<LockMethod> Lowerer::method_of(const LockRef& lock, const Call& call) const {
  auto it = lock.type->methods.find(knowledge().text(call.name.name));
  if (it == lock.type->methods.end()) return std::nullopt;
  LockMethod method = it->second;
  if (lock.mode.has_value() && method.operation != LockOperation::view) method.mode = *lock.mode;
  return method;
}

std::optional<Lowerer::TryCall> Lowerer::try_call(const Expr* expr) {
  const auto* call = as<Call>(expr);
  if (call == nullptr) return std::nullopt;
  LockRef lock;
  std::optional<LockMethod> method = lock_method(*call, &lock);
  if (!method.has_value()) return try_helper(*call);
  if (!lock.path.valid()) return std::nullopt;
  if (method->operation != LockOperation::try_lock && method->operation != LockOperation::convert)
    return std::nullopt;
  return TryCall{monitor_of(lock, MonitorKind::lock), method->mode,
                 method->operation == LockOperation::convert};
}

// if (enter()) with `private boolean enter() { return lock.tryLock(); }`
std::optional<Lowerer::TryCall> Lowerer::try_helper(const Call& call) {
  TypeId through;
  std::vector<MethodId> methods = resolver_.methods_of(call, &through);
  if (methods.size() != 1 || !through.valid()) return std::nullopt;
  bool on_self = call.target == nullptr || is<This>(call.target) || is<Super>(call.target);
  PathRef receiver = on_self ? PathRef{resolver_.self(through), true} : resolver_.path_of(call.target);
  LockMethod how;
  LockRef lock = resolver_.returned_try(methods[0], receiver, &how);
  if (!lock.path.valid()) return std::nullopt;
  return TryCall{monitor_of(lock, MonitorKind::lock), how.mode, false};
}

bool Lowerer::lock_call(const Call& call) {
  LockRef lock;
  std::optional<LockMethod> method = lock_method(call, &lock);
  if (!method.has_value()) return false;
  size_t before = flow().op_count();
  if (call.target != nullptr && !is<Super>(call.target)) expression(call.target, {.monitor = true});
  // try { lock.lock(); ... } finally { lock.unlock(); }: to read the field does not lead to finally.
  if (call.target != nullptr && (is<Name>(call.target) || is<FieldAccess>(call.target)))
    flow().no_throw_since(before);
  for (const Expr* arg : call.args) expression(arg, {});
  if (!lock.path.valid()) return true;
  MonitorId monitor = monitor_of(lock, MonitorKind::lock);
  std::string_view name = knowledge().text(call.name.name);
  switch (method->operation) {
    case LockOperation::acquire:
      if (method->mode == LockMode::optimistic) frame_->optimistic = true;
      op(OpKind::acquire, monitor.value, 0, method->mode,
         name.find("nterruptibly") != std::string_view::npos);
      break;
    case LockOperation::release:
      if (lock.mode.has_value()) {
        op(OpKind::release, monitor.value, 0, *lock.mode);
      } else if (name.find("Read") != std::string_view::npos) {
        op(OpKind::release, monitor.value, 0, LockMode::read);
      } else {
        op(OpKind::release_strongest, monitor.value);
      }
      break;
    case LockOperation::validate:
      op(OpKind::drop, monitor.value, 0, LockMode::optimistic, false);
      break;
    case LockOperation::none:
    case LockOperation::try_lock:
    case LockOperation::convert:
    case LockOperation::view:
    case LockOperation::view_both:
      op(OpKind::mark);
      break;
  }
  return true;
}

// Thread.holdsLock(x), lock.isHeldByCurrentThread(): nothing but the names matter here.
bool Lowerer::holds_lock(const Call& call) {
  std::string_view name = knowledge().text(call.name.name);
  if (name == "assertHoldsLock" && call.args.size() == 1) {
    expression(call.args[0], {.monitor = true});
    PathRef path = resolver_.path_of(call.args[0]);
    MonitorId held =
        path.path.valid() ? unit_.monitor({path.path, MonitorKind::intrinsic, path.stable}) : MonitorId();
    if (held.valid()) op(OpKind::hold, held.value, 0, LockMode::exclusive, false);
    return true;
  }
  if (name != "holdsLock" && name != "isHeldByCurrentThread" && name != "isWriteLockedByCurrentThread")
    return false;
  if (call.target != nullptr) expression(call.target, {.monitor = true});
  for (const Expr* arg : call.args) expression(arg, {.monitor = true});
  return true;
}

namespace {

bool names_main_thread(std::string_view name) {
  return name.ends_with("MainThread") || name.ends_with("UiThread") || name.ends_with("UIThread");
}

bool starts_with_any(std::string_view name, std::initializer_list<std::string_view> starts) {
  return std::any_of(starts.begin(), starts.end(), [&](std::string_view s) { return name.starts_with(s); });
}

}  // namespace

MonitorId Lowerer::main_thread() {
  return unit_.monitor({unit_.text_path("@MainThread"), MonitorKind::thread, true});
}

// assertMainThread(), ThreadUtils.checkOnUiThread(): fails on any other thread.
bool Lowerer::requires_main_thread(const Call& call) const {
  std::string_view name = knowledge().text(call.name.name);
  return names_main_thread(name) &&
         starts_with_any(name, {"assert", "check", "ensure", "verify", "require", "enforce", "throwIfNot"});
}

std::optional<MonitorId> Lowerer::asserted_lock(const Expr* expr) {
  // Looper.myLooper() == Looper.getMainLooper()
  const auto* compared = as<Binary>(expr);
  if (compared != nullptr && compared->operands.size() == 2 && compared->first_op() == BinaryOp::kEqual &&
      index().text(resolver_.this_class(), expr->span).find("getMainLooper()") != std::string_view::npos)
    return main_thread();
  const auto* call = as<Call>(expr);
  if (call == nullptr) return std::nullopt;
  std::string_view name = knowledge().text(call->name.name);
  if (names_main_thread(name) && starts_with_any(name, {"is", "on"}) && call->args.empty())
    return main_thread();
  if (call->target == nullptr) return std::nullopt;
  if (name == "holdsLock" && call->args.size() == 1) {
    PathRef path = resolver_.path_of(call->args[0]);
    if (path.path.valid()) return unit_.monitor({path.path, MonitorKind::intrinsic, path.stable});
  }
  if (name == "isHeldByCurrentThread" || name == "isWriteLockedByCurrentThread") {
    LockRef lock = resolver_.lock_of(call->target);
    if (lock.path.valid()) return monitor_of(lock, MonitorKind::lock);
  }
  // assert executor.inEventLoop(): one thread runs all code that says so.
  if (name == "inEventLoop" && call->args.empty()) {
    PathRef path = resolver_.path_of(call->target);
    if (path.path.valid()) return unit_.monitor({path.path, MonitorKind::thread, path.stable});
  }
  if (name == "isEventDispatchThread" || name == "isFxApplicationThread" || name == "isDispatchThread")
    return unit_.monitor({unit_.text_path("thread " + std::string(name)), MonitorKind::thread, true});
  return std::nullopt;
}

// Continues only where the condition is true.
void Lowerer::assert_condition(const Expr* expr) {
  BlockId yes = flow().new_block();
  BlockId no = flow().new_block();
  condition(expr, yes, no);
  flow().start(no);
  op(OpKind::mark);
  flow().dead();
  flow().start(yes);
}

// Whether the call that was lowered last acquires the lock: its body is in the unit.
bool Lowerer::acquired_inside(const LockRef& handle) const {
  if (!handle.by_call || unit_.calls.empty()) return false;
  const CallSite& last = unit_.calls[CallId(static_cast<uint32_t>(unit_.calls.size() - 1))];
  return last.targets.size() == 1;
}

// Guard g = new Guard(lock): g.close() will release the lock.
void Lowerer::keep_handle(VarId var, const Expr* value) {
  if (!variables_[var].assigned_once) return;
  LockRef lock = resolver_.handle_lock(value);
  if (!lock.path.valid()) return;
  Variable& variable = variables_[var];
  variable.handle = monitor_of(lock, MonitorKind::lock);
  variable.handle_mode = lock.mode.value_or(LockMode::exclusive);
  if (!acquired_inside(lock)) op(OpKind::acquire, variable.handle.value, 0, variable.handle_mode, false);
}

bool Lowerer::close_call(const Call& call) {
  const auto* name = as<Name>(call.target);
  if (name == nullptr || knowledge().text(call.name.name) != "close") return false;
  VarId var = resolver_.lookup(name->name).var;
  if (!var.valid() || !variables_[var].handle.valid()) return false;
  op(OpKind::release, variables_[var].handle.value, 0, variables_[var].handle_mode);
  return true;
}

// An optimistic read counts only where it can still be validated.
std::vector<MonitorId> Lowerer::forget_unvalidated(Flow& flow) const {
  std::vector<MonitorId> unvalidated;
  FlatSet<uint32_t> monitors;
  for (const Op& one : flow.ops) {
    if (one.kind == OpKind::acquire && one.mode == LockMode::optimistic) monitors.insert(one.a);
  }
  std::vector<uint32_t> sorted(monitors.begin(), monitors.end());
  std::sort(sorted.begin(), sorted.end());
  for (uint32_t monitor : sorted) {
    std::vector<bool> validates(flow.blocks.size(), false);
    auto ends_in = [&](const FlowBlock& block) {
      return std::any_of(flow.ops.begin() + block.first_op,
                         flow.ops.begin() + block.first_op + block.op_count,
                         [&](const Op& one) { return one.kind == OpKind::drop && one.a == monitor; });
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t b = flow.blocks.size(); b-- > 0;) {
        const FlowBlock& block = flow.blocks[BlockId(static_cast<uint32_t>(b))];
        if (validates[b]) continue;
        bool now = ends_in(block) || std::any_of(block.next.begin(), block.next.end(),
                                                 [&](BlockId next) { return validates[next.index()]; });
        if (now) validates[b] = changed = true;
      }
    }
    for (size_t b = 0; b < flow.blocks.size(); ++b) {
      FlowBlock& block = flow.blocks[BlockId(static_cast<uint32_t>(b))];
      if (validates[b]) continue;
      block.unvalidated.push_back(monitor);
      for (uint32_t i = block.first_op; i < block.first_op + block.op_count; ++i) {
        Op& taken = flow.ops[i];
        bool optimistic = taken.kind == OpKind::acquire && taken.mode == LockMode::optimistic;
        if (!optimistic || taken.a != monitor) continue;
        taken.kind = OpKind::mark;
        unvalidated.push_back(MonitorId(monitor));
      }
    }
  }
  return unvalidated;
}

}  // namespace dh::java
