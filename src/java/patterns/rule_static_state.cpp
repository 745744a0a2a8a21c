// java-static-state: what all objects share is changed with the lock of one object, or is a formatter that
// two threads must not use at once.
#include <fmt/format.h>

#include <algorithm>

#include "java/patterns/check.h"

namespace dh::java {

namespace {

bool is_static_field(const Code& code, const Expr* expr) {
  FieldId field = code.field_of(expr);
  return field.valid() && code.index().field(field).has(kStatic);
}

// The lock belongs to one object: this, or a field of it.
bool is_of_one_object(const Code& code, const HeldHere& held) {
  if (held.by == HeldBy::synchronized_method) return !get<Method>(held.at).modifiers->has(kStatic);
  if (held.by == HeldBy::declared || held.lock == nullptr) return false;
  const Expr* lock = without_casts(held.lock);
  if (is_a<This>(lock)) return true;
  if (const auto* view = as<Call>(lock); view != nullptr && view->target != nullptr) lock = view->target;
  FieldId field = code.field_of(lock);
  return field.valid() && !code.index().field(field).has(kStatic);
}

// What the node changes: n++, n = 1, list.add(x).
const Expr* changed_by(const Code& code, const Node* node) {
  if (const auto* step = as<IncDec>(node)) return step->operand;
  if (const auto* assign = as<Assign>(node)) return is_null(assign->value) ? nullptr : assign->target;
  const auto* call = as<Call>(node);
  bool modifies =
      call != nullptr && call->target != nullptr && modifies_collection(code.text(call->name.name));
  return modifies ? call->target : nullptr;
}

constexpr std::string_view kFormats[] = {"DateFormat",    "SimpleDateFormat", "NumberFormat",
                                         "DecimalFormat", "MessageFormat",    "ChoiceFormat",
                                         "Calendar",      "GregorianCalendar"};

// A call that changes the formatter or calendar for its time.
bool uses_format(const Code& code, const Call& call) {
  std::string_view name = code.text(call.name.name);
  return name == "format" || name == "parse" || name == "applyPattern" || name == "set" ||
         name == "setTime" || name == "setTimeInMillis" || name == "add" || name == "roll" ||
         name == "parseObject";
}

bool is_format(const Code& code, const FieldInfo& field) {
  if (field.type.is_array() || !field.type.known() || field.type.type.valid()) return false;
  std::string_view type = code.text(field.type.simple);
  bool of_java = field.type.qualified.empty() || field.type.qualified.starts_with("java.");
  return of_java && std::find(std::begin(kFormats), std::end(kFormats), type) != std::end(kFormats);
}

std::string name_of(const Code& code, const FieldInfo& info) {
  return fmt::format("{}.{}", code.index().type(info.owner).display, code.text(info.name));
}

// The same field is used at several places: one mistake, one finding.
bool add_to_same(Checked& checked, const Code& code, const std::string& name, Span at) {
  auto same = std::find_if(checked.findings.begin(), checked.findings.end(), [&](const Finding& finding) {
    return finding.rule == Rule::java_static_state && finding.shared.name == name;
  });
  if (same == checked.findings.end()) return false;
  if (!is_suppressed(code, Rule::java_static_state))
    same->accesses.push_back(access_at(code, at, AccessKind::write, "uses it, too"));
  return true;
}

void check_format(Checked& checked, const Code& code, const Call& call) {
  if (call.target == nullptr || !uses_format(code, call) || !is_static_field(code, call.target)) return;
  const FieldInfo& info = code.index().field(code.field_of(call.target));
  if (!is_format(code, info) || checked.held.any(code) || body_around(code) == nullptr) return;
  const auto* method = as<Method>(body_around(code));
  if (is_a<Initializer>(body_around(code)) ||
      (method != nullptr && code.text(method->name.name) == "main" && method->modifiers->has(kStatic)))
    return;
  std::string name = name_of(code, info);
  if (add_to_same(checked, code, name, call.span)) return;
  PatternReport what;
  what.rule = Rule::java_static_state;
  what.at = call.span;
  what.kind = AccessKind::write;
  what.shared = {"field", name};
  what.message = fmt::format(
      "`{}` is one {} for all threads, which is not thread-safe: two calls of `{}` at once mix their values",
      name, code.text(info.type.simple), code.text(call.name.name));
  what.description = fmt::format("calls `{}` without a lock", code.text(call.name.name));
  what.hint = code.text(info.type.simple).find("Date") != std::string_view::npos
                  ? "use `DateTimeFormatter`, a `ThreadLocal`, or a new object for each call"
                  : "use a `ThreadLocal`, a lock, or a new object for each call";
  report(checked, code, std::move(what), Confidence(checked.factors[PatternFactor::start_static_format]));
}

}  // namespace

void check_static_state(Checked& checked, const Code& code, const Node* node) {
  if (const auto* call = as<Call>(node)) check_format(checked, code, *call);
  const Expr* changed = changed_by(code, node);
  if (changed == nullptr || !is_static_field(code, changed) || code.in_construction()) return;
  FieldId field = code.field_of(changed);
  const FieldInfo& info = code.index().field(field);
  bool inside = is_a<Call>(node);
  if (inside && code.knowledge.field_sharing(field) != Sharing::mutable_) return;
  if (!inside && info.has(kVolatile) && is_a<Assign>(node)) return;
  std::vector<HeldHere> held = checked.held.around(code, node);
  if (held.empty() || !std::all_of(held.begin(), held.end(),
                                   [&](const HeldHere& one) { return is_of_one_object(code, one); }))
    return;
  std::string name = name_of(code, info);
  if (add_to_same(checked, code, name, node->span)) return;
  std::vector<std::string> locks = lock_names(code, held);
  std::string lock = locks.empty() ? "this" : locks.front();
  PatternReport what;
  what.rule = Rule::java_static_state;
  what.at = changed->span;
  what.kind = AccessKind::write;
  what.shared = {"field", name};
  what.message = fmt::format(
      "`{}` is static, but changed with `{}` held, of which each object has its own: two objects change it "
      "at once",
      name, lock);
  what.description = fmt::format("changes `{}`", code.text(info.name));
  what.hint = fmt::format("guard `{}` with a static lock, such as `{}.class`", code.text(info.name),
                          code.index().type(info.owner).display);
  report(checked, code, std::move(what), Confidence(checked.factors[PatternFactor::start_instance_lock]));
}

}  // namespace dh::java
