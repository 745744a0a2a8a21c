// Calls: locks, modifications, lambdas, and who is called.
#include <algorithm>

#include "java/lower.h"
#include "java/tree_walk.h"

namespace dh::java {

namespace {
constexpr int kUnknownTypePenalty = 50;
constexpr const char* kUnknownTypeReason = "judged by the name of a method of a type that is not known";
constexpr const char* kPassedOnReason = "the object is passed on; what is done to it there is not known";
}  // namespace

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

bool Lowerer::modifies_by_name(const TypeRef& type, std::string_view name, size_t args) const {
  const NamePatterns& names = knowledge().models().modifying_methods;
  if (names.contains(name)) return true;
  if (!type.known()) return false;
  std::string full = std::string(knowledge().text(type.simple)) + "." + std::string(name);
  return names.contains(full) || names.contains(full + "/" + std::to_string(args));
}

// What a call does to the content of its receiver.
Use Lowerer::receiver_use(const Call& call, const Use& outer) {
  Use use;
  const Models& models = knowledge().models();
  std::string_view name = knowledge().text(call.name.name);
  if (models.neutral_methods.contains(name)) return use;
  TypeRef type = resolver_.type_of(call.target);
  use.content_read = true;
  if (outer.content_write && models.view_methods.contains(name) && !type.type.valid()) {
    use.content_write = true;
    use.penalty = outer.penalty;
    use.reason = outer.reason;
    return use;
  }
  if (type.type.valid() && !type.is_array()) {
    MethodEffect effect = knowledge().call_effect(type.type, call.name.name, call.args.size());
    if (effect.known) {
      use.content_write = effect.modifies;
      use.content_read = effect.reads || effect.modifies;
      return use;
    }
  }
  Sharing sharing = knowledge().sharing(type, resolver_.this_class());
  if (sharing == Sharing::immutable || sharing == Sharing::thread_safe) return {};
  use.content_write = modifies_by_name(type, name, call.args.size());
  if (sharing != Sharing::mutable_ && use.content_write) {
    FieldRef field = resolver_.content_of(call.target);
    bool known = field.field.valid() && knowledge().field_sharing(field.field) == Sharing::mutable_;
    if (!known || type.type.valid()) {
      use.penalty = kUnknownTypePenalty;
      use.reason = kUnknownTypeReason;
    }
  }
  return use;
}

bool Lowerer::runs_at_once(const Call& call) {
  const Models& models = knowledge().models();
  if (!models.run_at_once.contains(knowledge().text(call.name.name))) return false;
  if (call.target == nullptr) return true;
  TypeRef type = resolver_.type_of(call.target);
  if (!type.known()) type = resolver_.as_type(call.target);
  return !type.known() || !models.run_later_types.contains(type.qualified, knowledge().text(type.simple));
}

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

void Lowerer::argument(const Expr* arg, uint32_t number, ArgumentContext& context) {
  CallSite& site = *context.site;
  site.args.push_back(PathId());
  while (const auto* cast = as<Cast>(arg)) arg = cast->operand;
  if (const auto* lambda = as<Lambda>(arg)) {
    bool has_this = !context.at_once && context.is_method && knows_this(arg);
    BodyId body = lower_lambda(*lambda);
    lambda_bodies_[arg] = body;
    if (context.serial.valid()) unit_.bodies[body].at_entry.acquire(context.serial, LockMode::exclusive);
    if (context.at_once) {
      unit_.bodies[body].runs_at_once = true;
      context.runs.push_back(body);
    } else if (context.candidate) {
      site.passed.push_back({number, body});
    } else {
      unit_.bodies[body].escapes = true;
    }
    if (has_this && !context.candidate) context.escape(Escaped::captured);
    return;
  }
  if (const auto* ref = as<MethodRef>(arg); ref != nullptr && context.candidate) {
    site.passed.push_back({number, lower_reference(*ref)});
    return;
  }
  if (const auto* ref = as<MethodRef>(arg); ref != nullptr && !context.is_method) {
    BodyId body = lower_reference(*ref);
    lambda_bodies_[arg] = body;
    unit_.bodies[body].escapes = true;
    return;
  }
  if (const auto* ref = as<MethodRef>(arg)) {
    method_reference(*ref, context.at_once);
    if (!context.at_once && context.is_method && knows_this(arg)) context.escape(Escaped::captured);
    return;
  }
  if (const auto* made = as<NewObject>(arg); made != nullptr && made->body != nullptr && context.at_once) {
    new_object(*made, {});
    for (BodyId body : methods_of_anonymous(index().type_of(made->body))) {
      unit_.bodies[body].runs_at_once = true;
      context.runs.push_back(body);
    }
    return;
  }
  if (context.serial.valid() && is<NewObject>(arg)) serialize_methods(arg, context.serial);
  site.args.back() = resolver_.path_of(arg).path;
  Use use;
  use.leaks = true;
  if (const auto* name = as<Name>(arg); name != nullptr && context.candidate) {
    VarId var = resolver_.lookup(name->name).var;
    if (is_parameter(var)) {
      site.passed_vars.push_back({number, var});
      use.leaks = false;
    }
  }
  use.content_write = number < 64 && ((context.modified >> number) & 1) != 0;
  use.content_read = !context.neutral;
  if (!use.content_write) {
    use.penalty = context.is_method ? 10 : 25;
    use.reason = kPassedOnReason;
  }
  expression(arg, use);
  if (context.is_method && knows_this(arg))
    context.escape(is<This>(arg) ? Escaped::directly : Escaped::captured);
}

void Lowerer::call_expression(const Call& call, const Use& use) {
  if (holds_lock(call)) return;
  if (lock_call(call)) return;
  TypeId through;
  std::vector<MethodId> methods = resolver_.methods_of(call, &through);
  std::string_view name = knowledge().text(call.name.name);
  bool is_static_call = call.target != nullptr && resolver_.as_type(call.target).known();
  bool on_self = call.target == nullptr || is<Super>(call.target) || is<This>(call.target);
  CallSite site;
  site.caller = frame_->body;
  site.span = call.name.span;
  if (!on_self && !is_static_call) {
    Use of_target = receiver_use(call, use);
    of_target.called = call.name.name;
    expression(call.target, of_target);
    site.receiver = resolver_.path_of(call.target).path;
    site.receiver_var = resolver_.root_variable(site.receiver);
    call_of_parameter(call);
  } else if (through.valid() && on_self) {
    site.receiver =
        as<This>(call.target) != nullptr ? resolver_.path_of(call.target).path : resolver_.self(through);
  }

  ArgumentContext context;
  context.site = &site;
  context.is_method = true;
  if (!on_self && !is_static_call) context.serial = serial_monitor(call.target);
  bool is_virtual = call.target == nullptr || !is<Super>(call.target);
  TypeId receiver = through;
  if (on_self && through.valid()) receiver = resolver_.subject(through);
  if (!methods.empty() && receiver.valid()) site.targets = targets_of(methods, receiver, is_virtual);
  site.methods = methods;
  context.at_once = runs_at_once(call) && site.targets.empty();
  context.candidate = !site.targets.empty();
  std::string qualified(name);
  if (call.target != nullptr) {
    if (const auto* type = as<Name>(call.target))
      qualified = std::string(knowledge().text(type->name)) + "." + qualified;
  }
  context.neutral = knowledge().models().wrapping_factories.contains(qualified);
  if (auto it = knowledge().models().modifying_arguments.find(qualified);
      it != knowledge().models().modifying_arguments.end() && methods.empty()) {
    context.modified = uint64_t{1} << std::min(it->second, 63);
  }
  for (MethodId m : methods) context.modified |= knowledge().effect(m).params;
  bool checks = name == "checkState" || name == "checkArgument" || name == "verify" || name == "isTrue";
  uint32_t number = 0;
  for (const Expr* arg : call.args) {
    if (checks && number == 0) {
      assert_condition(arg);
      site.args.push_back(PathId());
    } else {
      argument(arg, number, context);
    }
    ++number;
  }
  for (BodyId body : context.runs) op(OpKind::run, body.value);
  CallId id = unit_.calls.add(std::move(site));
  op(OpKind::call, id.value);
  if (context.serial.valid() && knowledge().models().serial_checks.contains(name)) {
    op(OpKind::hold, context.serial.value, 0, LockMode::exclusive, false);
  }
  if (context.escaped != Escaped::no) {
    op(OpKind::escape, static_cast<uint32_t>(context.escaped), 0, LockMode::exclusive, false);
  }
  escape_through(call);
}

// A task that is made where it is given to a serial executor runs alone there.
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
MonitorId Lowerer::serial_monitor(const Expr* executor) {
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

// p.run() of a parameter: a lambda that a caller passes may run here.
void Lowerer::call_of_parameter(const Call& call) {
  const auto* name = as<Name>(call.target);
  if (name == nullptr) return;
  VarId var = resolver_.lookup(name->name).var;
  if (!is_parameter(var)) return;
  unit_.bodies[variables_[var].body].params[static_cast<size_t>(variables_[var].param)].invoked = true;
  op(OpKind::run_param, var.value);
}

// Of the body, or of one around it.
bool Lowerer::is_parameter(VarId var) const {
  if (!var.valid() || variables_[var].param < 0) return false;
  const Body& body = unit_.bodies[variables_[var].body];
  return static_cast<size_t>(variables_[var].param) < body.params.size();
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

std::vector<BodyId> Lowerer::methods_of_anonymous(TypeId type) {
  std::vector<BodyId> bodies;
  if (!type.valid()) return bodies;
  for (MethodId m : index().type(type).methods) {
    BodyId body = body_of(m, type);
    if (body.valid()) bodies.push_back(body);
  }
  return bodies;
}

void Lowerer::new_object(const NewObject& expr, const Use&) {
  if (expr.outer != nullptr) expression(expr.outer, {});
  CallSite site;
  site.caller = frame_->body;
  site.span = expr.type->span;
  ArgumentContext context;
  context.site = &site;
  uint32_t number = 0;
  for (const Expr* arg : expr.args) argument(arg, number++, context);
  TypeRef type = index().resolve(expr.type, resolver_.this_class(), resolver_.method());
  if (type.type.valid()) constructors_of(type.type, expr.args.size(), site.targets);
  for (const PassedBody& passed : site.passed) unit_.bodies[passed.body].escapes = true;
  site.passed.clear();
  if (type.qualified == "java.lang.Thread") confine_task(expr.args);
  CallId id = unit_.calls.add(std::move(site));
  op(OpKind::call, id.value);
  TypeId anonymous = expr.body != nullptr ? index().type_of(expr.body) : TypeId();
  if (!anonymous.valid()) return;
  size_t mark = resolver_.mark();
  resolver_.enter_class(anonymous);
  add_members(anonymous);
  resolver_.leave(mark);
}

// What the one thread that each object starts while it is made does: it does not meet itself.
void Lowerer::confine_task(List<Expr> args) {
  BodyKind kind = unit_.bodies[frame_->body].kind;
  bool once = (kind == BodyKind::constructor || kind == BodyKind::instance_init) && frame_->loops == 0;
  if (!once) return;
  for (const Expr* arg : args) {
    auto it = lambda_bodies_.find(arg);
    if (it == lambda_bodies_.end()) continue;
    PathId self = resolver_.self(resolver_.this_class());
    PathId path = unit_.paths.child(self, Step::element, it->second.value + 1);
    unit_.bodies[it->second].at_entry.acquire(unit_.monitor({path, MonitorKind::thread}),
                                              LockMode::exclusive);
  }
}

void Lowerer::constructor_call(const ConstructorCall& stmt) {
  CallSite site;
  site.caller = frame_->body;
  site.span = stmt.span;
  TypeId here = resolver_.this_class();
  site.receiver = resolver_.self(here);
  ArgumentContext context;
  context.site = &site;
  uint32_t number = 0;
  for (const Expr* arg : stmt.args) argument(arg, number++, context);
  TypeId type = stmt.is_super() ? index().type(here).superclass.type : here;
  if (type.valid()) constructors_of(type, stmt.args.size(), site.targets);
  CallId id = unit_.calls.add(std::move(site));
  op(OpKind::call, id.value);
}

void Lowerer::method_reference(const MethodRef& ref, bool at_once) {
  TypeRef type = resolver_.as_type(ref.target);
  bool of_type = type.known();
  if (!of_type) {
    type = resolver_.type_of(ref.target);
    std::string_view name = knowledge().text(ref.name.name);
    bool modifies = knowledge().sharing(type, resolver_.this_class()) == Sharing::mutable_ &&
                    modifies_by_name(type, name, 1);
    expression(ref.target,
               {.content_read = true, .content_write = modifies && !type.type.valid(), .leaks = !at_once});
  }
  if (!type.type.valid() || type.is_array()) return;
  std::vector<MethodId> methods;
  for (size_t args = 0; args <= 4; ++args) {
    for (MethodId m : index().find_methods(type.type, ref.name.name, args)) {
      if (std::find(methods.begin(), methods.end(), m) == methods.end()) methods.push_back(m);
    }
  }
  bool is_self = is<This>(ref.target);
  TypeId receiver = is_self ? resolver_.subject(type.type) : type.type;
  std::vector<BodyId> bodies = targets_of(methods, receiver, !is<Super>(ref.target));
  if (bodies.empty()) return;
  if (!at_once) {
    for (BodyId body : bodies) unit_.bodies[body].escapes = true;
    return;
  }
  CallSite site;
  site.caller = frame_->body;
  site.span = ref.span;
  site.targets = std::move(bodies);
  site.methods = std::move(methods);
  if (!of_type) {
    site.receiver = resolver_.path_of(ref.target).path;
    site.receiver_var = resolver_.root_variable(site.receiver);
  }
  CallId id = unit_.calls.add(std::move(site));
  op(OpKind::call, id.value);
}

bool Lowerer::in_unit(TypeId type) const {
  for (TypeId outer = type; outer.valid(); outer = index().type(outer).enclosing) {
    if (outer == top_) return true;
  }
  return false;
}

std::vector<BodyId> Lowerer::targets_of(const std::vector<MethodId>& methods, TypeId receiver,
                                        bool is_virtual) {
  std::vector<BodyId> bodies;
  auto add = [&](MethodId m, TypeId subject) {
    const MethodInfo& info = index().method(m);
    TypeId of = info.has(kStatic) ? info.owner : subject;
    if (!in_unit(info.owner) && !in_unit(of)) return;
    BodyId body = body_of(m, of);
    if (body.valid() && std::find(bodies.begin(), bodies.end(), body) == bodies.end()) bodies.push_back(body);
  };
  for (MethodId m : methods) {
    const MethodInfo& info = index().method(m);
    bool fixed = !is_virtual || info.has(kStatic) || info.has(kPrivate);
    TypeId subject = index().is_subtype(receiver, info.owner) ? receiver : info.owner;
    if (fixed) {
      add(m, subject);
      continue;
    }
    MethodId implementation = m;
    for (MethodId candidate : index().find_methods(subject, info.name, info.arity)) {
      if (index().same_signature(candidate, m)) {
        implementation = candidate;
        break;
      }
    }
    add(implementation, subject);
    add_overriders(subject, m, add, 0);
  }
  return bodies;
}

void Lowerer::add_overriders(TypeId type, MethodId method, const std::function<void(MethodId, TypeId)>& add,
                             int depth) {
  if (depth > 8) return;
  const MethodInfo& info = index().method(method);
  for (TypeId sub : index().direct_subtypes(type)) {
    if (!in_unit(sub)) continue;
    for (MethodId own : index().type(sub).methods) {
      const MethodInfo& theirs = index().method(own);
      if (theirs.name == info.name && theirs.arity == info.arity && index().same_signature(own, method))
        add(own, sub);
    }
    add_overriders(sub, method, add, depth + 1);
  }
}

void Lowerer::constructors_of(TypeId type, size_t arity, std::vector<BodyId>& out) {
  if (!in_unit(type)) return;
  for (MethodId m : index().constructors(type)) {
    if (!index().method(m).accepts(arity)) continue;
    BodyId body = body_of(m, type);
    if (body.valid()) out.push_back(body);
  }
}

std::optional<LockRef> Lowerer::wrapped_lock(const Expr* resource) {
  LockRef lock = resolver_.resource_lock(resource);
  if (!lock.path.valid()) return std::nullopt;
  return lock;
}

}  // namespace dh::java
