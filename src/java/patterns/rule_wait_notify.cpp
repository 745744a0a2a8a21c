// java-wait-notify: wait() outside a loop, without the monitor, or of the wrong object; notify() where
// several conditions wait.
#include <fmt/format.h>

#include <algorithm>

#include "java/patterns/check.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {

enum class Waiting : uint8_t { none, monitor_wait, monitor_notify, condition_wait };

Waiting kind_of(const Code& code, const Call& call) {
  std::string_view name = code.text(call.name.name);
  size_t args = call.args.size();
  if ((name == "wait" && args <= 2) || ((name == "notify" || name == "notifyAll") && args == 0)) {
    if (is_a<Super>(call.target)) return Waiting::none;
    // A method of the project that is called so.
    if (!code.targets(call).empty()) return Waiting::none;
    if (call.target != nullptr && code.named_type(call.target).known()) return Waiting::none;
    return name == "wait" ? Waiting::monitor_wait : Waiting::monitor_notify;
  }
  if ((name == "await" || name == "awaitNanos" || name == "awaitUntil" || name == "awaitUninterruptibly") &&
      call.target != nullptr) {
    TypeRef type = code.type_of(call.target);
    if (type.qualified == "java.util.concurrent.locks.Condition") return Waiting::condition_wait;
  }
  return Waiting::none;
}

bool in_loop(const Code& code) {
  for (size_t i = code.around.size(); i-- > 0;) {
    const Node* node = code.around[i];
    if (is_a<While>(node) || is_a<Do>(node) || is_a<For>(node) || is_a<ForEach>(node)) return true;
    if (is_a<Lambda>(node) || ends_body(code, i)) return false;
  }
  return false;
}

// Whether the condition is tested again after the wait without a loop around it: the method calls itself
// (`wait(); return next();`), or it is a helper that the class only calls in loops.
bool is_tested_again(Checked& checked, const Code& code, const Call& call) {
  const auto* method = as<Method>(body_around(code));
  if (method == nullptr || method->body == nullptr) return false;
  MethodId id = code.index().method_of(method);
  if (!id.valid()) return false;
  bool recursive = false;
  size_t in_loops = 0;
  size_t elsewhere = 0;
  walk_code(checked.knowledge, checked.top, [&](const Code& other, const Node* node) {
    const auto* made = as<Call>(node);
    if (made == nullptr || made->name.name != method->name.name) return;
    std::vector<MethodId> targets = other.targets(*made);
    if (std::find(targets.begin(), targets.end(), id) == targets.end()) return;
    if (body_around(other) == method) {
      recursive = recursive || made->span.begin > call.span.end;
    } else {
      (in_loop(other) ? in_loops : elsewhere)++;
    }
  });
  bool only_here = method->modifiers->has(kPrivate);
  return recursive || (only_here && in_loops > 0 && elsewhere == 0);
}

// A method that only waits, as a helper of those that test the condition: `void await() { c.await(); }`.
bool only_waits(const Code& code) {
  const auto* method = as<Method>(body_around(code));
  if (method == nullptr || method->body == nullptr) return is_a<Lambda>(body_around(code));
  bool tests = false;
  walk(method->body, [&](const Node* node) {
    if (is_a<If>(node)) tests = true;
    return !tests;
  });
  return !tests;
}

bool holds_monitor(Checked& checked, const Code& code, const Call& call) {
  for (const HeldHere& held : checked.held.around(code)) {
    if (held.by == HeldBy::declared) return true;
    if (held.by == HeldBy::lock_call) continue;
    if (held.by == HeldBy::synchronized_method) {
      const auto* self = as<This>(call.target);
      const auto* method = as<Method>(held.at);
      bool is_static = method != nullptr && method->modifiers->has(kStatic);
      if (call.target == nullptr || self != nullptr || is_static) return true;
      continue;
    }
    if (call.target == nullptr && is_a<This>(held.lock)) return true;
    if (call.target != nullptr && same_expr(call.target, held.lock)) return true;
    // Another name of the object: a local variable that both may mean.
    if (!is_a<This>(held.lock) && code.denote(held.lock).kind == Denotation::Kind::local) return true;
    if (call.target != nullptr && code.denote(call.target).kind == Denotation::Kind::local) return true;
    if (is_a<This>(held.lock) && get<This>(held.lock).qualifier != nullptr) return true;
    if (is_a<Call>(held.lock)) return true;
  }
  return false;
}

// void onReply() { notifyAll(); } of a subclass, which the superclass only calls in synchronized methods.
bool superclass_calls_with_monitor(Checked& checked, const Code& code, const Call& call) {
  const auto* method = as<Method>(body_around(code));
  const Index& index = code.index();
  if (method == nullptr || (call.target != nullptr && !is_a<This>(call.target))) return false;
  MethodId id = index.method_of(method);
  if (!id.valid()) return false;
  size_t with = 0;
  size_t without = 0;
  TypeId type = index.method(id).owner;
  for (int depth = 0; depth < 16; ++depth) {
    type = index.type(type).superclass.type;
    if (!type.valid()) break;
    TypeId top = type;
    while (index.type(top).enclosing.valid()) top = index.type(top).enclosing;
    HeldLocks held(checked.knowledge, top);
    walk_code(checked.knowledge, top, [&](const Code& other, const Node* node) {
      const auto* made = as<Call>(node);
      if (made == nullptr || made->name.name != method->name.name || other.type != type ||
          made->args.size() != method->params.size())
        return;
      bool on_self = made->target == nullptr || is_a<This>(made->target);
      std::vector<HeldHere> around = held.around(other);
      bool monitor = std::any_of(around.begin(), around.end(), [](const HeldHere& one) {
        return one.by == HeldBy::synchronized_method ||
               (one.by == HeldBy::synchronized_block && is_a<This>(one.lock));
      });
      (on_self && monitor ? with : without)++;
    });
  }
  return with > 0 && without == 0;
}

