// Access paths and locks of expressions.
#include <algorithm>

#include "java/flow/resolve.h"
#include "java/index/literals.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {
constexpr size_t kLongestPath = 8;
}  // namespace

const Expr* BodyResolver::returned(MethodId method) const {
  const Method* decl = unit_.knowledge.index().method(method).decl;
  if (decl == nullptr || decl->body == nullptr || decl->body->statements.size() != 1) return nullptr;
  const auto* statement = as<Return>(decl->body->statements[0]);
  return statement == nullptr ? nullptr : statement->value;
}

// worker.lock, where `worker` is only ever `new Worker(lock)` and Worker keeps its argument for good: the
// argument itself.
PathRef BodyResolver::kept_argument(FieldId field, PathRef base) {
  const Knowledge& knowledge = unit_.knowledge;
  if (!base.path.valid()) return {};
  const PathNode node = unit_.paths.node(base.path);
  if (node.step != Step::field || knowledge.index().field(field).has(kStatic)) return {};
  const FieldSources::Assignment* set = knowledge.only_assignment(field);
  const auto* param = set != nullptr && set->method != nullptr ? as<Name>(set->value) : nullptr;
  if (param == nullptr || !set->method->is_constructor()) return {};
  TypeId context;
  const auto* made = as<NewObject>(knowledge.only_source(FieldId(node.value), &context));
  if (made == nullptr || made->body != nullptr || made->args.size() != set->method->params.size()) return {};
  TypeId type = knowledge.index().resolve(made->type, context).type;
  if (type != knowledge.index().field(field).owner || knowledge.index().constructors(type).size() != 1)
    return {};
  for (size_t i = 0; i < made->args.size(); ++i) {
    if (set->method->params[i]->name.name != param->name) continue;
    const Expr* argument = made->args[i];
    if (!is<This>(argument) && !is<Name>(argument) && !is<FieldAccess>(argument)) return {};
    return in_scope_of<PathRef>(context, {node.parent, base.stable},
                                [&](BodyResolver& r) { return r.path_of(argument); });
  }
  return {};
}

PathRef BodyResolver::field_path(FieldId field, PathRef base) {
  const Knowledge& knowledge = unit_.knowledge;
  const Index& index = knowledge.index();
  TypeId context;
  const Expr* source = knowledge.only_source(field, &context);
  if (source != nullptr &&
      (is<This>(source) || is<ClassLiteral>(source) || is<Name>(source) || is<FieldAccess>(source))) {
    PathRef alias = in_scope_of<PathRef>(context, base, [&](BodyResolver& r) { return r.path_of(source); });
    if (alias.path.valid()) return alias;
  }
  if (PathRef argument = kept_argument(field, base); argument.path.valid()) return argument;
  bool stable = knowledge.never_reassigned(field);
  if (index.field(field).has(kStatic)) return {unit_.paths.root(Step::static_field, field.value), stable};
  if (!base.path.valid() || unit_.paths.depth(base.path) >= kLongestPath) return {};
  return {unit_.paths.child(base.path, Step::field, field.value), base.stable && stable};
}

// items of `record.items()`
FieldId BodyResolver::component_of(const Call& call) {
  bool on_self = call.target == nullptr || is<This>(call.target);
  TypeId record = on_self ? this_class() : call.args.empty() ? type_of(call.target).type : TypeId();
  return unit_.knowledge.component(record, call);
}

PathRef BodyResolver::call_path(const Call& call) {
  if (FieldId component = component_of(call); component.valid())
    return field_path(component,
                      call.target != nullptr ? path_of(call.target) : PathRef{self(this_class()), true});
  TypeId through;
  std::vector<MethodId> methods = methods_of(call, &through);
  PathRef receiver;
  if (call.target == nullptr || is<Super>(call.target)) {
    TypeId type = through.valid() ? through : this_class();
    if (type.valid()) receiver.path = self(type);
  } else {
    receiver = path_of(call.target);
  }
  if (methods.size() == 1) {
    if (const Expr* value = returned(methods[0])) {
      TypeId owner = unit_.knowledge.index().method(methods[0]).owner;
      PathRef path = in_scope_of<PathRef>(owner, receiver, [&](BodyResolver& r) { return r.path_of(value); });
      if (path.path.valid()) return path;
    }
  }
  std::string_view name = unit_.knowledge.text(call.name.name);
  if (unit_.knowledge.models().wrapping_factories.contains(name) && !call.args.empty())
    return path_of(call.args[0]);
  if (!receiver.path.valid()) {
    TypeRef type = call.target != nullptr ? as_type(call.target) : TypeRef{};
    if (!type.type.valid()) return {};
    receiver.path = unit_.paths.root(Step::class_object, type.type.value * 2);
  }
  if (unit_.paths.depth(receiver.path) >= kLongestPath) return {};
  return {unit_.paths.child(receiver.path, Step::call, call.name.name.value), receiver.stable};
}

