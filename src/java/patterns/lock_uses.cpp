// What each body acquires and calls while it holds a lock.

#include <algorithm>

#include "java/patterns/blocking.h"
#include "java/patterns/lock_order.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {

constexpr int kMaxAliases = 4;

LockKey object_key(TypeId type) {
  return {LockKey::Kind::object, type.value};
}

LockKey typed_key(const Code& code, const TypeRef& type) {
  if (!type.type.valid() || type.is_array() || code.knowledge.lock_type(type) != nullptr) return {};
  return object_key(type.type);
}

LockKey field_key(const Code& code, FieldId field) {
  const FieldInfo& info = code.index().field(field);
  if (LockKey key = typed_key(code, info.type); key.kind != LockKey::Kind::none) return key;
  // readLock = rw.readLock(): the same lock as rw.
  TypeId context;
  const auto* view = as<Call>(without_casts(code.knowledge.only_source(field, &context)));
  if (view != nullptr && view->target != nullptr && view->args.empty() && context.valid()) {
    std::string_view name = code.text(view->name.name);
    FieldId both = name == "readLock" || name == "writeLock"
                       ? code.index().find_field(context, last_name(view->target))
                       : FieldId();
    if (both.valid()) return {LockKey::Kind::field, both.value};
  }
  return {LockKey::Kind::field, field.value};
}

LockKey call_key(const Code& code, const Call& call, int depth) {
  std::string_view name = code.text(call.name.name);
  if (call.target != nullptr && call.args.empty() && (name == "readLock" || name == "writeLock"))
    return lock_key(code, call.target, depth + 1);
  TypeId receiver = call.target != nullptr ? code.type_of(call.target).type : code.type;
  if (FieldId component = code.knowledge.component(receiver, call); component.valid())
    return field_key(code, component);
  std::vector<MethodId> targets = code.targets(call);
  if (targets.size() != 1) return {};
  const MethodInfo& method = code.index().method(targets[0]);
  const Block* body = method.decl->body;
  if (body != nullptr && body->statements.size() == 1 && method.arity == 0) {
    const auto* ret = as<Return>(body->statements[0]);
    FieldId field = ret != nullptr && ret->value != nullptr && last_name(ret->value).valid()
                        ? code.index().find_field(method.owner, last_name(ret->value))
                        : FieldId();
    if (field.valid()) return field_key(code, field);
  }
  return typed_key(code, code.index().return_type(targets[0]));
}

}  // namespace

LockKey lock_key(const Code& code, const Expr* lock, int depth) {
  lock = without_casts(lock);
  if (lock == nullptr || depth > kMaxAliases) return {};
  if (is_a<This>(lock)) {
    TypeRef type = code.type_of(lock);
    return type.type.valid() ? object_key(type.type) : LockKey();
  }
  if (const auto* literal = as<ClassLiteral>(lock)) {
    TypeRef type = code.index().resolve(literal->type, code.type, code.method);
    return type.type.valid() ? LockKey{LockKey::Kind::class_object, type.type.value} : LockKey();
  }
  if (const auto* call = as<Call>(lock)) return call_key(code, *call, depth);
  if (!is_a<Name>(lock) && !is_a<FieldAccess>(lock)) return {};
  Denotation d = code.denote(lock);
  if (d.kind == Denotation::Kind::field) return field_key(code, d.field);
  if (d.kind != Denotation::Kind::local) return {};
  if (d.local->init != nullptr && !is_a<NewObject>(d.local->init)) {
    LockKey key = lock_key(code, d.local->init, depth + 1);
    if (key.kind != LockKey::Kind::none) return key;
  }
  if (is_a<NewObject>(d.local->init)) return {};
  return typed_key(code, d.type);
}