// All that is held are monitors of other objects, which the text names.
bool holds_other_monitor(Checked& checked, const Code& code) {
  const auto* method = as<Method>(body_around(code));
  if (method == nullptr || method->modifiers->has(kPrivate)) return false;  // callers may hold the right one
  std::vector<HeldHere> held = checked.held.around(code);
  return !held.empty() && std::all_of(held.begin(), held.end(), [](const HeldHere& one) {
    return one.by == HeldBy::synchronized_block || one.by == HeldBy::synchronized_method;
  });
}

// How many wait() calls with conditions of their own the class has for the object.
size_t waits_in_class(const Code& code, const Call& call) {
  std::vector<std::string> conditions;
  const ClassDecl* decl = code.index().type(code.type).decl;
  std::vector<const Node*> loops;
  walk(decl, [&](const Node* node) {
    const Expr* condition = nullptr;
    const Node* body = nullptr;
    if (const auto* loop = as<While>(node)) condition = loop->condition, body = loop->body;
    if (body == nullptr) return true;
    bool waits = false;
    walk(body, [&](const Node* inner) {
      if (inner != body && is_a<While>(inner)) return false;
      const auto* wait = as<Call>(inner);
      if (wait == nullptr || code.text(wait->name.name) != "wait" || wait->args.size() > 2) return true;
      bool same = (call.target == nullptr || is_a<This>(call.target))
                      ? wait->target == nullptr || is_a<This>(wait->target)
                      : wait->target != nullptr && same_expr(wait->target, call.target);
      waits = waits || same;
      return true;
    });
    if (waits) conditions.emplace_back(code.text(condition));
    return true;
  });
  std::sort(conditions.begin(), conditions.end());
  conditions.erase(std::unique(conditions.begin(), conditions.end()), conditions.end());
  return conditions.size();
}

void add(Checked& checked, const Code& code, const Call& call, PatternFactor start, std::string message,
         std::string hint, bool timed) {
  Confidence confidence(checked.factors[start]);
  if (timed) confidence.apply(checked.factors[PatternFactor::timed_wait]);
  if (start == PatternFactor::start_wait_outside_loop && only_waits(code))
    confidence.apply(checked.factors[PatternFactor::only_waits]);
  // Code of the package may call it with the monitor held.
  const auto* method = as<Method>(body_around(code));
  bool hidden = method != nullptr && !method->modifiers->has(kPublic) && !method->modifiers->has(kProtected);
  if (start == PatternFactor::start_without_monitor && hidden)
    confidence.apply(checked.factors[PatternFactor::leak_not_public]);
  PatternReport what;
  what.rule = Rule::java_wait_notify;
  what.at = call.span;
  what.message = std::move(message);
  what.shared = {"monitor", code.name()};
  what.description = fmt::format("calls `{}`", code.text(call.name.name));
  what.hint = std::move(hint);
  report(checked, code, std::move(what), std::move(confidence));
}

}  // namespace

void check_wait_notify(Checked& checked, const Code& code, const Node* node) {
  const auto& call = get<Call>(node);
  Waiting kind = kind_of(code, call);
  if (kind == Waiting::none) return;
  std::string_view name = code.text(call.name.name);
  bool timed = !call.args.empty();
  if (kind != Waiting::condition_wait && call.target != nullptr) {
    TypeRef type = code.type_of(call.target);
    if (type.qualified == "java.util.concurrent.locks.Condition") {
      add(checked, code, call, PatternFactor::start_wait_of_condition,
          fmt::format(
              "`{}()` of a `Condition` is that of its monitor: it neither waits for nor wakes `await()`",
              name),
          name == "wait" ? "call `await()`" : "call `signal()` or `signalAll()`", false);
      return;
    }
  }
  if (kind != Waiting::monitor_notify && !in_loop(code)) {
    if (is_tested_again(checked, code, call)) return;
    add(checked, code, call, PatternFactor::start_wait_outside_loop,
        fmt::format(
            "`{}` is not in a loop that tests the condition: it can return before the condition holds", name),
        fmt::format("write `while (!condition) {{ {}(...); }}`", name), timed);
    return;
  }
  if (kind == Waiting::condition_wait) return;
  if (!holds_monitor(checked, code, call) &&
      (holds_other_monitor(checked, code) || !checked.held.any(code)) &&
      !superclass_calls_with_monitor(checked, code, call)) {
    add(checked, code, call, PatternFactor::start_without_monitor,
        fmt::format("`{}` without the monitor of the object throws IllegalMonitorStateException", name),
        "call it inside `synchronized` on the same object", false);
    return;
  }
  if (name == "notify" && waits_in_class(code, call) >= 2) {
    add(checked, code, call, PatternFactor::start_notify_one,
        "`notify` wakes one thread, which may be waiting for another condition than the one that changed",
        "use `notifyAll`, or a `Lock` with a `Condition` for each condition", false);
  }
}

}  // namespace dh::java
