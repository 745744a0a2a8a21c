// java-thread-run: thread.run() runs the code on the calling thread.
#include <fmt/format.h>

#include <algorithm>

#include "java/patterns/check.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {

bool is_thread(const Code& code, const TypeRef& type) {
  if (!type.known() || type.is_array()) return false;
  if (!type.type.valid()) return type.qualified == "java.lang.Thread";
  for (const TypeRef& super : code.index().foreign_supertypes(type.type)) {
    if (super.qualified == "java.lang.Thread") return true;
  }
  return code.index().type(type.type).qualified == "java.lang.Thread";
}

// new Thread(...).run(), or a local variable that holds such a thread and is not started in the method.
bool is_never_started(const Code& code, const Expr* thread) {
  thread = without_casts(thread);
  if (is_a<NewObject>(thread)) return true;
  const auto* name = as<Name>(thread);
  if (name == nullptr || code.method == nullptr || code.method->body == nullptr) return false;
  auto made = std::find_if(code.locals.rbegin(), code.locals.rend(),
                           [&](const Var* var) { return var->name.name == name->name; });
  if (made == code.locals.rend() || !is_a<NewObject>(without_casts((*made)->init))) return false;
  bool started = false;
  walk(code.method->body, [&](const Node* node) {
    const auto* call = as<Call>(node);
    started = started || (call != nullptr && last_name(call->target) == name->name &&
                          code.text(call->name.name) == "start");
    return !started;
  });
  return !started;
}

}  // namespace

void check_thread_run(Checked& checked, const Code& code, const Node* node) {
  const auto& call = get<Call>(node);
  if (call.target == nullptr || !call.args.empty() || code.text(call.name.name) != "run") return;
  if (is_a<This>(call.target) || is_a<Super>(call.target)) return;
  TypeRef type = code.type_of(call.target);
  if (!is_thread(code, type)) return;
  Confidence confidence(checked.factors[PatternFactor::start_thread_run]);
  if (is_never_started(code, call.target))
    confidence.apply(checked.factors[PatternFactor::thread_never_started]);
  // A thread that runs others as its own task, a thread pool that runs the task of the caller.
  bool delegates = code.method != nullptr && code.text(code.method->name.name) == "run";
  if (delegates) confidence.apply(checked.factors[PatternFactor::delegating_run]);
  std::string text(code.text(call.target));
  if (text.size() > 40) text = "thread";
  PatternReport what;
  what.rule = Rule::java_thread_run;
  what.at = node->span;
  what.message =
      fmt::format("`{}.run()` runs the code of the thread on the calling thread; no thread is started", text);
  what.shared = {"thread", code.name()};
  what.description = "calls `run()` of a thread";
  what.hint = fmt::format("call `{}.start()`, or pass a `Runnable` where no thread is meant", text);
  report(checked, code, std::move(what), std::move(confidence));
}

}  // namespace dh::java
