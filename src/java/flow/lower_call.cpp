// Calls: what they do to their receiver and arguments, and the lambdas they get.
#include <algorithm>

#include "java/flow/lower.h"

namespace dh::java {

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
    use.evidence = outer.evidence;
    return use;
  }
  if (type.type.valid() && !type.is_array()) {
    MethodEffect effect = knowledge().call_effect(type.type, call.name.name, call.args.size());
    if (effect.known) {
      use.content_write = effect.modifies;
      use.content_read = effect.reads || effect.modifies;
      use.inside = unit_.content({effect.written, effect.read});
      return use;
    }
  }
  Sharing sharing = knowledge().sharing(type, resolver_.this_class());
  if (sharing == Sharing::immutable || sharing == Sharing::thread_safe) return {};
  // An abstract method, judged by its name alone, against what its implementation says.
  bool promised = type.type.valid() && knowledge().has_safe_subtype(type.type);
  use.content_write = !promised && modifies_by_name(type, name, call.args.size());
  if (sharing != Sharing::mutable_ && use.content_write) {
    FieldRef field = resolver_.content_of(call.target);
    bool known = field.field.valid() && knowledge().field_sharing(field.field) == Sharing::mutable_;
    if (!known || type.type.valid()) use.evidence = UseEvidence::method_name;
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

void Lowerer::argument(const Expr* arg, uint32_t number, ArgumentContext& context) {
  CallSite& site = *context.site;
  site.args.push_back(PathId());
  while (const auto* cast = as<Cast>(arg)) arg = cast->operand;
  if (const auto* lambda = as<Lambda>(arg)) {
    bool has_this = !context.at_once && context.is_method && knows_this(arg);
    BodyId body = lower_lambda(*lambda);
    lambda_bodies_[arg] = body;
    if (context.at_once) unit_.bodies[body].runs_at_once = true;
    pass_lambda(body, number, context);
    if (has_this && !context.candidate) context.escape(Escaped::captured);
    return;
  }
  if (BodyId body = local_lambda(arg); body.valid()) {
    pass_lambda(body, number, context);
    lambda_bodies_[arg] = body;
    return;
  }
  if (const auto* ref = as<MethodRef>(arg); ref != nullptr && context.candidate) {
    site.passed.push_back({number, lower_reference(*ref)});
    return;
  }
  if (const auto* ref = as<MethodRef>(arg); ref != nullptr && !context.is_method && is<This>(ref->target)) {
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
  if (const auto* made = as<NewObject>(arg); made != nullptr && made->body != nullptr && context.candidate) {
    // What becomes of it follows from the callee's text, as for lambdas.
    new_object(*made, {});
    TypeId type = index().type_of(made->body);
    for (BodyId body : methods_of_anonymous(type)) {
      if (!index().method(unit_.bodies[body].method).has(kPrivate)) site.passed.push_back({number, body});
    }
    unit_.passed_types.insert(type);
    return;
  }
  if (context.serial.valid() && is<NewObject>(arg)) serialize_methods(arg, context.serial);
  site.args.back() = resolver_.path_of(arg).path;
  Use use;
  use.leaks = true;
  if (const auto* name = as<Name>(arg); name != nullptr && (context.candidate || context.at_once)) {
    VarId var = resolver_.lookup(name->name).var;
    if (is_parameter(var)) {
      if (context.at_once) {
        op(OpKind::run_param, var.value);  // list.forEach(action)
      } else {
        site.passed_vars.push_back({number, var});
      }
      use.leaks = false;
    }
  }
  // Whether the object escapes in the callee follows from its text.
  if (const auto* name = as<Name>(arg); name != nullptr && context.candidate && use.leaks) {
    VarId var = resolver_.lookup(name->name).var;
    if (var.valid() && variables_[var].body == frame_->body) {
      site.passed_objects.push_back({number, var});
      use.leaks = false;
    }
  }
  use.content_write = number < 64 && ((context.modified >> number) & 1) != 0;
  use.content_read = !context.neutral;
  if (!use.content_write)
    use.evidence = context.is_method ? UseEvidence::passed_to_method : UseEvidence::passed_to_constructor;
  expression(arg, use);
  if (context.is_method && knows_this(arg))
    context.escape(is<This>(arg) ? Escaped::directly : Escaped::captured);
}

void Lowerer::call_expression(const Call& call, const Use& use) {
  if (holds_lock(call) || close_call(call) || lambda_call(call)) return;
  if (lock_call(call)) return;
  if (use.content_read || use.content_write) {
    FieldRef shown = resolver_.getter_content(call);
    FieldAccessUse inside;
    inside.content_read = use.content_read;
    inside.content_write = use.content_write;
    if (shown.field.valid()) emit_access(shown, inside, use, &call);
  }
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
    // map.keySet().size() asks the map for its size.
    bool through_view = use.called.valid() && knowledge().models().view_methods.contains(name);
    of_target.called = through_view ? use.called : call.name.name;
    of_target.invoked = true;
    expression(call.target, of_target);
    site.receiver = resolver_.path_of(call.target).path;
    site.receiver_var = resolver_.root_variable(site.receiver);
    const auto* made = as<NewObject>(call.target);
    site.on_fresh = (made != nullptr && made->body == nullptr) || makes_fresh(call.target);
    call_of_parameter(call);
  } else if (through.valid() && on_self) {
    site.receiver =
        as<This>(call.target) != nullptr ? resolver_.path_of(call.target).path : resolver_.self(through);
  }

  ArgumentContext context;
  context.site = &site;
  context.is_method = true;
  if (!on_self && !is_static_call) context.serial = serial_monitor(call.target, call.name.name);
  bool is_virtual = call.target == nullptr || !is<Super>(call.target);
  TypeId receiver = through;
  if (on_self && through.valid()) receiver = resolver_.subject(through);
  if (!methods.empty() && receiver.valid()) {
    bool anywhere = gets_lock(call) || (gets_lambda(call) && !runs_at_once(call));
    site.targets = targets_of(methods, receiver, is_virtual, anywhere);
  }
  site.methods = methods;
  // wrapped(() -> ...).run(), where wrapped returns a lambda that runs its own.
  bool runs_now = use.invoked && methods.size() == 1 && resolver_.returns_lambda(methods[0]);
  context.at_once = (runs_at_once(call) && site.targets.empty()) || runs_now;
  context.candidate = !site.targets.empty();
  const Models& models = knowledge().models();
  for (const std::string& one : knowledge().callee_names(call, resolver_.this_class())) {
    context.neutral = context.neutral || models.wrapping_factories.contains(one);
    auto it = models.modifying_arguments.find(one);
    if (it != models.modifying_arguments.end() && methods.empty())
      context.modified |= uint64_t{1} << std::min(it->second, 63);
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
  LockMode shared = runs_in_parallel(call) ? LockMode::read : LockMode::exclusive;
  for (BodyId body : context.runs) op(OpKind::run, body.value, 0, shared);
  run_confined(call);
  CallId id = unit_.calls.add(std::move(site));
  op(OpKind::call, id.value);
  if (context.serial.valid() && knowledge().models().serial_checks.contains(name)) {
    op(OpKind::hold, context.serial.value, 0, LockMode::exclusive, false);
  }
  if (requires_main_thread(call)) op(OpKind::hold, main_thread().value, 0, LockMode::exclusive, false);
  if (context.escaped != Escaped::no && !is_harmless(call)) {
    op(OpKind::escape, static_cast<uint32_t>(context.escaped), 0, LockMode::exclusive, false);
  }
  escape_through(call);
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

}  // namespace dh::java
