// Where `this` escapes, and what executors and threads run on one thread only.
#include <algorithm>

#include "java/flow/lower.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

bool Lowerer::knows_this(const Expr* expr) {
  if (is<This>(expr)) return true;
  TypeId here = resolver_.this_class();
  if (const auto* made = as<NewObject>(expr)) {
    TypeRef type = resolver_.type_of(expr);
    if (made->body != nullptr) return true;
    return type.type.valid() && index().type(type.type).has_outer_this &&
           index().type(type.type).enclosing == here;
  }
  if (const auto* ref = as<MethodRef>(expr)) return is<This>(ref->target);
  if (!is<Lambda>(expr)) return false;
  bool found = false;
  walk(expr, [&](const Node* node) {
    if (is<This>(node)) found = true;
    if (const auto* call = as<Call>(node); call != nullptr && call->target == nullptr) found = true;
    if (const auto* name = as<Name>(node)) {
      BodyResolver::Found what = resolver_.lookup(name->name);
      if (what.field.valid() && !index().field(what.field).has(kStatic)) found = true;
    }
    return !found;
  });
  return found;
}

// System.identityHashCode(this), logger.info(..., this): the object is not kept.
bool Lowerer::is_harmless(const Call& call) {
  const NamePatterns& harmless = knowledge().models().harmless_calls;
  std::vector<std::string> names = knowledge().callee_names(call, resolver_.this_class());
  if (call.target != nullptr) {
    TypeRef type = resolver_.type_of(call.target);
    if (type.known() && !type.type.valid()) {
      names.push_back(std::string(knowledge().text(type.simple)) + "." +
                      std::string(knowledge().text(call.name.name)));
    }
  }
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return harmless.contains(name); });
}

void Lowerer::escape_by_store(const Expr* target, const Expr* value) {
  if (const auto* made = as<NewObject>(value)) {
    // this.worker = new Thread(this): it is the start that publishes.
    bool has_this = made->body != nullptr;
    for (const Expr* arg : made->args) has_this = has_this || knows_this(arg);
    FieldRef field = resolver_.field_of(target);
    if (has_this && field.field.valid()) frame_->carrier_fields.push_back(field.field);
    return;
  }
  if (!knows_this(value)) return;
  FieldRef field = resolver_.field_of(target);
  bool own =
      field.field.valid() && field.base.valid() && field.base == resolver_.self(resolver_.this_class());
  if (!own) op(OpKind::escape, static_cast<uint32_t>(Escaped::directly), 0, LockMode::exclusive, false);
}

// start() of a thread that knows `this`.
void Lowerer::escape_through(const Call& call) {
  if (knowledge().text(call.name.name) != "start") return;
  bool escapes = false;
  if (call.target == nullptr || is<This>(call.target)) {
    for (const TypeRef& foreign : index().foreign_supertypes(resolver_.this_class())) {
      escapes = escapes || foreign.qualified == "java.lang.Thread";
    }
  } else if (const auto* made = as<NewObject>(call.target)) {
    escapes = made->body != nullptr;
    for (const Expr* arg : made->args) escapes = escapes || knows_this(arg);
  } else if (const auto* name = as<Name>(call.target)) {
    VarId var = resolver_.lookup(name->name).var;
    const auto& carriers = frame_->carriers;
    escapes = var.valid() && std::find(carriers.begin(), carriers.end(), var) != carriers.end();
  }
  if (!escapes && call.target != nullptr) {
    FieldRef field = resolver_.field_of(call.target);
    const auto& carriers = frame_->carrier_fields;
    escapes =
        field.field.valid() && std::find(carriers.begin(), carriers.end(), field.field) != carriers.end();
  }
  if (escapes) op(OpKind::escape, static_cast<uint32_t>(Escaped::directly), 0, LockMode::exclusive, false);
}

// A task that is created where it is passed to a serial executor runs on that executor only.
void Lowerer::serialize_methods(const Expr* made, MonitorId serial) {
  TypeRef type = resolver_.type_of(made);
  if (!type.type.valid() || !in_unit(type.type)) return;
  for (BodyId body : methods_of_anonymous(type.type)) {
    const MethodInfo& method = index().method(unit_.bodies[body].method);
    if (method.has(kPublic) && unit_.bodies[body].at_entry.find(serial) == nullptr) {
      unit_.bodies[body].at_entry.acquire(serial, LockMode::exclusive);
    }
  }
}

// The monitor that stands for an executor which runs one task at a time.
MonitorId Lowerer::serial_monitor(const Expr* executor, Symbol method) {
  if (knowledge().text(method) == "newGuard") {
    // Guava's monitor.newGuard(() -> ...) calls it while the monitor is held.
    LockRef lock = resolver_.lock_of(executor);
    if (lock.type != nullptr && lock.path.valid()) return monitor_of(lock, MonitorKind::lock);
  }
  TypeRef type = resolver_.type_of(executor);
  const Models& models = knowledge().models();
  bool serial =
      type.known() && models.serial_executors.contains(type.qualified, knowledge().text(type.simple));
  FieldRef field = resolver_.field_of(executor);
  if (!serial && field.field.valid()) {
    TypeId context;
    const auto* call = as<Call>(knowledge().only_source(field.field, &context));
    const auto* target = call != nullptr ? as<Name>(call->target) : nullptr;
    if (target == nullptr) return MonitorId();
    std::string name =
        std::string(knowledge().text(target->name)) + "." + std::string(knowledge().text(call->name.name));
    serial = models.serial_factories.contains(name);
  }
  if (!serial) return MonitorId();
  PathRef path = resolver_.path_of(executor);
  if (!path.path.valid()) return MonitorId();
  return unit_.monitor({path.path, MonitorKind::lock, path.stable, true});
}

}  // namespace dh::java
