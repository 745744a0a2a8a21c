// java-double-checked-locking: the first test reads the field without the lock, and nothing makes the object
// visible.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "java/patterns/check.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {

// What the first test says: the object is missing, or it is there already.
enum class FirstTest : uint8_t { missing, present };

// The tested field: f of `f == null`, or of `x == null` where x = f was the last assignment before.
FieldId tested_field(const Code& code, const Expr* condition, FirstTest test) {
  FieldId field;
  for_each_operand(condition, BinaryOp::kAndAnd, [&](const Expr* operand) {
    const bool missing = test == FirstTest::missing;
    const Expr* tested = compared_with_null(operand, missing ? BinaryOp::kEqual : BinaryOp::kNotEqual);
    const auto* negated = as<Unary>(operand);
    const bool is_not = negated != nullptr && negated->unary_op() == UnaryOp::kNot;
    if (missing && is_not) tested = negated->operand;  // if (!initialized)
    if (!missing && (is_a<Name>(operand) || is_a<FieldAccess>(operand))) tested = operand;
    if (tested == nullptr || field.valid()) return;
    if (const auto* assign = as<Assign>(tested)) tested = assign->value;
    field = code.field_of(tested);
    if (field.valid() || !is_a<Name>(tested)) return;
    Denotation d = code.denote(tested);
    if (d.kind == Denotation::Kind::local && d.local->init != nullptr) field = code.field_of(d.local->init);
  });
  return field;
}

// What runs with the lock: synchronized (lock) { ... }, or lock.lock(); try { ... }.
struct Locked {
  const Block* body = nullptr;
  const Expr* lock = nullptr;
};

Locked locked_in(const Code& code, List<Stmt> statements, const Stmt* after) {
  const Expr* lock = nullptr;
  for (const Stmt* stmt : statements) {
    if (after != nullptr && stmt->span.begin <= after->span.begin) continue;
    if (const auto* sync = as<Synchronized>(stmt)) return {sync->body, sync->lock};
    const auto* expr = as<ExprStmt>(stmt);
    const auto* call = expr != nullptr ? as<Call>(expr->expr) : nullptr;
    if (call != nullptr && lock_call(code, *call).operation == LockOperation::acquire) lock = call->target;
    const auto* attempt = as<Try>(stmt);
    if (attempt != nullptr && lock != nullptr) return {attempt->body, lock};
  }
  return {};
}

Locked locked_in(const Code& code, const Stmt* body) {
  if (const auto* sync = as<Synchronized>(body)) return {sync->body, sync->lock};
  const auto* block = as<Block>(body);
  return block != nullptr ? locked_in(code, block->statements, nullptr) : Locked();
}

bool returns(const Stmt* stmt) {
  const auto* block = as<Block>(stmt);
  return is_a<Return>(stmt) ||
         (block != nullptr && block->statements.size() == 1 && returns(block->statements[0]));
}

// if (f != null) return f; synchronized (lock) { ... }: only declarations may be between.
Locked locked_after(const Code& code, const If& test) {
  const auto* around = code.around.empty() ? nullptr : as<Block>(code.around.back());
  bool early = test.arms.size() == 1 && test.else_body == nullptr && returns(test.arms[0].body);
  if (around == nullptr || !early) return {};
  for (const Stmt* stmt : around->statements) {
    if (stmt->span.begin <= test.span.begin || is_a<LocalVars>(stmt)) continue;
    const auto* expr = as<ExprStmt>(stmt);
    const auto* call = expr != nullptr ? as<Call>(expr->expr) : nullptr;
    bool locks = call != nullptr && lock_call(code, *call).operation == LockOperation::acquire;
    return is_a<Synchronized>(stmt) || locks ? locked_in(code, around->statements, &test) : Locked();
  }
  return {};
}

// closed, isDisposed, stopIssued: nothing that others use is prepared before such a flag is set.
bool announces_end(std::string_view flag) {
  std::string name(flag);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  constexpr std::string_view kEnds[] = {"clos",    "dispos", "stop",   "shut",   "cancel",
                                        "termina", "destr",  "releas", "finish", "kill"};
  return std::any_of(std::begin(kEnds), std::end(kEnds),
                     [&](std::string_view end) { return name.find(end) != std::string::npos; });
}

struct Inner {
  bool tests_again = false;
  const Assign* assigns = nullptr;
  const Node* used_after = nullptr;  // the object is changed after it was published
};

bool mentions(const Node* where, const std::vector<Symbol>& names) {
  bool found = false;
  walk(where, [&](const Node* node) {
    Symbol name = is_expr(node->kind) ? last_name(static_cast<const Expr*>(node)) : Symbol();
    found = found || (name.valid() && std::find(names.begin(), names.end(), name) != names.end());
    return !found;
  });
  return found;
}

