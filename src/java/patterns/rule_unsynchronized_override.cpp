// java-unsynchronized-override: a method without `synchronized` replaces one with it.
#include <fmt/format.h>

#include "java/patterns/check.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {

// What a body does that its missing lock could matter for.
struct BodyTraits {
  bool uses_inherited = false;  // of superclasses, which their lock guards
  bool uses_state = false;      // reads or writes fields that can change
  bool locks = false;           // it has a lock of its own
  bool only_super = true;       // nothing but calls of the method it overrides, and of constants
};

BodyTraits traits_of(const Code& code, const Method& method, TypeId type) {
  BodyTraits traits;
  walk(method.body, [&](const Node* node) {
    if (is_a<ClassDecl>(node)) return false;
    if (is_a<Synchronized>(node)) traits.locks = true;
    if (const auto* call = as<Call>(node)) {
      std::string_view name = code.text(call->name.name);
      if (name == "lock" || name == "tryLock" || name == "lockInterruptibly") traits.locks = true;
      if (!is_a<Super>(call->target)) traits.only_super = false;
    }
    Symbol name;
    if (const auto* simple = as<Name>(node)) name = simple->name;
    const auto* access = as<FieldAccess>(node);
    if (access != nullptr && is_a<This>(access->target)) name = access->name.name;
    if (!name.valid()) return true;
    for (const Var* param : method.params) {
      if (param->name.name == name) return true;
    }
    FieldId field = code.index().find_field(type, name);
    if (field.valid() && !code.index().field(field).has(kFinal) && !code.index().field(field).has(kVolatile))
      (code.index().field(field).owner == type ? traits.uses_state : traits.uses_inherited) = true;
    return true;
  });
  return traits;
}

// The nearest method of a superclass that it overrides.
MethodId overridden(const Index& index, TypeId type, MethodId method) {
  const MethodInfo& info = index.method(method);
  for (TypeId super = index.type(type).superclass.type; super.valid();
       super = index.type(super).superclass.type) {
    for (MethodId m : index.type(super).methods) {
      const MethodInfo& other = index.method(m);
      if (other.name == info.name && other.arity == info.arity && !other.has(kStatic) &&
          !other.has(kPrivate) && !other.is_constructor() && index.same_signature(method, m))
        return m;
    }
    if (super == type) break;
  }
  return {};
}

}  // namespace

void check_unsynchronized_override(Checked& checked, const Code& code, const Node* node) {
  const auto& method = get<Method>(node);
  if (method.body == nullptr || method.is_constructor() || method.modifiers->has(kSynchronized) ||
      method.modifiers->has(kStatic))
    return;
  const Index& index = code.index();
  if (!index.type(code.type).superclass.type.valid()) return;
  MethodId id = index.method_of(&method);
  MethodId super = id.valid() ? overridden(index, code.type, id) : MethodId();
  if (!super.valid() || !index.method(super).has(kSynchronized)) return;
  BodyTraits traits = traits_of(code, method, code.type);
  bool uses_any = traits.uses_state || traits.uses_inherited;
  if (traits.locks || (traits.only_super && !uses_any)) return;
  Confidence confidence(checked.factors[PatternFactor::start_unsynchronized_override]);
  if (!uses_any) confidence.apply(checked.factors[PatternFactor::no_own_state]);
  if (traits.uses_state && !traits.uses_inherited)
    confidence.apply(checked.factors[PatternFactor::only_own_state]);
  const MethodInfo& above = index.method(super);
  if (above.decl->body != nullptr) {
    BodyTraits needed = traits_of(code, *above.decl, above.owner);
    if (!needed.uses_state && !needed.uses_inherited)
      confidence.apply(checked.factors[PatternFactor::lock_without_state]);
  }
  std::string name = method_name(index, id);
  PatternReport what;
  what.rule = Rule::java_unsynchronized_override;
  what.at = method.name.span;
  what.message = fmt::format(
      "`{}` overrides the synchronized `{}` without holding the lock: callers that rely on it "
      "are not protected",
      name, method_name(index, super));
  what.shared = {"method", name};
  what.description = "overrides a synchronized method without `synchronized`";
  what.hint = "declare the method `synchronized`, or hold the lock in its body";
  Finding* finding = report(checked, code, std::move(what), std::move(confidence));
  if (finding == nullptr) return;
  const MethodInfo& info = index.method(super);
  finding->accesses.front().symbol = name;
  finding->related.push_back(
      {index.place(info.owner, info.decl->name.span), "the synchronized method is here"});
}

}  // namespace dh::java