namespace {

Span place_of(const Node* at) {
  if (const auto* method = as<Method>(at)) return method->name.span;
  if (const auto* sync = as<Synchronized>(at)) return sync->lock->span;
  return at->span;
}

LockKey method_key(const Code& code, const Method& method) {
  if (method.modifiers->has(kStatic)) return {LockKey::Kind::class_object, code.type.value};
  return object_key(code.type);
}

std::vector<KeyHeld> keys_of(const Code& code, const std::vector<HeldHere>& held) {
  std::vector<KeyHeld> keys;
  bool constructs = code.method != nullptr && code.method->is_constructor();
  for (const HeldHere& one : held) {
    if (one.by == HeldBy::declared) continue;
    LockKey key = one.by == HeldBy::synchronized_method ? method_key(code, get<Method>(one.at))
                                                        : lock_key(code, one.lock);
    // No other thread has the object that is being made.
    if (constructs && key == object_key(code.type)) continue;
    if (key.kind != LockKey::Kind::none) keys.push_back({key, one.mode, place_of(one.at)});
  }
  return keys;
}

LockingBody& body_here(const Code& code, std::vector<LockingBody>& out) {
  const auto* method = as<Method>(body_around(code));
  MethodId id = method != nullptr ? code.index().method_of(method) : MethodId();
  if (out.empty() || out.back().type != code.type || out.back().method != id || !id.valid()) {
    LockingBody body;
    body.type = code.type;
    body.method = id;
    body.name = code.name();
    body.in_test = code.in_test();
    out.push_back(std::move(body));
  }
  return out.back();
}

bool is_new_object(const Code& code, const Expr* receiver) {
  receiver = without_casts(receiver);
  if (is_a<Name>(receiver)) {
    Denotation d = code.denote(receiver);
    if (d.kind != Denotation::Kind::local) return false;
    receiver = without_casts(d.local->init);
  }
  if (is_a<NewObject>(receiver)) return true;
  const auto* factory = as<Call>(receiver);
  if (factory == nullptr) return false;
  std::vector<MethodId> made_by = code.targets(*factory);
  return made_by.size() == 1 && code.knowledge.returns_fresh(made_by[0]);
}

// p of `p`, `p.lock` and `(T) p`, where p is a parameter of the method.
bool belongs_to_parameter(const Code& code, const Expr* expr, int depth = 0) {
  expr = without_casts(expr);
  if (const auto* access = as<FieldAccess>(expr)) expr = without_casts(access->target);
  if (!is_a<Name>(expr) || depth > kMaxAliases) return false;
  Denotation d = code.denote(expr);
  if (d.kind != Denotation::Kind::local) return false;
  if (d.local->role() == VarRole::kParam) return true;
  return d.local->init != nullptr && belongs_to_parameter(code, d.local->init, depth + 1);
}

// if (id < other.id): the locks are acquired in an order that all threads share.
bool is_ordered_by_test(const Code& code) {
  return std::any_of(code.around.begin(), code.around.end(), [&](const Node* node) {
    const auto* test = as<If>(node);
    if (test == nullptr) return false;
    return std::any_of(test->arms.begin(), test->arms.end(), [&](const IfArm& arm) {
      std::string_view text = code.text(arm.condition);
      return text.find('<') != std::string_view::npos || text.find('>') != std::string_view::npos;
    });
  });
}

// p of `p`, `p.lock` and `(T) p`.
const Var* parameter_of(const Code& code, const Expr* expr) {
  expr = without_casts(expr);
  if (const auto* access = as<FieldAccess>(expr)) expr = without_casts(access->target);
  if (!is_a<Name>(expr)) return nullptr;
  Denotation d = code.denote(expr);
  bool is_parameter = d.kind == Denotation::Kind::local && d.local->role() == VarRole::kParam;
  return is_parameter ? d.local : nullptr;
}

// The method compares something before: it may have exchanged its arguments.
bool compares(const Code& code) {
  if (code.method == nullptr || code.method->body == nullptr) return false;
  bool found = false;
  walk(code.method->body, [&](const Node* node) {
    if (const auto* binary = as<Binary>(node); binary != nullptr && binary->operands.size() == 2) {
      std::string_view text = code.text(binary);
      found = found || text.find('<') != std::string_view::npos || text.find('>') != std::string_view::npos;
    }
    const auto* call = as<Call>(node);
    std::string_view name = call != nullptr ? code.text(call->name.name) : std::string_view();
    found = found || name.starts_with("compare") || name == "identityHashCode";
    return !found;
  });
  return found;
}

// from.lock and to.lock of transfer(from, to).
bool belong_to_two_parameters(const Code& code, const Expr* one, const Expr* other) {
  const Var* a = parameter_of(code, one);
  const Var* b = parameter_of(code, other);
  return a != nullptr && b != nullptr && a != b && !compares(code);
}

// The lock of its own object, or of another argument, that is held while that of an argument of the same
// class is acquired.
LockKey twin_of(const Code& code, const std::vector<HeldHere>& held, const Expr* acquired, LockKey key) {
  if (key.kind == LockKey::Kind::none || acquired == nullptr || !belongs_to_parameter(code, acquired) ||
      is_ordered_by_test(code))
    return {};
  for (const HeldHere& one : held) {
    if (one.by == HeldBy::declared) continue;
    if (one.by == HeldBy::synchronized_method) {
      const auto& method = get<Method>(one.at);
      if (!method.modifiers->has(kStatic) && method_key(code, method) == key) return key;
      continue;
    }
    if (lock_key(code, one.lock) != key) continue;
    if (!belongs_to_parameter(code, one.lock) || belong_to_two_parameters(code, one.lock, acquired))
      return key;
  }
  return {};
}

bool parameters_held(const Code& code, const std::vector<HeldHere>& held, const Expr* acquired) {
  return std::any_of(held.begin(), held.end(), [&](const HeldHere& one) {
    return one.lock != nullptr && belong_to_two_parameters(code, one.lock, acquired);
  });
}

}  // namespace