// Of `name`, the field; `tested` are the field and the local variables of the first test.
Inner inside(const Code& code, const Block* locked, const FieldInfo& field,
             const std::vector<Symbol>& tested) {
  Inner inner;
  const Symbol name = field.name;
  const bool is_flag = field.type.primitive && code.text(field.type.simple) == "boolean";
  walk(locked, [&](const Node* node) {
    if (is_a<Lambda>(node) || is_a<ClassDecl>(node)) return false;
    if (const auto* test = as<If>(node); test != nullptr && mentions(test->arms[0].condition, tested))
      inner.tests_again = true;
    const auto* assign = as<Assign>(node);
    const auto* member = assign != nullptr ? as<FieldAccess>(assign->target) : nullptr;
    if (assign != nullptr && last_name(assign->target) == name && !is_null(assign->value))
      inner.assigns = assign;
    if (inner.assigns == nullptr || node->span.begin < inner.assigns->span.end) return true;
    if (member != nullptr && last_name(member->target) == name && inner.used_after == nullptr)
      inner.used_after = assign;  // instance.size = 3
    if (is_flag && assign != nullptr && inner.used_after == nullptr && code.field_of(assign->target).valid())
      inner.used_after = assign;  // ready = true; table = new Table();
    const auto* call = as<Call>(node);
    std::string_view called = call != nullptr ? code.text(call->name.name) : "";
    bool changes = called.starts_with("set") || called.starts_with("add") || called.starts_with("put") ||
                   called.starts_with("init") || called == "start";
    if (changes && call->target != nullptr && last_name(call->target) == name && inner.used_after == nullptr)
      inner.used_after = call;
    return true;
  });
  return inner;
}

}  // namespace

void check_double_checked_locking(Checked& checked, const Code& code, const Node* node) {
  const auto& test = get<If>(node);
  Locked locked = locked_in(code, test.arms[0].body);
  FirstTest first = FirstTest::missing;
  if (locked.body == nullptr) {
    locked = locked_after(code, test);
    first = FirstTest::present;
  }
  if (locked.body == nullptr) return;
  FieldId field = tested_field(code, test.arms[0].condition, first);
  if (!field.valid()) return;
  const FieldInfo& info = code.index().field(field);
  if (info.has(kFinal) || (info.type.primitive && announces_end(code.text(info.name)))) return;
  std::vector<Symbol> tested{info.name};
  for_each_operand(test.arms[0].condition, BinaryOp::kAndAnd, [&](const Expr* operand) {
    const Expr* variable =
        compared_with_null(operand, first == FirstTest::missing ? BinaryOp::kEqual : BinaryOp::kNotEqual);
    if (variable != nullptr && is_a<Name>(variable)) tested.push_back(get<Name>(variable).name);
  });
  Inner inner = inside(code, locked.body, info, tested);
  if (!inner.tests_again || inner.assigns == nullptr) return;
  if (!checked.held.around(code, node).empty()) return;
  bool is_volatile = info.has(kVolatile);
  if (is_volatile && inner.used_after == nullptr) return;
  // if (ready && stamp.covers(x)): what is set after the flag is tested, too.
  const auto* later = as<Assign>(inner.used_after);
  if (is_volatile && later != nullptr && mentions(test.arms[0].condition, {last_name(later->target)})) return;
  std::string name = fmt::format("{}.{}", code.index().type(info.owner).display, code.text(info.name));
  Confidence confidence(checked.factors[is_volatile ? PatternFactor::start_published_early
                                                    : PatternFactor::start_double_checked]);
  if (!is_volatile) {
    std::string_view type = info.type.primitive ? code.text(info.type.simple) : "";
    bool small = info.type.primitive && type != "long" && type != "double";
    if (small) confidence.apply(checked.factors[PatternFactor::flag_tested]);
    // A list from Collections.unmodifiableList(...) is published by a final field of its own.
    bool immutable =
        !info.type.primitive && (code.knowledge.sharing(info.type, info.owner) == Sharing::immutable ||
                                 code.knowledge.field_sharing(field) == Sharing::immutable ||
                                 code.knowledge.models().final_state_types.contains(
                                     info.type.qualified, code.text(info.type.simple)));
    if (immutable) confidence.apply(checked.factors[PatternFactor::immutable_object]);
  }
  PatternReport what;
  what.rule = Rule::java_double_checked_locking;
  what.shared = {"field", name};
  what.kind = AccessKind::read;
  what.at = test.arms[0].condition->span;
  if (is_volatile) {
    what.message =
        info.type.primitive
            ? fmt::format(
                  "`{}` is set before what it announces is done: other threads pass the first test and "
                  "use what is not there yet",
                  name)
            : fmt::format(
                  "`{}` is assigned before its object is complete: other threads pass the first test and "
                  "use it half initialized",
                  name);
    what.description = fmt::format("tests `{}` without the lock", code.text(info.name));
    what.hint = info.type.primitive ? fmt::format("set `{}` last", code.text(info.name))
                                    : fmt::format("build the object in a local variable and assign `{}` last",
                                                  code.text(info.name));
  } else {
    what.message = fmt::format(
        "double-checked locking of `{}`, which is not volatile: another thread can see the "
        "assignment before what was done to prepare it",
        name);
    what.description = fmt::format("tests `{}` without the lock", code.text(info.name));
    what.hint = fmt::format("declare `{}` volatile, or use a static holder class", code.text(info.name));
  }
  Finding* finding = report(checked, code, std::move(what), std::move(confidence));
  if (finding == nullptr) return;
  finding->accesses.push_back(access_at(code, inner.assigns->span, AccessKind::write,
                                        fmt::format("writes `{}` with the lock held", code.text(info.name))));
  finding->accesses.back().locks.emplace_back(code.text(locked.lock));
  if (is_volatile)
    finding->related.push_back(related(code, inner.used_after->span, "and changes the object here"));
}

}  // namespace dh::java
