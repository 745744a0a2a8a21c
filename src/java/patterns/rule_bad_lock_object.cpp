// java-bad-lock-object: synchronized on an object that does not exclude whom it should, or excludes
// strangers.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "java/patterns/check.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {

struct Problem {
  PatternFactor start{};
  std::string why;  // follows "synchronized (x): "
  std::string hint;
};

const char* const kOwnObject = "lock a field of its own: `private final Object lock = new Object()`";

bool is_any_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::optional<Problem> by_type(const Code& code, const Expr* lock) {
  TypeRef type = code.type_of(lock);
  if (!type.known() || type.is_array() || type.type.valid()) return std::nullopt;
  std::string_view simple = code.text(type.simple);
  std::string_view qualified = type.qualified;
  if (is_any_of(qualified, {"java.lang.Integer", "java.lang.Long", "java.lang.Boolean", "java.lang.Short",
                            "java.lang.Byte", "java.lang.Character", "java.lang.Double", "java.lang.Float"}))
    return Problem{
        PatternFactor::start_boxed_lock,
        fmt::format("equal values of `{}` may be one object that unrelated code locks, and every new value "
                    "is another lock",
                    simple),
        kOwnObject};
  if (qualified.starts_with("java.time.") || is_any_of(qualified, {"java.util.Optional"}))
    return Problem{PatternFactor::start_boxed_lock,
                   fmt::format("`{}` is value-based: its objects have no identity to lock", simple),
                   kOwnObject};
  if (code.knowledge.lock_type(type) != nullptr && !is_any_of(simple, {"Semaphore"}) &&
      qualified.starts_with("java.util.concurrent.locks."))
    return Problem{
        PatternFactor::start_monitor_of_lock,
        fmt::format("this takes the monitor of the `{}`, which its `lock()` does not exclude", simple),
        fmt::format("call `{}.lock()` and unlock it in a `finally` block", code.text(lock))};
  if (qualified == "java.util.concurrent.locks.Condition")
    return Problem{PatternFactor::start_monitor_of_lock,
                   "this takes the monitor of the `Condition`, not the lock that the condition belongs to",
                   "acquire the `Lock` that made the condition, and use `await` and `signal`"};
  if (qualified.starts_with("java.util.concurrent.") &&
      (simple.starts_with("Concurrent") || simple.starts_with("Atomic") ||
       simple.starts_with("CopyOnWrite") || simple.ends_with("BlockingQueue")))
    return Problem{
        PatternFactor::start_concurrent_lock,
        fmt::format("the methods of `{}` do not take this monitor, so calls elsewhere are not excluded",
                    simple),
        "use its atomic methods (`putIfAbsent`, `computeIfAbsent`, `compareAndSet`), or guard every access "
        "by "
        "one lock of its own"};
  return std::nullopt;
}

// A string literal, or a field that is only ever set to one.
bool is_shared_string(const Code& code, const Expr* lock) {
  const auto* literal = as<Literal>(lock);
  if (literal != nullptr) return literal->literal() == LiteralKind::kString;
  FieldId field = code.field_of(lock);
  if (!field.valid()) return false;
  const FieldInfo& info = code.index().field(field);
  if (info.type.qualified != "java.lang.String" || info.decl == nullptr) return false;
  const auto* init = as<Literal>(info.decl->init);
  return init != nullptr && init->literal() == LiteralKind::kString;
}

// Integer.valueOf(n), also through a local variable: a cache may return the same object everywhere.
bool is_boxed_here(const Code& code, const Expr* lock) {
  if (Denotation d = code.denote(lock); d.kind == Denotation::Kind::local)
    lock = without_casts(d.local->init);
  const auto* call = as<Call>(lock);
  const auto* type = call != nullptr ? as<Name>(call->target) : nullptr;
  if (type == nullptr || code.text(call->name.name) != "valueOf") return false;
  return is_any_of(code.text(type->name),
                   {"Integer", "Long", "Boolean", "Short", "Byte", "Character", "Double", "Float"});
}

bool is_interned(const Code& code, const Expr* lock) {
  const auto* call = as<Call>(lock);
  return call != nullptr && code.text(call->name.name) == "intern" && call->args.empty() &&
         call->target != nullptr;
}