PathRef BodyResolver::path_of(const Expr* expr) {
  switch (expr->kind) {
    case NodeKind::this_ref: {
      const auto& ref = get<This>(expr);
      TypeId type = ref.qualifier != nullptr ? as_type(ref.qualifier).type : this_class();
      return type.valid() ? PathRef{self(type), true} : PathRef{};
    }
    case NodeKind::name: {
      Found found = lookup(get<Name>(expr).name);
      if (found.var.valid()) {
        const Variable& variable = variables_[found.var];
        if (variable.alias.path.valid()) return variable.alias;
        if (!variable.assigned_once) return {};
        return {unit_.paths.root(Step::local, found.var.value), true};
      }
      if (!found.field.valid()) return {};
      return field_path(found.field, {self(found.through), true});
    }
    case NodeKind::field_access: {
      const auto& access = get<FieldAccess>(expr);
      FieldRef ref = field_of(expr);
      if (ref.field.valid()) {
        PathRef base = ref.target != nullptr ? path_of(ref.target) : PathRef{};
        return field_path(ref.field, base);
      }
      // A field of a class that is not in the project.
      PathRef base = path_of(access.target);
      if (!base.path.valid() || unit_.paths.depth(base.path) >= kLongestPath) return {};
      return {unit_.paths.child(base.path, Step::name, access.name.name.value), base.stable};
    }
    case NodeKind::array_access: {
      PathRef array = path_of(get<ArrayAccess>(expr).array);
      if (!array.path.valid() || unit_.paths.depth(array.path) >= kLongestPath) return {};
      return {unit_.paths.child(array.path, Step::element, 0), array.stable};
    }
    case NodeKind::class_literal: {
      TypeRef type = unit_.knowledge.index().resolve(get<ClassLiteral>(expr).type, this_class(), method_);
      uint32_t value = type.type.valid() ? type.type.value * 2 : type.simple.value * 2 + 1;
      return {unit_.paths.root(Step::class_object, value), true};
    }
    case NodeKind::call:
      return call_path(get<Call>(expr));
    case NodeKind::cast:
      return path_of(get<Cast>(expr).operand);
    default:
      return {};
  }
}

// lock.readLock() itself, or as an argument of what wraps it: new TimedLock(lock.readLock(), ...).
static const Call* view_in(const Expr* value) {
  const auto* made = as<NewObject>(value);
  if (made == nullptr) return as<Call>(value);
  for (const Expr* argument : made->args) {
    const auto* call = as<Call>(argument);
    if (call != nullptr && as<Name>(call->target) != nullptr) return call;
  }
  return nullptr;
}

// r = lock.readLock() of a lock that only a variable of the constructor names: the variable stands for the
// lock, so that both sides are seen to be of one lock.
LockRef BodyResolver::lock_of_local(FieldId field, PathRef base) {
  const Knowledge& knowledge = unit_.knowledge;
  const FieldSources::Assignment* set = knowledge.only_assignment(field);
  if (set == nullptr || !set->uses_locals || set->method == nullptr || !base.path.valid()) return {};
  const auto* view = view_in(set->value);
  const auto* local = view != nullptr ? as<Name>(view->target) : nullptr;
  if (local == nullptr) return {};
  const Var* decl = nullptr;
  bool reassigned = false;
  walk(set->method, [&](const Node* node) {
    if (const auto* var = as<Var>(node); var != nullptr && var->name.name == local->name) decl = var;
    const auto* assign = as<Assign>(node);
    const auto* target = assign != nullptr ? as<Name>(assign->target) : nullptr;
    reassigned = reassigned || (target != nullptr && target->name == local->name);
    return true;
  });
  if (decl == nullptr || reassigned) return {};
  TypeRef type = knowledge.index().resolve(decl->type, set->context, set->method);
  if (const auto* made = as<NewObject>(decl->init); made != nullptr && knowledge.lock_type(type) == nullptr)
    type = knowledge.index().resolve(made->type, set->context, set->method);
  const LockType* lock = knowledge.lock_type(type);
  if (lock == nullptr) return {};
  auto method = lock->methods.find(knowledge.text(view->name.name));
  if (method == lock->methods.end() || method->second.operation != LockOperation::view) return {};
  return {unit_.paths.child(base.path, Step::name, local->name.value), base.stable, method->second.mode,
          knowledge.models().lock_type("java.util.concurrent.locks.Lock", "Lock")};
}

