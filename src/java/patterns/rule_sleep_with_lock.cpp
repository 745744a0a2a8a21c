// java-sleep-with-lock: a thread that sleeps, joins or waits for another one keeps everybody from the lock.
#include <fmt/format.h>

#include <algorithm>

#include "java/patterns/blocking.h"
#include "java/patterns/check.h"

namespace dh::java {

namespace {

// The locks that waiting does not give back: all but the monitor of the object, or the lock of the condition.
std::vector<HeldHere> still_held(const Call& call, const Blocking& blocking, std::vector<HeldHere> held) {
  std::erase_if(held, [](const HeldHere& one) { return one.by == HeldBy::declared; });
  if (blocking.by == BlocksBy::sleeping || blocking.by == BlocksBy::waiting) return held;
  if (blocking.by == BlocksBy::condition_waiting) {
    // Which lock the condition belongs to is not known: the innermost one.
    auto lock =
        std::find_if(held.begin(), held.end(), [](const HeldHere& h) { return h.by == HeldBy::lock_call; });
    if (lock != held.end()) held.erase(lock);
    return held;
  }
  bool on_this = call.target == nullptr || is_a<This>(call.target);
  auto own = std::find_if(held.begin(), held.end(), [&](const HeldHere& h) {
    if (h.by == HeldBy::synchronized_method) return on_this;
    if (h.by != HeldBy::synchronized_block) return false;
    return on_this ? is_a<This>(h.lock) : same_expr(h.lock, call.target);
  });
  if (own == held.end()) return {};  // an alias of one of them
  const Expr* lock = own->lock;
  std::erase_if(held, [&](const HeldHere& h) {
    return h.lock == lock || (lock != nullptr && h.lock != nullptr && same_expr(h.lock, lock)) ||
           (on_this && (h.by == HeldBy::synchronized_method || is_a<This>(h.lock)));
  });
  return held;
}

}  // namespace

void check_sleep_with_lock(Checked& checked, const Code& code, const Node* node) {
  const auto& call = get<Call>(node);
  Blocking blocking = blocking_call(code, call);
  if (blocking.by == BlocksBy::nothing) return;
  bool sleeps = blocking.by == BlocksBy::sleeping;
  std::vector<HeldHere> held = still_held(call, blocking, checked.held.around(code));
  if (held.empty()) return;
  Confidence confidence(
      checked.factors[sleeps ? PatternFactor::start_sleep_with_lock : PatternFactor::start_wait_with_lock]);
  if (blocking.timed && !sleeps) confidence.apply(checked.factors[PatternFactor::timed_wait]);
  std::vector<std::string> names = lock_names(code, held);
  std::string lock = names.empty() ? "a lock" : fmt::format("`{}`", names.front());
  PatternReport what;
  what.rule = Rule::java_sleep_with_lock;
  what.at = call.span;
  what.message =
      fmt::format("`{}` {} while it holds {}: other threads that need the lock wait as long{}", code.name(),
                  blocking.what, lock, sleeps ? "" : ", and for ever if one of them is what it waits for");
  what.shared = {"lock", fmt::format("{}: {}", code.name(), blocking.what)};
  what.description = std::string(blocking.what);
  what.hint = sleeps ? "sleep outside the lock, or use `wait` with a timeout, which gives the lock back"
                     : "release the lock before waiting; pass what is needed in local variables";
  Finding* finding = report(checked, code, std::move(what), std::move(confidence));
  if (finding != nullptr && held.front().at != nullptr) {
    Span at = held.front().at->span;
    if (const auto* method = as<Method>(held.front().at)) at = method->name.span;
    if (const auto* sync = as<Synchronized>(held.front().at)) at = sync->lock->span;
    finding->related.push_back(related(code, at, "the lock is acquired here"));
  }
}

}  // namespace dh::java
