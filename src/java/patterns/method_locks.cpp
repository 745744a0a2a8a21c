#include "java/patterns/method_locks.h"

#include <fmt/format.h>

#include <algorithm>

#include "java/patterns/blocking.h"

namespace dh::java {

namespace {

constexpr int kMaxCalls = 5;       // from the held lock to the acquisition
constexpr size_t kMaxRoutes = 48;  // of one method
constexpr size_t kMaxImplementations = 2;

void add_implementations(const Index& index, TypeId type, MethodId method, std::vector<MethodId>& out,
                         int depth) {
  if (depth > 6 || out.size() > kMaxImplementations) return;
  const MethodInfo& info = index.method(method);
  for (TypeId sub : index.direct_subtypes(type)) {
    for (MethodId m : index.type(sub).methods) {
      const MethodInfo& other = index.method(m);
      if (other.name != info.name || other.arity != info.arity || !other.decl->has_body()) continue;
      if (other.has(kStatic) || other.is_constructor() || !index.same_signature(m, method)) continue;
      out.push_back(m);
    }
    add_implementations(index, sub, method, out, depth + 1);
  }
}

// The acquisitions and calls of one method, whether it holds a lock or not.
void read_method(const Knowledge& knowledge, MethodId id, std::vector<KeyHeld>& acquired,
                 std::vector<CallUse>& calls) {
  const MethodInfo& info = knowledge.index().method(id);
  if (info.decl->body == nullptr) return;
  if (info.has(kSynchronized)) {
    LockKey::Kind kind = info.has(kStatic) ? LockKey::Kind::class_object : LockKey::Kind::object;
    acquired.push_back({{kind, info.owner.value}, LockMode::exclusive, info.decl->name.span});
  }
  walk_method(knowledge, id, [&](const Code& code, const Node* node) {
    if (body_around(code) != info.decl) return;
    if (const auto* sync = as<Synchronized>(node)) {
      LockKey key = lock_key(code, sync->lock);
      if (key.kind != LockKey::Kind::none) acquired.push_back({key, LockMode::exclusive, sync->lock->span});
      return;
    }
    const auto* made = as<NewObject>(node);
    const auto* call = as<Call>(node);
    if (call != nullptr) {
      LockCall lock = lock_call(code, *call);
      if (lock.operation == LockOperation::acquire && lock.mode != LockMode::optimistic) {
        LockKey key = lock_key(code, lock.lock);
        if (key.kind != LockKey::Kind::none) acquired.push_back({key, lock.mode, call->span});
      }
      if (lock.operation != LockOperation::none) return;
    }
    if (call != nullptr) {
      Blocking blocking = blocking_call(code, *call);
      if (blocks_for_long(blocking))
        acquired.push_back(
            {{LockKey::Kind::waiting, number_of_wait(blocking.what)}, LockMode::exclusive, call->span});
    }
    std::vector<MethodId> targets = called_at(code, node);
    if (!targets.empty()) calls.push_back({std::move(targets), node->span, {}, made != nullptr});
  });
}

}  // namespace

bool belongs_to_object_of(const Index& index, const LockKey& lock, TypeId type) {
  if (lock.kind == LockKey::Kind::object) return TypeId(lock.id) == type;
  if (lock.kind != LockKey::Kind::field) return false;
  const FieldInfo& field = index.field(FieldId(lock.id));
  bool made_here = field.decl != nullptr && is_a<NewObject>(without_casts(field.decl->init));
  return made_here && field.owner == type && !field.has(kStatic);
}

std::string lock_key_name(const Index& index, const LockKey& key) {
  switch (key.kind) {
    case LockKey::Kind::none:
    case LockKey::Kind::waiting:
      return "?";
    case LockKey::Kind::object:
      return index.type(TypeId(key.id)).display;
    case LockKey::Kind::class_object:
      return index.type(TypeId(key.id)).display + ".class";
    case LockKey::Kind::field: {
      const FieldInfo& info = index.field(FieldId(key.id));
      return fmt::format("{}.{}", index.type(info.owner).display, index.text(info.name));
    }
  }
  return "?";
}

const std::vector<MethodId>& MethodLocks::implementations(MethodId method, bool* guessed) const {
  auto [it, is_new] = implementations_.try_emplace(method);
  std::vector<MethodId>& out = it->second;
  if (is_new) {
    const MethodInfo& info = index_.method(method);
    // Most methods with a body are not overridden where it matters.
    if (info.decl->has_body()) {
      out = {method};
    } else {
      add_implementations(index_, info.owner, method, out, 0);
      if (out.size() > kMaxImplementations) out.clear();
    }
  }
  *guessed = *guessed || out.size() > 1;
  return out;
}

MethodLocks::MethodLocks(const LockOrderInput& input) : index_(input.index) {
  std::vector<MethodId> next;
  auto want = [&](const std::vector<CallUse>& calls) {
    for (const CallUse& call : calls) {
      if (call.targets.size() > 3) continue;  // overloads that cannot be distinguished
      for (MethodId target : call.targets) {
        bool guessed = false;
        for (MethodId one : implementations(target, &guessed)) {
          if (!facts_.contains(one)) next.push_back(one);
        }
      }
    }
  };
  for (const LockingBody& body : input.bodies) want(body.calls);
  for (const Promise& promise : input.promises) next.push_back(promise.method);
  for (int level = 0; level < kMaxCalls && !next.empty(); ++level) {
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    std::vector<MethodId> now = std::move(next);
    next.clear();
    read(now, input);
    for (MethodId method : now) want(facts_[method].calls);
  }
  for (const auto& [method, facts] : facts_) order_.push_back(method);
  std::sort(order_.begin(), order_.end());
  spread();
}

void MethodLocks::read(const std::vector<MethodId>& methods, const LockOrderInput& input) {
  std::vector<Facts> results(methods.size());
  parallel_for(methods.size(), input.parallel, [&](size_t i) {
    Knowledge knowledge(input.index, input.models);
    std::vector<KeyHeld> acquired;
    read_method(knowledge, methods[i], acquired, results[i].calls);
    for (const KeyHeld& lock : acquired) results[i].routes.push_back({lock, MethodId(), lock.at, 0, false});
  });
  for (size_t i = 0; i < methods.size(); ++i) facts_[methods[i]] = std::move(results[i]);
}

// What a callee acquires, its caller acquires: one call further with each round.
void MethodLocks::spread() {
  for (uint32_t round = 1; round <= kMaxCalls; ++round) {
    std::vector<std::pair<MethodId, LockRoute>> found;
    for (MethodId method : order_) {
      for (const CallUse& call : facts_[method].calls) {
        if (call.targets.size() > 3) continue;
        for (MethodId target : call.targets) {
          bool guessed = call.targets.size() > 1;
          for (MethodId callee : implementations(target, &guessed)) {
            if (callee == method) continue;
            for (const LockRoute& route : of(callee)) {
              if (route.calls + 1 != round) continue;
              bool own = call.fresh_receiver &&
                         belongs_to_object_of(index_, route.lock.key, index_.method(callee).owner);
              if (!own)
                found.push_back({method, {route.lock, callee, call.at, round, guessed || route.guessed}});
            }
          }
        }
      }
    }
    for (auto& [method, route] : found) {
      std::vector<LockRoute>& routes = facts_[method].routes;
      bool known = std::any_of(routes.begin(), routes.end(), [lock = route.lock](const LockRoute& r) {
        return r.lock.key == lock.key && r.lock.mode == lock.mode;
      });
      if (!known && routes.size() < kMaxRoutes) routes.push_back(std::move(route));
    }
  }
}

std::vector<MethodLocks::Step> MethodLocks::path_to(MethodId method, const KeyHeld& lock,
                                                    uint32_t calls) const {
  std::vector<Step> steps;
  for (MethodId at = method; at.valid();) {
    const std::vector<LockRoute>& routes = of(at);
    auto route = std::find_if(routes.begin(), routes.end(), [&](const LockRoute& r) {
      return r.lock.key == lock.key && r.lock.mode == lock.mode && r.calls <= calls;
    });
    if (route == routes.end()) break;
    steps.push_back({at, &*route});
    at = route->callee;
    if (calls-- == 0) break;
  }
  return steps;
}

const std::vector<LockRoute>& MethodLocks::of(MethodId method) const {
  static const std::vector<LockRoute> kNone;
  auto it = facts_.find(method);
  return it != facts_.end() ? it->second.routes : kNone;
}

}  // namespace dh::java
