// java-lock-order, as a note: listeners that run with the lock held may take any lock, or wait for a thread
// that needs this one.
#include <fmt/format.h>

#include "java/patterns/check.h"

namespace dh::java {

namespace {

bool is_listener_name(std::string_view type) {
  for (std::string_view end : {"Listener", "Observer", "Callback", "Subscriber", "Watcher"}) {
    if (type.ends_with(end)) return true;
  }
  return false;
}

}  // namespace

void check_listener_call(Checked& checked, const Code& code, const Node* node) {
  const auto& call = get<Call>(node);
  if (!is_a<Name>(call.target)) return;
  if (!checked.held.may_hold(code)) return;
  Denotation d = code.denote(call.target);
  if (d.kind != Denotation::Kind::local || d.local->role() != VarRole::kForEach) return;
  TypeRef type = d.type;
  if (!type.known() || type.is_array() || !is_listener_name(code.text(type.simple))) return;
  // A class that this class knows is not foreign code.
  if (type.type.valid() && !code.index().type(type.type).has(kAbstract) &&
      code.index().type(type.type).kind() != ClassKind::kInterface)
    return;
  std::vector<HeldHere> held = checked.held.around(code);
  std::erase_if(held, [](const HeldHere& one) { return one.by == HeldBy::declared; });
  if (held.empty()) return;
  std::vector<std::string> names = lock_names(code, held);
  std::string lock = names.empty() ? "a lock" : fmt::format("`{}`", names.front());
  PatternReport what;
  what.rule = Rule::java_lock_order;
  what.at = call.span;
  what.message = fmt::format(
      "`{}` calls listeners while it holds {}: a listener that waits for another thread, or takes "
      "another lock, can deadlock",
      code.name(), lock);
  what.shared = {"lock", fmt::format("{}: listeners", code.name())};
  what.description = fmt::format("calls `{}` of a listener", code.text(call.name.name));
  what.hint =
      "copy the listeners with the lock held and call them after it is released, or keep them in a "
      "`CopyOnWriteArrayList`";
  report(checked, code, std::move(what),
         Confidence(checked.factors[PatternFactor::start_listener_with_lock]));
}

}  // namespace dh::java
