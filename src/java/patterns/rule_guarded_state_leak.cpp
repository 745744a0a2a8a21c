// java-guarded-state-leak: the collection that a lock guards leaves the class, and with it the lock's
// protection.
#include <fmt/format.h>

#include <algorithm>

#include "java/patterns/check.h"

namespace dh::java {

namespace {

bool is_container(const Code& code, FieldId field) {
  const FieldInfo& info = code.index().field(field);
  if (info.type.is_array()) return true;
  if (info.type.type.valid() || !info.type.known() || info.type.primitive) return false;
  if (!info.type.qualified.starts_with("java.util.")) return false;
  return code.knowledge.field_sharing(field) == Sharing::mutable_;
}

// What shows the collection itself: Collections.unmodifiableList(list), map.values(), list.iterator(); the
// collection, or null.
const Expr* viewed(const Code& code, const Expr* value) {
  const auto* call = as<Call>(without_casts(value));
  if (call == nullptr || call->target == nullptr) return nullptr;
  std::string_view name = code.text(call->name.name);
  if (name.starts_with("unmodifiable") && call->args.size() == 1) return call->args[0];
  constexpr std::string_view kViews[] = {
      "values", "keySet",  "entrySet", "iterator", "listIterator",  "subList",       "headMap", "tailMap",
      "subMap", "headSet", "tailSet",  "subSet",   "descendingMap", "descendingSet", "stream"};
  bool shows = std::find(std::begin(kViews), std::end(kViews), name) != std::end(kViews);
  return shows ? call->target : nullptr;
}

// Some method changes the content with a lock held: the class means to protect it.
const FieldCall* locked_change(Checked& checked, const Code& code, FieldId field) {
  for (const FieldCall& one : checked.calls_of_fields()) {
    if (one.field != field || one.in_construction || !one.locked) continue;
    if (modifies_collection(code.text(one.call->name.name))) return &one;
  }
  return nullptr;
}

bool declares_guard(const Code& code, FieldId field) {
  const FieldInfo& info = code.index().field(field);
  return code.knowledge.annotated(info.annotations(), code.knowledge.models().guarded_by_annotations);
}

void add(Checked& checked, const Code& code, FieldId field, Span at, PatternFactor start, std::string message,
         std::string hint, AccessKind kind) {
  const FieldCall* change = locked_change(checked, code, field);
  if (change == nullptr && !declares_guard(code, field)) return;
  const FieldInfo& info = code.index().field(field);
  Confidence confidence(checked.factors[start]);
  if (code.method->modifiers->has(kProtected) || !code.method->modifiers->has(kPublic))
    confidence.apply(checked.factors[PatternFactor::leak_not_public]);
  PatternReport what;
  what.rule = Rule::java_guarded_state_leak;
  what.at = at;
  what.message = std::move(message);
  what.shared = {"field", fmt::format("{}.{}", code.index().type(info.owner).display, code.text(info.name))};
  what.description = kind == AccessKind::read
                         ? fmt::format("returns `{}`", code.text(info.name))
                         : fmt::format("keeps the caller's object in `{}`", code.text(info.name));
  what.hint = std::move(hint);
  what.kind = kind;
  Finding* finding = report(checked, code, std::move(what), std::move(confidence));
  if (finding != nullptr && change != nullptr)
    finding->related.push_back(related(code, change->call->span, "changed here with the lock held"));
}

}  // namespace

void check_guarded_state_leak(Checked& checked, const Code& code, const Node* node) {
  if (code.method == nullptr || code.method->modifiers->has(kPrivate) || body_around(code) != code.method)
    return;
  const TypeInfo& type = code.index().type(code.type);
  if (type.has(kPrivate) || type.is_local) return;
  if (const auto* ret = as<Return>(node)) {
    const Expr* view = ret->value != nullptr ? viewed(code, ret->value) : nullptr;
    const Expr* shown = view != nullptr ? view : ret->value;
    FieldId field = shown != nullptr ? code.field_of(shown) : FieldId();
    if (!field.valid() || code.index().field(field).owner != code.type || !is_container(code, field)) return;
    if (checked.held.around(code).empty()) return;  // an access without the lock: another rule's
    std::string name(code.text(code.index().field(field).name));
    std::string what = view != nullptr ? fmt::format("a view of `{}`", name) : fmt::format("`{}`", name);
    add(checked, code, field, ret->value->span,
        view != nullptr ? PatternFactor::start_view_returned : PatternFactor::start_state_returned,
        fmt::format("{} is returned while the lock is held, but the caller uses it without the lock", what),
        fmt::format("return a copy made with the lock held, for example `new ArrayList<>({})`", name),
        AccessKind::read);
    return;
  }
  const auto& assign = get<Assign>(node);
  if (assign.compound() || !is_a<Name>(assign.value)) return;
  Denotation d = code.denote(assign.value);
  if (d.kind != Denotation::Kind::local || d.local->role() != VarRole::kParam) return;
  FieldId field = code.field_of(assign.target);
  if (!field.valid() || code.index().field(field).owner != code.type || !is_container(code, field)) return;
  std::string name(code.text(code.index().field(field).name));
  add(checked, code, field, node->span, PatternFactor::start_state_kept,
      fmt::format(
          "`{}` is the caller's own object: the caller can change it without the lock that guards it here",
          name),
      fmt::format("keep a copy of the parameter in `{}`", name), AccessKind::write);
}

}  // namespace dh::java
