// java-volatile-update: v++ and v = v + 1 of a volatile field read and write in two steps.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "java/patterns/check.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {

constexpr std::array<std::string_view, 6> kPureClasses = {"Math", "StrictMath", "Integer",
                                                          "Long", "Float",      "Double"};

bool is_pure_class(std::string_view name) {
  return std::find(kPureClasses.begin(), kPureClasses.end(), name) != kPureClasses.end();
}

// The field's own value is part of what is assigned: v = v + 1, v = f(v). Comparisons and calls on the old
// object
// (`list = list.next`) are left to other rules.
bool computes_from(const Code& code, const Expr* value, const Expr* target) {
  value = without_casts(value);
  // v = Math.max(v, 3): the result depends on the arguments only.
  const auto* call = as<Call>(value);
  const auto* holder = call != nullptr ? as<Name>(call->target) : nullptr;
  if (holder != nullptr && is_pure_class(code.text(holder->name))) {
    return std::any_of(call->args.begin(), call->args.end(), [&](const Expr* arg) {
      return same_expr(without_casts(arg), target) || computes_from(code, arg, target);
    });
  }
  if (const auto* binary = as<Binary>(value)) {
    if (binary->first_op() <= BinaryOp::kAndAnd ||
        (binary->first_op() >= BinaryOp::kEqual && binary->first_op() <= BinaryOp::kGreaterEqual))
      return false;
    for (const Expr* operand : binary->operands) {
      if (same_expr(operand, target) || computes_from(code, operand, target)) return true;
    }
  }
  if (const auto* choice = as<Conditional>(value))
    return computes_from(code, choice->if_true, target) || computes_from(code, choice->if_false, target);
  const auto* negated = as<Unary>(value);
  return negated != nullptr && same_expr(negated->operand, target);  // toggles
}

std::string_view atomic_for(std::string_view type) {
  if (type == "long") return "AtomicLong";
  if (type == "boolean") return "AtomicBoolean";
  return "AtomicInteger";
}

// Perhaps one thread makes all updates: the class, or one around it, is itself what a thread runs.
bool has_run_method(const Code& code) {
  Symbol run = code.index().names().find("run");
  for (TypeId type = code.type; run.valid() && type.valid(); type = code.index().type(type).enclosing) {
    for (MethodId method : code.index().type(type).methods) {
      if (code.index().method(method).name == run && code.index().method(method).arity == 0) return true;
    }
  }
  return false;
}

// scheduleAtFixedRate, addPeriodicTask, TimerTask: what runs one task again and again, never beside itself.
bool names_task_runner(std::string_view name) {
  return name.starts_with("scheduleAt") || name.starts_with("scheduleWith") ||
         name.find("Periodic") != std::string_view::npos || name.find("TimerTask") != std::string_view::npos;
}

// The code that a timer gets as its task, around the node: a lambda, or an anonymous class.
const Node* task_around(const Code& code) {
  for (size_t i = code.around.size(); i-- > 1;) {
    const auto* anonymous = as<NewObject>(code.around[i]);
    if (!is_a<Lambda>(code.around[i]) && (anonymous == nullptr || anonymous->body == nullptr)) continue;
    const auto* call = as<Call>(code.around[i - 1]);
    const auto* made = as<NewObject>(code.around[i - 1]);
    bool given = (call != nullptr && names_task_runner(code.text(call->name.name))) ||
                 (made != nullptr && names_task_runner(code.text(made->type)));
    bool is_itself =
        anonymous != nullptr && names_task_runner(code.text(anonymous->type));  // new TimerTask() {}
    if (given || is_itself) return code.around[i];
  }
  return nullptr;
}

// No other code of the file updates the field: one task makes all updates, and does not run beside itself.
bool only_task_updates(const Code& code, FieldId field) {
  const Node* task = task_around(code);
  if (task == nullptr || code.around.empty()) return false;
  Symbol name = code.index().field(field).name;
  bool others = false;
  walk(code.around.front(), [&](const Node* node) {
    if (node == task) return false;
    const auto* step = as<IncDec>(node);
    const auto* assign = as<Assign>(node);
    const Expr* target = step != nullptr ? step->operand : assign != nullptr ? assign->target : nullptr;
    others = others || (target != nullptr && last_name(target) == name);
    return !others;
  });
  return !others;
}

}  // namespace

void check_volatile_update(Checked& checked, const Code& code, const Node* node) {
  const Expr* target = nullptr;
  bool one_expression = true;
  if (const auto* step = as<IncDec>(node)) {
    target = step->operand;
  } else if (const auto* assign = as<Assign>(node)) {
    target = assign->target;
    one_expression = assign->compound();
    if (!one_expression && !computes_from(code, assign->value, target)) return;
  }
  FieldId field = code.field_of(target);
  if (!field.valid() || !code.index().field(field).has(kVolatile)) return;
  if (code.in_construction() || checked.held.any(code)) return;
  const FieldInfo& info = code.index().field(field);
  std::string name = fmt::format("{}.{}", code.index().type(info.owner).display, code.text(info.name));
  std::string_view type = info.type.primitive ? code.text(info.type.simple) : "";
  Confidence confidence(checked.factors[PatternFactor::start_volatile_update]);
  if (info.has(kStatic)) confidence.apply(checked.factors[PatternFactor::static_volatile]);
  if (only_task_updates(code, field))
    confidence.apply(checked.factors[PatternFactor::one_task]);
  else if (has_run_method(code))
    confidence.apply(checked.factors[PatternFactor::single_writer]);
  if (!one_expression && type == "boolean") confidence.apply(checked.factors[PatternFactor::volatile_toggle]);
  PatternReport what;
  what.rule = Rule::java_volatile_update;
  what.at = node->span;
  what.message = fmt::format(
      "two threads that update `{}` at once can lose an update: `volatile` makes the read and "
      "the write visible, not atomic",
      name);
  what.shared = {"field", name};
  what.description = fmt::format("reads `{}` and writes it back in a second step", code.text(info.name));
  what.kind = AccessKind::update;
  what.hint =
      type.empty() || type == "double" || type == "float"
          ? fmt::format("hold a lock around each update of `{}`, or use `AtomicReference.updateAndGet`",
                        code.text(info.name))
          : fmt::format("make `{}` an `{}` and use its atomic update, for example `incrementAndGet()`",
                        code.text(info.name), atomic_for(type));
  report(checked, code, std::move(what), std::move(confidence));
}

}  // namespace dh::java