// readLock = new TimedLock(rw.readLock(), ...): a lock around one side of a read/write lock is that side.
LockRef BodyResolver::wrapped_side(FieldId field, PathRef base) {
  const Knowledge& knowledge = unit_.knowledge;
  const LockType* type = knowledge.lock_type(knowledge.index().field(field).type);
  const FieldSources& sources = knowledge.sources(field);
  if (type == nullptr || !knowledge.never_reassigned(field)) return {};
  bool one = (sources.initializer != nullptr) != (sources.assignments.size() == 1);
  const Expr* value = sources.initializer != nullptr    ? sources.initializer
                      : sources.assignments.size() == 1 ? sources.assignments[0].value
                                                        : nullptr;
  const auto* made = one ? as<NewObject>(value) : nullptr;
  if (made == nullptr) return {};
  TypeId context =
      sources.initializer != nullptr ? knowledge.index().field(field).owner : sources.assignments[0].context;
  for (const Expr* argument : made->args) {
    if (!is<Call>(argument)) continue;
    LockRef side = in_scope_of<LockRef>(context, base, [&](BodyResolver& r) { return r.lock_of(argument); });
    if (!side.path.valid() || !side.mode.has_value()) continue;
    side.type = type;
    return side;
  }
  return {};
}

LockRef BodyResolver::field_lock(FieldId field, PathRef base) {
  if (LockRef lock = lock_of_local(field, base); lock.path.valid()) return lock;
  TypeId context;
  const Expr* source = unit_.knowledge.only_source(field, &context);
  if (source != nullptr && is<Call>(source)) {
    LockRef lock = in_scope_of<LockRef>(context, base, [&](BodyResolver& r) { return r.lock_of(source); });
    if (lock.path.valid() && lock.mode.has_value()) return lock;
  }
  if (LockRef side = wrapped_side(field, base); side.path.valid()) return side;
  PathRef path = field_path(field, base);
  const LockType* type = unit_.knowledge.lock_type(unit_.knowledge.index().field(field).type);
  return {path.path, path.stable, std::nullopt, confirmed(type, source, context)};
}

// Some types are locks only when they are made so.
const LockType* BodyResolver::confirmed(const LockType* type, const Expr* source, TypeId context) const {
  if (type == nullptr || !type->made_with.has_value()) return type;
  const auto* made = as<NewObject>(source);
  if (made == nullptr || made->args.empty()) return nullptr;
  std::optional<Constant> value = constant_value(unit_.knowledge.index(), context, made->args[0]);
  bool fits = value.has_value() && std::holds_alternative<int64_t>(*value) &&
              std::get<int64_t>(*value) == *type->made_with;
  return fits ? type : nullptr;
}

LockRef BodyResolver::getter_lock(MethodId method, PathRef receiver) {
  const Expr* value = returned(method);
  if (value == nullptr) return {};
  TypeId owner = unit_.knowledge.index().method(method).owner;
  return in_scope_of<LockRef>(owner, receiver, [&](BodyResolver& r) { return r.lock_of(value); });
}

// The call that a method returns, where it returns `false` or nothing else otherwise:
// try { return lock.tryLock(1, SECONDS); } catch (InterruptedException e) { return false; }
static const Call* only_returned_call(const Method* method) {
  if (method == nullptr || method->body == nullptr) return nullptr;
  const Call* found = nullptr;
  bool other = false;
  walk(method->body, [&](const Node* node) {
    if (is<Lambda>(node) || is<ClassDecl>(node)) return false;
    const auto* ret = as<Return>(node);
    if (ret == nullptr) return !other;
    const auto* literal = as<Literal>(ret->value);
    bool is_false = literal != nullptr && literal->literal() == LiteralKind::kFalse;
    const auto* call = as<Call>(ret->value);
    other = other || (!is_false && (call == nullptr || found != nullptr));
    if (call != nullptr) found = call;
    return !other;
  });
  return other ? nullptr : found;
}

LockRef BodyResolver::returned_try(MethodId method, PathRef receiver, LockMethod* how) {
  const Call* tried = only_returned_call(unit_.knowledge.index().method(method).decl);
  if (tried == nullptr || tried->target == nullptr) return {};
  TypeId owner = unit_.knowledge.index().method(method).owner;
  LockRef lock =
      in_scope_of<LockRef>(owner, receiver, [&](BodyResolver& r) { return r.lock_of(tried->target); });
  if (!lock.path.valid() || lock.type == nullptr) return {};
  auto it = lock.type->methods.find(unit_.knowledge.text(tried->name.name));
  if (it == lock.type->methods.end() || it->second.operation != LockOperation::try_lock) return {};
  *how = it->second;
  if (lock.mode.has_value()) how->mode = *lock.mode;
  return lock;
}

