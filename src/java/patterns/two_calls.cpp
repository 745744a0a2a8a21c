#include "java/patterns/two_calls.h"

#include <fmt/format.h>

#include <algorithm>

#include "java/syntax/tree_walk.h"

namespace dh::java {

Shape shape_of(std::string_view simple) {
  if (simple == "AtomicBoolean" || simple == "AtomicInteger" || simple == "AtomicLong" ||
      simple == "AtomicReference")
    return Shape::atomic;
  if (simple.ends_with("Map") || simple == "Hashtable") return Shape::map;
  for (std::string_view end : {"List", "Set", "Queue", "Deque", "Vector", "Stack", "Collection"}) {
    if (simple.ends_with(end)) return Shape::collection;
  }
  return Shape::other;
}

Shared shared_field(const Code& code, const Expr* expr) {
  FieldId field = code.field_of(expr);
  if (!field.valid()) return {};
  const FieldInfo& info = code.index().field(field);
  if (info.type.is_array() || info.type.type.valid() || !info.type.known()) return {};
  Shape shape = shape_of(code.text(info.type.simple));
  if (shape == Shape::other || !info.type.qualified.starts_with("java.util.")) return {};
  if (code.knowledge.field_sharing(field) != Sharing::thread_safe) return {};
  return {field, shape};
}

const Call* call_named(const Code& code, const Expr* expr, std::initializer_list<std::string_view> names) {
  const auto* call = as<Call>(without_casts(expr));
  if (call == nullptr || call->target == nullptr) return nullptr;
  bool named = std::find(names.begin(), names.end(), code.text(call->name.name)) != names.end();
  return named ? call : nullptr;
}

const Call* act_in(const Code& code, const Node* where, const Expr* receiver,
                   std::initializer_list<std::string_view> names, const Expr* key) {
  const Call* found = nullptr;
  bool locked = false;
  if (where == nullptr) return nullptr;
  walk(where, [&](const Node* node) {
    if (locked || is_a<Synchronized>(node) || is_a<ClassDecl>(node)) return false;
    const auto* call = as<Call>(node);
    if (call == nullptr || found != nullptr) return found == nullptr;
    locked = lock_call(code, *call).operation == LockOperation::acquire;
    if (locked) return false;
    if (call->target == nullptr || !same_expr(call->target, receiver)) return true;
    if (std::find(names.begin(), names.end(), code.text(call->name.name)) == names.end()) return true;
    if (key != nullptr && (call->args.empty() || !same_expr(call->args[0], key))) return true;
    found = call;
    return false;
  });
  return found;
}

namespace {

// new T(), newKeySet(), createProvider()
bool is_maker(const Code& code, const Expr* value) {
  value = without_casts(value);
  const auto* call = as<Call>(value);
  std::string_view name = call != nullptr ? code.text(call->name.name) : std::string_view();
  return is_a<NewObject>(value) || name.starts_with("new") || name.starts_with("create");
}

// new T(), `v = new T()`, or a local variable that gets one somewhere in the body.
bool makes_object(const Code& code, const Expr* value) {
  value = without_casts(value);
  if (const auto* assign = as<Assign>(value)) value = without_casts(assign->value);
  if (is_maker(code, value)) return true;
  const Node* body = is_a<Name>(value) ? body_around(code) : nullptr;
  if (body == nullptr) return false;
  bool made = false;
  walk(body, [&](const Node* node) {
    const auto* var = as<Var>(node);
    const auto* assign = as<Assign>(node);
    if (var != nullptr && var->name.name == last_name(value)) made = made || is_maker(code, var->init);
    if (assign != nullptr && last_name(assign->target) == last_name(value))
      made = made || is_maker(code, assign->value);
    return !made;
  });
  return made;
}

// while (...) { ... } in run() of a thread or task, and no other code puts anything in: one thread makes all
// changes, as far as the class is run once.
bool only_run_changes(Checked& checked, const Code& code, FieldId field) {
  const auto* method = as<Method>(body_around(code));
  if (method == nullptr || code.text(method->name.name) != "run" || !method->params.empty()) return false;
  const std::vector<FieldCall>& calls = checked.calls_of_fields();
  return std::none_of(calls.begin(), calls.end(), [&](const FieldCall& one) {
    bool inside = method->span.begin <= one.call->span.begin && one.call->span.end <= method->span.end;
    std::string_view name = code.text(one.call->name.name);
    return one.field == field && !one.in_construction && !inside && modifies_collection(name) &&
           !removes_from_collection(name);
  });
}

// map.put(Thread.currentThread().getId(), x): each thread has a key of its own.
bool is_key_of_thread(const Code& code, const Expr* key) {
  key = without_casts(key);
  if (is_a<Name>(key)) {
    Denotation d = code.denote(key);
    if (d.kind == Denotation::Kind::local) key = d.local->init;
  }
  return key != nullptr && code.text(key).find("currentThread()") != std::string_view::npos;
}

}  // namespace

bool in_finalizer(const Code& code) {
  const auto* method = as<Method>(body_around(code));
  return method != nullptr && method->params.empty() && code.text(method->name.name) == "finalize";
}

void report_pair(Checked& checked, const Code& code, const Pair& pair, FieldId field) {
  if (checked.held.any(code, pair.check) || code.in_construction() || in_finalizer(code)) return;
  if (!pair.check->args.empty() && is_key_of_thread(code, pair.check->args[0])) return;
  const FieldInfo& info = code.index().field(field);
  std::string name = fmt::format("{}.{}", code.index().type(info.owner).display, code.text(info.name));
  Confidence confidence(checked.factors[pair.start]);
  bool puts = pair.start == PatternFactor::start_put_if_absent && code.text(pair.act->name.name) == "put" &&
              pair.act->args.size() == 2;
  if (puts && !makes_object(code, pair.act->args[1]))
    confidence.apply(checked.factors[PatternFactor::interchangeable_value]);
  if (puts && only_run_changes(checked, code, field))
    confidence.apply(checked.factors[PatternFactor::single_writer]);
  if (puts && pair.result_used) confidence.apply(checked.factors[PatternFactor::result_used]);
  std::string_view type = code.text(info.type.simple);
  if (type == "Vector" || type == "Stack" || type == "Hashtable")
    confidence.apply(checked.factors[PatternFactor::legacy_collection]);
  PatternReport what;
  what.rule = Rule::java_check_then_act;
  what.at = pair.act->span;
  what.message = fmt::format("`{}` and `{}` of `{}` are two steps: {}", code.text(pair.check->name.name),
                             code.text(pair.act->name.name), name, pair.outcome);
  what.shared = {"field", name};
  what.description = fmt::format("calls `{}`, relying on the check", code.text(pair.act->name.name));
  what.hint = pair.hint;
  what.kind = AccessKind::write;
  if (Finding* finding = report(checked, code, std::move(what), std::move(confidence)))
    finding->accesses.push_back(access_at(code, pair.check->span, AccessKind::read,
                                          fmt::format("checks with `{}`", code.text(pair.check->name.name))));
}

}  // namespace dh::java
