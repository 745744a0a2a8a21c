// java-check-then-act: what a read and a write of a concurrent collection or atomic compute together, and
// iterations without the lock of a synchronized collection.
#include <fmt/format.h>

#include <algorithm>

#include "java/patterns/two_calls.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {

// m.put(k, m.get(k) + 1), also through a local variable: the call of get.
const Call* read_for_update(const Code& code, const Call& put) {
  if (put.args.size() != 2 || is_a<Call>(without_casts(put.args[1]))) return nullptr;
  const Expr* key = put.args[0];
  if (const Call* get = act_in(code, put.args[1], put.target, {"get", "getOrDefault"}, key)) return get;
  if (!is_a<Binary>(put.args[1]) && !is_a<Conditional>(put.args[1])) return nullptr;
  const Call* found = nullptr;
  walk(put.args[1], [&](const Node* node) {
    const auto* name = as<Name>(node);
    if (name == nullptr) return found == nullptr;
    Denotation d = code.denote(name);
    if (d.kind == Denotation::Kind::local && d.local->init != nullptr)
      found = act_in(code, d.local->init, put.target, {"get", "getOrDefault"}, key);
    return found == nullptr;
  });
  return found;
}

constexpr int kMaxLocals = 4;

// next of `a.set(next)`, where next was made of what a.get() gave: the call of get.
const Call* read_for_set(const Code& code, const Expr* value, const Expr* atomic, int steps = 0) {
  if (!is_a<Name>(value) || steps >= kMaxLocals) return nullptr;
  Denotation d = code.denote(value);
  if (d.kind != Denotation::Kind::local || d.local->init == nullptr) return nullptr;
  const Expr* init = without_casts(d.local->init);
  if (const Call* get = call_named(code, init, {"get"}); get != nullptr && same_expr(get->target, atomic))
    return steps == 0 ? nullptr : get;  // a.set(a.get()) changes nothing
  if (const Call* get = act_in(code, init, atomic, {"get"}, nullptr)) return get;
  const Call* found = nullptr;
  walk(init, [&](const Node* node) {
    if (is_a<Lambda>(node) || is_a<ClassDecl>(node)) return false;
    if (found == nullptr && is_a<Name>(node))
      found = read_for_set(code, static_cast<const Expr*>(node), atomic, steps + 1);
    return found == nullptr;
  });
  return found;
}

// A lock is held, but not that of the collection: synchronized (other) { for (x : list) ... }
bool holds_only_others(Checked& checked, const Code& code, const Expr* collection, FieldId field) {
  std::vector<HeldHere> held = checked.held.around(code);
  bool others = !held.empty() && std::all_of(held.begin(), held.end(), [&](const HeldHere& one) {
    return one.by == HeldBy::synchronized_block && code.field_of(one.lock).valid() &&
           !same_expr(one.lock, collection) && code.field_of(one.lock) != field;
  });
  if (!others) return false;
  const std::vector<FieldCall>& calls = checked.calls_of_fields();
  return std::any_of(calls.begin(), calls.end(), [&](const FieldCall& one) {
    return one.field == field && !one.in_construction && !one.locked &&
           modifies_collection(code.text(one.call->name.name));
  });
}

// Something goes over the elements of what Collections.synchronizedList and its like made.
void check_iteration(Checked& checked, const Code& code, const Expr* iterable) {
  const Expr* over = without_casts(iterable);
  if (const Call* view = call_named(code, over, {"values", "keySet", "entrySet"})) over = view->target;
  FieldId field = code.field_of(over);
  if (!field.valid()) return;
  const FieldInfo& info = code.index().field(field);
  TypeId context;
  const Expr* source = code.knowledge.only_source(field, &context);
  const auto* made = as<Call>(without_casts(source));
  bool wrapped = made != nullptr && code.text(made->name.name).starts_with("synchronized") &&
                 made->target != nullptr && code.text(last_name(made->target)) == "Collections";
  if (!wrapped || code.in_construction() || in_finalizer(code)) return;
  bool unprotected = made->args.size() == 1 && holds_only_others(checked, code, over, field);
  if (checked.held.any(code) && !unprotected) return;
  const std::vector<FieldCall>& calls = checked.calls_of_fields();
  bool changes = std::any_of(calls.begin(), calls.end(), [&](const FieldCall& one) {
    return one.field == field && !one.in_construction && modifies_collection(code.text(one.call->name.name));
  });
  if (!changes) return;
  std::string name = fmt::format("{}.{}", code.index().type(info.owner).display, code.text(info.name));
  PatternReport what;
  what.rule = Rule::java_check_then_act;
  what.at = iterable->span;
  what.message = fmt::format(
      "the iteration over `{}` does not hold its lock: a change by another thread in between "
      "throws ConcurrentModificationException",
      name);
  what.shared = {"field", name};
  what.description = fmt::format("iterates over `{}`", code.text(info.name));
  what.hint = fmt::format("wrap the loop in `synchronized ({})`, or use a concurrent collection",
                          code.text(info.name));
  what.kind = AccessKind::read;
  report(checked, code, std::move(what),
         Confidence(checked.factors[PatternFactor::start_synchronized_iteration]));
}

}  // namespace

void check_update_in_two_steps(Checked& checked, const Code& code, const Call& call) {
  if (const Call* set = call_named(code, &call, {"set", "lazySet"})) {
    // a.set(a.get() + 1)
    if (set->args.size() != 1 || is_a<Call>(set->args[0])) return;
    Shared shared = shared_field(code, set->target);
    if (shared.shape != Shape::atomic) return;
    const Call* get = act_in(code, set->args[0], set->target, {"get"}, nullptr);
    if (get == nullptr) get = read_for_set(code, set->args[0], set->target);
    if (get == nullptr) return;
    report_pair(
        checked, code,
        Pair{get, set, PatternFactor::start_get_then_set, "an update of another thread in between is lost",
             fmt::format("use an atomic update, for example `{}.updateAndGet`", code.text(set->target))},
        shared.field);
  } else if (const Call* put = call_named(code, &call, {"put"})) {
    const Call* get = read_for_update(code, *put);
    Shared shared = get != nullptr ? shared_field(code, put->target) : Shared();
    if (shared.shape != Shape::map) return;
    report_pair(
        checked, code,
        Pair{get, put, PatternFactor::start_get_then_set, "an update of another thread in between is lost",
             fmt::format("use `{0}.merge` or `{0}.compute`", code.text(put->target))},
        shared.field);
  } else if (const Call* walks = call_named(code, &call, {"iterator", "listIterator", "stream"})) {
    check_iteration(checked, code, walks->target);
  }
}

void check_synchronized_iteration(Checked& checked, const Code& code, const Node* node) {
  check_iteration(checked, code, get<ForEach>(node).iterable);
}

}  // namespace dh::java
