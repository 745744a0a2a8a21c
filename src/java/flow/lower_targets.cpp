// The targets of calls: constructors, methods and those that override them.
#include <algorithm>

#include "java/flow/lower.h"

namespace dh::java {

std::vector<BodyId> Lowerer::methods_of_anonymous(TypeId type) {
  std::vector<BodyId> bodies;
  if (!type.valid()) return bodies;
  for (MethodId m : index().type(type).methods) {
    BodyId body = body_of(m, type);
    if (body.valid()) bodies.push_back(body);
  }
  return bodies;
}

void Lowerer::new_object(const NewObject& expr, const Use&) {
  if (expr.outer != nullptr) expression(expr.outer, {});
  CallSite site;
  site.caller = frame_->body;
  site.span = expr.type->span;
  ArgumentContext context;
  context.site = &site;
  uint32_t number = 0;
  for (const Expr* arg : expr.args) argument(arg, number++, context);
  TypeRef type = index().resolve(expr.type, resolver_.this_class(), resolver_.method());
  if (type.type.valid()) constructors_of(type.type, expr.args.size(), site.targets);
  TypeId made = expr.body != nullptr ? index().type_of(expr.body) : type.type;
  if (made.valid() && in_unit(made)) site.made = made;
  for (const PassedBody& passed : site.passed) unit_.bodies[passed.body].escapes = true;
  site.passed.clear();
  if (type.qualified == "java.lang.Thread") confine_task(expr.args);
  CallId id = unit_.calls.add(std::move(site));
  op(OpKind::call, id.value);
  TypeId anonymous = expr.body != nullptr ? index().type_of(expr.body) : TypeId();
  if (!anonymous.valid()) return;
  size_t mark = resolver_.mark();
  resolver_.enter_class(anonymous);
  add_members(anonymous);
  resolver_.leave(mark);
  hold_in_guard(expr, anonymous);
}

// new Monitor.Guard(monitor) { isSatisfied() }: it is only called while the monitor is held.
void Lowerer::hold_in_guard(const NewObject& expr, TypeId anonymous) {
  TypeRef type = index().resolve(expr.type, resolver_.this_class(), resolver_.method());
  if (!type.known() || knowledge().text(type.simple) != "Guard" || expr.args.empty()) return;
  LockRef lock = resolver_.lock_of(expr.args[0]);
  if (lock.type == nullptr || !lock.path.valid()) return;
  MonitorId monitor = monitor_of(lock, MonitorKind::lock);
  for (BodyId body : methods_of_anonymous(anonymous)) {
    if (unit_.bodies[body].at_entry.find(monitor) == nullptr)
      unit_.bodies[body].at_entry.acquire(monitor, LockMode::exclusive);
  }
}

// The code of the one thread that each object starts in its constructor: it does not run concurrently with
// itself.
void Lowerer::confine_task(List<Expr> args) {
  BodyKind kind = unit_.bodies[frame_->body].kind;
  bool once = (kind == BodyKind::constructor || kind == BodyKind::instance_init) && frame_->loops == 0;
  if (!once) return;
  for (const Expr* arg : args) {
    auto it = lambda_bodies_.find(arg);
    if (it == lambda_bodies_.end()) continue;
    PathId self = resolver_.self(resolver_.this_class());
    PathId path = unit_.paths.child(self, Step::element, it->second.value + 1);
    unit_.bodies[it->second].at_entry.acquire(unit_.monitor({path, MonitorKind::thread}),
                                              LockMode::exclusive);
  }
}

void Lowerer::constructor_call(const ConstructorCall& stmt) {
  CallSite site;
  site.caller = frame_->body;
  site.span = stmt.span;
  TypeId here = resolver_.this_class();
  site.receiver = resolver_.self(here);
  ArgumentContext context;
  context.site = &site;
  uint32_t number = 0;
  for (const Expr* arg : stmt.args) argument(arg, number++, context);
  TypeId type = stmt.is_super() ? index().type(here).superclass.type : here;
  if (type.valid()) constructors_of(type, stmt.args.size(), site.targets);
  CallId id = unit_.calls.add(std::move(site));
  op(OpKind::call, id.value);
}

void Lowerer::method_reference(const MethodRef& ref, bool at_once, bool bound) {
  TypeRef type = resolver_.as_type(ref.target);
  bool of_type = type.known();
  if (!of_type) {
    type = resolver_.type_of(ref.target);
    std::string_view name = knowledge().text(ref.name.name);
    bool modifies = knowledge().sharing(type, resolver_.this_class()) == Sharing::mutable_ &&
                    modifies_by_name(type, name, 1);
    // Later, the object that was meant when the reference was made counts, not the field.
    if (!bound || resolver_.content_of(ref.target).field.valid()) {
      expression(ref.target, {.content_read = true,
                              .content_write = modifies && !type.type.valid(),
                              .leaks = !at_once,
                              .bound = bound});
    }
  }
  if (!type.type.valid() || type.is_array()) return;
  std::vector<MethodId> methods;
  for (size_t args = 0; args <= 4; ++args) {
    for (MethodId m : index().find_methods(type.type, ref.name.name, args)) {
      if (std::find(methods.begin(), methods.end(), m) == methods.end()) methods.push_back(m);
    }
  }
  bool is_self = is<This>(ref.target);
  TypeId receiver = is_self ? resolver_.subject(type.type) : type.type;
  std::vector<BodyId> bodies = targets_of(methods, receiver, !is<Super>(ref.target));
  if (bodies.empty()) return;
  if (!at_once) {
    for (BodyId body : bodies) unit_.bodies[body].escapes = true;
    return;
  }
  CallSite site;
  site.caller = frame_->body;
  site.span = ref.span;
  site.targets = std::move(bodies);
  site.methods = std::move(methods);
  if (!of_type) {
    site.receiver = resolver_.path_of(ref.target).path;
    site.receiver_var = resolver_.root_variable(site.receiver);
  }
  CallId id = unit_.calls.add(std::move(site));
  op(OpKind::call, id.value);
}

bool Lowerer::in_unit(TypeId type) const {
  for (TypeId outer = type; outer.valid(); outer = index().type(outer).enclosing) {
    if (outer == top_) return true;
  }
  return false;
}

namespace {
constexpr size_t kMaxOutside = 1000;  // calls that lead out of the unit
}

std::vector<BodyId> Lowerer::targets_of(const std::vector<MethodId>& methods, TypeId receiver,
                                        bool is_virtual, bool anywhere) {
  std::vector<BodyId> bodies;
  auto add = [&](MethodId m, TypeId subject) {
    const MethodInfo& info = index().method(m);
    TypeId of = info.has(kStatic) ? info.owner : subject;
    // An object that only a private field refers to runs where the field is called.
    bool inside = frame_ != nullptr && unit_.bodies[frame_->body].owner == info.owner;
    if (unit_.confined_types.contains(info.owner) && !inside) return;
    if (!in_unit(info.owner) && !in_unit(of) && (!anywhere || ++outside_ > kMaxOutside)) return;
    BodyId body = body_of(m, of);
    if (body.valid() && std::find(bodies.begin(), bodies.end(), body) == bodies.end()) bodies.push_back(body);
  };
  for (MethodId m : methods) {
    const MethodInfo& info = index().method(m);
    bool fixed = !is_virtual || info.has(kStatic) || info.has(kPrivate);
    TypeId subject = index().is_subtype(receiver, info.owner) ? receiver : info.owner;
    if (fixed) {
      add(m, subject);
      continue;
    }
    MethodId implementation = m;
    for (MethodId candidate : index().find_methods(subject, info.name, info.arity)) {
      if (index().same_signature(candidate, m)) {
        implementation = candidate;
        break;
      }
    }
    add(implementation, subject);
    add_overriders(subject, m, add, 0);
  }
  return bodies;
}

void Lowerer::add_overriders(TypeId type, MethodId method, const std::function<void(MethodId, TypeId)>& add,
                             int depth) {
  if (depth > 8) return;
  const MethodInfo& info = index().method(method);
  for (TypeId sub : index().direct_subtypes(type)) {
    if (!in_unit(sub)) continue;
    for (MethodId own : index().type(sub).methods) {
      const MethodInfo& theirs = index().method(own);
      if (theirs.name == info.name && theirs.arity == info.arity && index().same_signature(own, method))
        add(own, sub);
    }
    add_overriders(sub, method, add, depth + 1);
  }
}

void Lowerer::constructors_of(TypeId type, size_t arity, std::vector<BodyId>& out) {
  if (!in_unit(type)) return;
  for (MethodId m : index().constructors(type)) {
    if (!index().method(m).accepts(arity)) continue;
    BodyId body = body_of(m, type);
    if (body.valid()) out.push_back(body);
  }
}

}  // namespace dh::java