LockRef BodyResolver::call_lock(const Call& call) {
  const Knowledge& knowledge = unit_.knowledge;
  if (call.target != nullptr) {
    LockRef base = lock_of(call.target);
    if (base.type != nullptr) {
      auto it = base.type->methods.find(knowledge.text(call.name.name));
      if (it != base.type->methods.end() && it->second.operation == LockOperation::view_both) {
        base.type = knowledge.models().lock_type("java.util.concurrent.locks.ReadWriteLock", "ReadWriteLock");
        return base;
      }
      if (it != base.type->methods.end() && it->second.operation == LockOperation::view) {
        base.mode = it->second.mode;
        base.type = knowledge.models().lock_type("java.util.concurrent.locks.Lock", "Lock");
        return base;
      }
    }
  }
  if (FieldId component = component_of(call); component.valid())
    return field_lock(component,
                      call.target != nullptr ? path_of(call.target) : PathRef{self(this_class()), true});
  TypeId through;
  std::vector<MethodId> methods = methods_of(call, &through);
  if (methods.size() == 1) {
    PathRef receiver = call.target == nullptr ? PathRef{self(through), true} : path_of(call.target);
    LockRef lock = getter_lock(methods[0], receiver);
    if (lock.path.valid()) return lock;
  }
  PathRef path = call_path(call);
  return {path.path, path.stable, std::nullopt,
          confirmed(knowledge.lock_type(type_of(&call)), nullptr, this_class())};
}

LockRef BodyResolver::lock_of(const Expr* expr) {
  const Knowledge& knowledge = unit_.knowledge;
  if (const auto* call = as<Call>(expr)) return call_lock(*call);
  if (const auto* cast = as<Cast>(expr)) return lock_of(cast->operand);
  if (const auto* name = as<Name>(expr)) {
    Found found = lookup(name->name);
    if (found.var.valid() && variables_[found.var].lock.path.valid()) return variables_[found.var].lock;
    if (found.field.valid()) return field_lock(found.field, {self(found.through), true});
  }
  FieldRef ref = is<FieldAccess>(expr) ? field_of(expr) : FieldRef{};
  if (ref.field.valid())
    return field_lock(ref.field, ref.target != nullptr ? path_of(ref.target) : PathRef{});
  PathRef path = path_of(expr);
  return {path.path, path.stable, std::nullopt,
          confirmed(knowledge.lock_type(type_of(expr)), nullptr, this_class())};
}

// f of `T m() { return f; }`
FieldRef BodyResolver::getter_content(const Call& call) {
  const Index& index = unit_.knowledge.index();
  TypeId through;
  if (FieldId component = component_of(call); component.valid()) {
    FieldRef ref;
    ref.field = component;
    ref.base = call.target != nullptr ? path_of(call.target).path : self(this_class());
    ref.base_var = root_variable(ref.base);
    return ref;
  }
  std::vector<MethodId> methods = methods_of(call, &through);
  if (methods.size() != 1 || !through.valid()) return {};
  const Expr* value = returned(methods[0]);
  const auto* access = as<FieldAccess>(value);
  Symbol name;
  if (const auto* plain = as<Name>(value)) name = plain->name;
  if (access != nullptr && is<This>(access->target)) name = access->name.name;
  const Method* decl = index.method(methods[0]).decl;
  bool param = std::any_of(decl->params.begin(), decl->params.end(),
                           [&](const Var* p) { return p->name.name == name; });
  FieldRef ref;
  if (name.valid() && !param) ref.field = index.find_field(index.method(methods[0]).owner, name);
  if (!ref.field.valid() || !unit_.knowledge.never_reassigned(ref.field)) return {};
  if (index.field(ref.field).has(kStatic)) return ref;
  bool on_self = call.target == nullptr || is<Super>(call.target);
  ref.base = on_self ? self(through) : path_of(call.target).path;
  ref.base_var = root_variable(ref.base);
  return ref;
}

// The field whose content an expression shows: the field itself, a view of it, or a local variable that is
// one of these. Only fields that are never reassigned: else the field may hold another object.
FieldRef BodyResolver::content_of(const Expr* expr) {
  const Knowledge& knowledge = unit_.knowledge;
  for (int hops = 0; hops < 64; ++hops) {
    if (const auto* cast = as<Cast>(expr)) {
      expr = cast->operand;
    } else if (const auto* row = as<ArrayAccess>(expr); row != nullptr && type_of(expr).is_array()) {
      expr = row->array;
    } else if (const auto* call = as<Call>(expr)) {
      bool view = call->target != nullptr &&
                  knowledge.models().view_methods.contains(knowledge.text(call->name.name));
      if (!view) return getter_content(*call);
      expr = call->target;
    } else {
      break;
    }
  }
  if (const auto* name = as<Name>(expr)) {
    Found found = lookup(name->name);
    if (found.var.valid()) return variables_[found.var].content;
  }
  FieldRef ref = field_of(expr);
  if (!ref.field.valid() || !knowledge.never_reassigned(ref.field)) return {};
  return ref;
}

}  // namespace dh::java