std::vector<MethodId> called_at(const Code& code, const Node* node) {
  if (const auto* call = as<Call>(node)) return code.targets(*call);
  if (const auto* made = as<NewObject>(node)) return code.targets(*made);
  // list.forEach(this::act)
  const auto* ref = as<MethodRef>(node);
  const auto* around = ref != nullptr && !code.around.empty() ? as<Call>(code.around.back()) : nullptr;
  if (around == nullptr || around->target == ref || code.lambda_run(*around, *ref) == LambdaRun::later)
    return {};
  return code.targets(*ref);
}

void collect_lock_uses(HeldLocks& held, const Code& code, const Node* node, std::vector<LockingBody>& out) {
  const auto* sync = as<Synchronized>(node);
  const auto* call = as<Call>(node);
  const auto* made = as<NewObject>(node);
  if (sync == nullptr && call == nullptr && made == nullptr && !is_a<MethodRef>(node)) return;
  if (!held.may_hold(code)) return;
  std::vector<HeldHere> around = held.around(code);
  std::vector<KeyHeld> keys = keys_of(code, around);
  if (keys.empty()) return;
  if (sync != nullptr) {
    LockKey key = lock_key(code, sync->lock);
    if (key.kind != LockKey::Kind::none)
      body_here(code, out).acquires.push_back({{key, LockMode::exclusive, sync->lock->span},
                                               std::move(keys),
                                               twin_of(code, around, sync->lock, key),
                                               parameters_held(code, around, sync->lock)});
    return;
  }
  if (call != nullptr) {
    LockCall lock = lock_call(code, *call);
    if (lock.operation == LockOperation::acquire) {
      LockKey key = lock_key(code, lock.lock);
      if (key.kind != LockKey::Kind::none)
        body_here(code, out).acquires.push_back({{key, lock.mode, call->span},
                                                 std::move(keys),
                                                 twin_of(code, around, lock.lock, key),
                                                 parameters_held(code, around, lock.lock)});
      return;
    }
    if (lock.operation != LockOperation::none) return;
    Blocking blocking = blocking_call(code, *call);
    if (blocks_for_long(blocking))
      body_here(code, out).waits.push_back(
          {{{LockKey::Kind::waiting, number_of_wait(blocking.what)}, LockMode::exclusive, call->span}, keys});
  }
  std::vector<MethodId> targets = called_at(code, node);
  if (targets.empty()) return;
  bool fresh = made != nullptr || (call != nullptr && is_new_object(code, call->target));
  LockKey twin;
  if (call != nullptr && call->target != nullptr && !fresh)
    twin = twin_of(code, around, call->target, lock_key(code, call->target));
  body_here(code, out).calls.push_back({std::move(targets), node->span, std::move(keys), fresh, twin});
}

}  // namespace dh::java