bool mentions_variable(const Node* code, Symbol name) {
  bool found = false;
  walk(code, [&](const Node* node) {
    const auto* simple = as<Name>(node);
    found = found || (simple != nullptr && simple->name == name);
    return !found;
  });
  return found;
}

// Whether a lambda or class inside the body mentions the variable: then other threads may have the object.
bool is_captured_or_passed(const Node* body, Symbol name) {
  bool found = false;
  walk(body, [&](const Node* node) {
    if (node != body && (is_a<Lambda>(node) || is_a<ClassDecl>(node))) {
      found = found || mentions_variable(node, name);
      return false;
    }
    if (const auto* sync = as<Synchronized>(node); sync != nullptr && last_name(sync->lock) == name) {
      found = found || is_captured_or_passed(sync->body, name);
      return false;
    }
    if (const auto* assign = as<Assign>(node); assign != nullptr && last_name(assign->target) == name)
      return false;
    const auto* simple = as<Name>(node);
    if (simple != nullptr && simple->name == name) found = true;
    return !found;
  });
  return found;
}

bool is_made_for_call(const Code& code, const Expr* lock) {
  if (is_a<NewObject>(lock)) return true;
  if (!is_a<Name>(lock)) return false;
  Denotation d = code.denote(lock);
  if (d.kind != Denotation::Kind::local || d.local->role() != VarRole::kLocal) return false;
  if (!is_a<NewObject>(d.local->init) || get<NewObject>(d.local->init).body != nullptr) return false;
  // What a lambda captures may be locked by each of its runs.
  bool captured = std::any_of(code.around.begin(), code.around.end(), [&](const Node* node) {
    return (is_a<Lambda>(node) || is_a<ClassDecl>(node)) && d.local->span.begin < node->span.begin;
  });
  const Node* body = body_around(code);
  return !captured && body != nullptr && !is_captured_or_passed(body, d.local->name.name);
}

// Where the field is assigned after construction; null: nowhere.
const Node* reassigned(const Code& code, FieldId field) {
  const FieldSources& sources = code.knowledge.sources(field);
  for (const FieldSources::Assignment& one : sources.assignments) {
    if (!one.in_construction) return one.at;
  }
  return nullptr;
}

// Code that runs before other threads have the object, or when it is given up: init(), setX(), readObject();
// `f = null`.
bool is_set_up(const Code& code, const FieldSources::Assignment& one) {
  if (is_null(one.value)) return true;
  if (one.method == nullptr) return false;
  std::string_view name = code.text(one.method->name.name);
  for (std::string_view start : {"init", "set", "start", "configure", "read", "load", "resume", "onResume",
                                 "create", "open", "restore", "with", "onCreate", "build", "connect"}) {
    if (name.starts_with(start)) return true;
  }
  return false;
}

bool only_set_up(const Code& code, FieldId field) {
  const FieldSources& sources = code.knowledge.sources(field);
  return std::all_of(
      sources.assignments.begin(), sources.assignments.end(),
      [&](const FieldSources::Assignment& one) { return one.in_construction || is_set_up(code, one); });
}

// The statement assigns the lock that it holds.
bool assigns_inside(const Synchronized& sync, Symbol name) {
  bool found = false;
  walk(sync.body, [&](const Node* node) {
    if (is_a<Lambda>(node) || is_a<ClassDecl>(node)) return false;
    const auto* assign = as<Assign>(node);
    if (assign != nullptr && last_name(assign->target) == name) found = true;
    return !found;
  });
  return found;
}

std::optional<Problem> by_field(const Code& code, const Synchronized& sync) {
  FieldId field = code.field_of(sync.lock);
  if (!field.valid()) return std::nullopt;
  const FieldInfo& info = code.index().field(field);
  if (info.has(kFinal) || info.decl == nullptr) return std::nullopt;
  const Node* at = reassigned(code, field);
  if (at == nullptr) return std::nullopt;
  bool inside = assigns_inside(sync, info.name);
  return Problem{
      inside ? PatternFactor::start_lock_replaced_inside : PatternFactor::start_lock_not_final,
      fmt::format(
          "`{}` gets another object while threads hold or wait for the old one, so two threads can be "
          "inside at once",
          code.text(info.name)),
      fmt::format("make `{}` final, or lock a field of its own: `private final Object lock = new Object()`",
                  code.text(info.name))};
}

