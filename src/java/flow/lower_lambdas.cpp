// Lambdas that are kept in local variables, and how calls take lambdas.
#include <algorithm>

#include "java/flow/lower.h"

namespace dh::java {

// Runnable r = () -> ...: it runs where r.run() is called, unless r escapes the method.
BodyId Lowerer::lambda_of_local(const Var& var) {
  const Expr* value = var.init;
  while (const auto* cast = as<Cast>(value)) value = cast->operand;
  if (frame_->assignments[var.name.name] != 0) return BodyId();
  if (const auto* ref = as<MethodRef>(value)) return lower_reference(*ref);
  const auto* lambda = as<Lambda>(value);
  return lambda != nullptr ? lower_lambda(*lambda) : BodyId();
}

BodyId Lowerer::local_lambda(const Expr* name) const {
  const auto* plain = as<Name>(name);
  VarId var = plain != nullptr ? resolver_.lookup(plain->name).var : VarId();
  return var.valid() ? variables_[var].lambda : BodyId();
}

// r.run()
bool Lowerer::lambda_call(const Call& call) {
  BodyId body = local_lambda(call.target);
  if (!body.valid()) return false;
  // Methods of the interface itself may keep the lambda: r.andThen(...).
  const NamePatterns& combining = knowledge().models().combining_methods;
  if (combining.contains(knowledge().text(call.name.name))) return false;
  for (const Expr* arg : call.args) expression(arg, {.content_read = true, .leaks = true});
  op(OpKind::run, body.value);
  return true;
}

// Whether what a call does with its arguments matters: lambdas, or parameters that may be such.
bool Lowerer::gets_lambda(const Call& call) const {
  return std::any_of(call.args.begin(), call.args.end(), [&](const Expr* arg) {
    while (const auto* cast = as<Cast>(arg)) arg = cast->operand;
    if (is<Lambda>(arg) || is<MethodRef>(arg) || local_lambda(arg).valid()) return true;
    const auto* name = as<Name>(arg);
    bool inside = frame_ != nullptr && in_unit(unit_.bodies[frame_->body].owner);
    return !inside && name != nullptr && is_parameter(resolver_.lookup(name->name).var);
  });
}

// Locks.acquire(lock): the method may lock or unlock what it gets.
bool Lowerer::gets_lock(const Call& call) {
  return std::any_of(call.args.begin(), call.args.end(), [&](const Expr* arg) {
    if (!is<Name>(arg) && !is<FieldAccess>(arg)) return false;
    TypeRef type = resolver_.type_of(arg);
    return type.known() && knowledge().lock_type(type) != nullptr;
  });
}

// A call gets a lambda as its argument.
void Lowerer::pass_lambda(BodyId body, uint32_t number, ArgumentContext& context) {
  if (context.serial.valid() && unit_.bodies[body].at_entry.find(context.serial) == nullptr)
    unit_.bodies[body].at_entry.acquire(context.serial, LockMode::exclusive);
  if (context.at_once) {
    context.runs.push_back(body);
  } else if (context.candidate) {
    context.site->passed.push_back({number, body});
  } else {
    unit_.bodies[body].escapes = true;
  }
}

// Whether the lambdas of a call run on several threads at once: list.parallelStream().forEach(...).
bool Lowerer::runs_in_parallel(const Call& call) const {
  if (knowledge().text(call.name.name).starts_with("parallel")) return true;
  const auto* at = as<Call>(call.target);
  for (; at != nullptr; at = as<Call>(at->target)) {
    std::string_view name = knowledge().text(at->name.name);
    if (name == "sequential") return false;
    if (name.starts_with("parallel")) return true;
  }
  return false;
}

}  // namespace dh::java