std::optional<Problem> find_problem(const Code& code, const Synchronized& sync) {
  const Expr* lock = without_casts(sync.lock);
  if (is_shared_string(code, lock) || is_interned(code, lock))
    return Problem{
        PatternFactor::start_string_lock,
        "equal string constants are one object in the whole program, which unrelated code may lock",
        kOwnObject};
  if (const auto* call = as<Call>(lock);
      call != nullptr && code.text(call->name.name) == "getClass" && call->args.empty()) {
    bool own = call->target == nullptr || is_a<This>(call->target);
    const TypeInfo& info = code.index().type(code.type);
    bool final_class =
        info.has(kFinal) || info.kind() == ClassKind::kEnum || info.kind() == ClassKind::kRecord;
    if (!own || final_class) return std::nullopt;
    return Problem{
        PatternFactor::start_class_lock,
        fmt::format("objects of a subclass lock another class object than `{}.class`", info.display),
        fmt::format("lock `{}.class`, or a static final object", info.display)};
  }
  if (is_boxed_here(code, lock))
    return Problem{PatternFactor::start_boxed_lock,
                   "equal boxed values may be one object that unrelated code locks, or a new one each time",
                   kOwnObject};
  if (is_made_for_call(code, lock))
    return Problem{PatternFactor::start_fresh_lock,
                   "every call makes a lock of its own, which excludes nobody", kOwnObject};
  if (std::optional<Problem> problem = by_type(code, lock)) return problem;
  return by_field(code, sync);
}

// The same field is locked at several places: one mistake, one finding.
bool add_to_same(Checked& checked, const Code& code, const PatternReport& what,
                 const Confidence& confidence) {
  auto same = std::find_if(checked.findings.begin(), checked.findings.end(), [&](const Finding& finding) {
    return finding.rule == what.rule && finding.shared.name == what.shared.name &&
           finding.message == what.message && finding.confidence.value() == confidence.value();
  });
  if (same == checked.findings.end()) return false;
  if (!is_suppressed(code, what.rule))
    same->accesses.push_back(access_at(code, what.at, what.kind, what.description));
  return true;
}

}  // namespace

void check_lock_object(Checked& checked, const Code& code, const Node* node) {
  const auto& sync = get<Synchronized>(node);
  std::optional<Problem> problem = find_problem(code, sync);
  if (!problem.has_value()) return;
  Confidence confidence(checked.factors[problem->start]);
  FieldId field = code.field_of(sync.lock);
  if (problem->start == PatternFactor::start_lock_not_final) {
    if (only_set_up(code, field)) confidence.apply(checked.factors[PatternFactor::lock_set_up]);
    if (code.index().field(field).has(kVolatile))
      confidence.apply(checked.factors[PatternFactor::volatile_lock]);
  }
  if (sync.body->statements.empty()) confidence.apply(checked.factors[PatternFactor::empty_block]);
  // static final Integer LOCK = new Integer(1): nobody else has that object.
  TypeId context;
  bool is_own = field.valid() && problem->start == PatternFactor::start_boxed_lock &&
                is_a<NewObject>(code.knowledge.only_source(field, &context));
  if (is_own) confidence.apply(checked.factors[PatternFactor::own_box]);
  if (is_interned(code, without_casts(sync.lock)))
    confidence.apply(checked.factors[PatternFactor::lock_by_key]);
  std::string text(code.text(sync.lock));
  if (text.size() > 60) text = "...";
  PatternReport what;
  what.rule = Rule::java_bad_lock_object;
  what.at = sync.lock->span;
  what.message = fmt::format("`synchronized ({})` does not protect what it seems to: {}", text, problem->why);
  what.shared = {
      "lock", field.valid() ? fmt::format("{}.{}", code.index().type(code.index().field(field).owner).display,
                                          code.text(code.index().field(field).name))
                            : fmt::format("{}: {}", code.name(), text)};
  what.description = fmt::format("locks `{}`", text);
  what.hint = problem->hint;
  if (field.valid() && add_to_same(checked, code, what, confidence)) return;
  Finding* finding = report(checked, code, std::move(what), std::move(confidence));
  if (finding == nullptr || !field.valid()) return;
  const Node* at = reassigned(code, field);
  bool here = code.index().type(code.index().field(field).owner).file == code.index().type(code.type).file;
  if (at != nullptr && here) finding->related.push_back(related(code, at->span, "the lock is replaced here"));
}

}  // namespace dh::java
