#include "java/patterns/held.h"

#include <algorithm>

#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {

bool declares_lock(const Code& code, const Method& method) {
  if (code.knowledge.annotated(method.modifiers->annotations, code.knowledge.models().guarded_by_annotations))
    return true;
  for (const Annotation* annotation : method.modifiers->annotations) {
    if (code.text(annotation->simple_name()) == "Synchronized") return true;  // Lombok
  }
  std::string_view name = code.text(method.name.name);
  for (std::string_view end : {"Locked", "UnderLock", "WithLock", "Synchronized", "InLock", "HoldingLock"}) {
    if (name.ends_with(end)) return true;
  }
  return false;
}

bool names_lock(std::string_view name) {
  return name.find("Lock") != std::string_view::npos || name.find("lock") == 0;
}

// try (Handle h = lock.acquire()): recognised by the names.
bool is_lock_resource(const Code& code, const Node* resource) {
  const auto* var = as<Var>(resource);
  if (var == nullptr) {
    return names_lock(code.text(last_name(static_cast<const Expr*>(resource))));
  }
  if (const auto* type = as<ClassType>(var->type);
      type != nullptr && names_lock(code.text(type->simple_name())))
    return true;
  const Expr* init = without_casts(var->init);
  if (const auto* call = as<Call>(init))
    return names_lock(code.text(call->name.name)) || names_lock(code.text(last_name(call->target)));
  const auto* made = as<NewObject>(init);
  return made != nullptr && names_lock(code.text(made->type->simple_name()));
}

bool contains(const Node* outer, const Node* inner) {
  return outer != nullptr && outer->span.begin <= inner->span.begin && inner->span.end <= outer->span.end;
}

// The tryLock in a condition that is true only where the lock was acquired.
LockCall tried(const Code& code, const Expr* condition, const Expr** at) {
  LockCall found;
  for_each_operand(condition, BinaryOp::kAndAnd, [&](const Expr* operand) {
    const auto* call = as<Call>(operand);
    if (call == nullptr) return;
    LockCall one = lock_call(code, *call);
    if (one.operation != LockOperation::try_lock) return;
    found = one;
    *at = call;
  });
  return found;
}

// When the lambda around the node runs.
LambdaRun lambda_run(const Code& code, size_t ancestor) {
  const auto* call = ancestor > 0 ? as<Call>(code.around[ancestor - 1]) : nullptr;
  return call == nullptr ? LambdaRun::later : code.lambda_run(*call, get<Lambda>(code.around[ancestor]));
}

bool leaves(const Stmt* stmt) {
  if (const auto* block = as<Block>(stmt))
    return !block->statements.empty() && leaves(block->statements.back());
  return is_a<Return>(stmt) || is_a<Throw>(stmt) || is_a<Break>(stmt) || is_a<Continue>(stmt);
}

}  // namespace

// Asking for a type is dear: first the names that lock methods have.
static bool is_lock_method_name(std::string_view name) {
  return name.find("ock") != std::string_view::npos || name.find("cquire") != std::string_view::npos ||
         name == "release" || name == "enter" || name == "leave" || name == "exit" || name.starts_with("try");
}

LockCall lock_call(const Code& code, const Call& call) {
  if (call.target == nullptr || is_a<Super>(call.target)) return {};
  std::string_view name = code.text(call.name.name);
  if (!is_lock_method_name(name)) return {};
  TypeRef type = code.type_of(call.target);
  const LockType* lock = type.known() ? code.knowledge.lock_type(type) : nullptr;
  if (lock == nullptr || lock->made_with.has_value()) {
    // rw.readLock().lock(): the view's type is foreign, so ask the lock itself.
    const auto* view = as<Call>(call.target);
    if (type.known() || view == nullptr || view->target == nullptr) return {};
    TypeRef both = code.type_of(view->target);
    const LockType* viewed = both.known() ? code.knowledge.lock_type(both) : nullptr;
    if (viewed == nullptr) return {};
    auto it = viewed->methods.find(code.text(view->name.name));
    bool is_view = it != viewed->methods.end() && it->second.operation == LockOperation::view;
    if (!is_view) return {};
    LockMode mode = it->second.mode;
    if (name == "lock" || name == "lockInterruptibly") return {LockOperation::acquire, mode, call.target};
    if (name == "tryLock") return {LockOperation::try_lock, mode, call.target};
    if (name == "unlock") return {LockOperation::release, mode, call.target};
    return {};
  }
  auto it = lock->methods.find(name);
  if (it == lock->methods.end()) return {};
  return {it->second.operation, it->second.mode, call.target};
}

bool ends_body(const Code& code, size_t ancestor) {
  const Node* node = code.around[ancestor];
  if (is_a<Method>(node) || is_a<Initializer>(node) || is_a<ClassDecl>(node)) return true;
  return is_a<Lambda>(node) && lambda_run(code, ancestor) == LambdaRun::later;
}

const Node* body_around(const Code& code) {
  for (size_t i = code.around.size(); i-- > 0;) {
    if (ends_body(code, i)) return code.around[i];
  }
  return nullptr;
}

const std::vector<LockStep>& HeldLocks::steps(const Code& code, const Block& block) {
  auto [it, added] = steps_.try_emplace(&block);
  if (!added) return it->second;
  std::vector<LockStep> found;
  for (size_t s = 0; s < block.statements.size(); ++s) {
    const Stmt* stmt = block.statements[s];
    auto acquire = [&](const Expr* expr, bool tries) {
      const auto* call = as<Call>(expr);
      if (call == nullptr) return;
      LockCall lock = lock_call(code, *call);
      bool acquires =
          lock.operation == LockOperation::acquire || (tries && lock.operation == LockOperation::try_lock);
      if (acquires) found.push_back({s, true, lock.lock, call, lock.mode});
    };
    if (const auto* expr = as<ExprStmt>(stmt)) {
      acquire(expr->expr, true);
      if (const auto* assign = as<Assign>(expr->expr)) acquire(assign->value, true);
    } else if (const auto* vars = as<LocalVars>(stmt)) {
      for (const Var* var : vars->vars) acquire(var->init, true);
    } else if (const auto* test = as<If>(stmt); test != nullptr && leaves(test->arms[0].body)) {
      // if (!lock.tryLock()) return;
      const auto* negated = as<Unary>(test->arms[0].condition);
      if (negated != nullptr && negated->unary_op() == UnaryOp::kNot) acquire(negated->operand, true);
    }
    // A release by a statement of the block itself counts for locks of outer blocks, too: unlock(); in
    // finally.
    if (const auto* expr = as<ExprStmt>(stmt); found.empty() && expr != nullptr) {
      const auto* call = as<Call>(expr->expr);
      LockCall lock = call != nullptr ? lock_call(code, *call) : LockCall();
      if (lock.operation == LockOperation::release) found.push_back({s, false, lock.lock, call, lock.mode});
      continue;
    }
    if (found.empty()) continue;  // nothing to release
    walk(stmt, [&](const Node* node) {
      if (is_a<Lambda>(node) || is_a<ClassDecl>(node)) return false;
      const auto* call = as<Call>(node);
      if (call == nullptr) return true;
      LockCall lock = lock_call(code, *call);
      if (lock.operation == LockOperation::release) found.push_back({s, false, lock.lock, call, lock.mode});
      return true;
    });
  }
  return steps_[&block] = std::move(found);
}

void HeldLocks::in_block(const Code& code, const Block& block, const Node* inside,
                         std::vector<const Expr*>& gone, std::vector<HeldHere>& out) {
  const std::vector<LockStep>& all = steps(code, block);
  if (all.empty()) return;
  size_t here = 0;
  while (here < block.statements.size() && !contains(block.statements[here], inside)) ++here;
  for (size_t i = 0; i < all.size(); ++i) {
    if (!all[i].acquires || all[i].statement >= here) continue;
    bool released =
        std::any_of(gone.begin(), gone.end(), [&](const Expr* lock) { return same_expr(lock, all[i].lock); });
    for (size_t k = i + 1; k < all.size() && all[k].statement < here; ++k)
      released = released || (!all[k].acquires && same_expr(all[k].lock, all[i].lock));
    if (!released) out.push_back({HeldBy::lock_call, all[i].lock, all[i].call, all[i].mode});
  }
  for (const LockStep& step : all) {
    if (!step.acquires && step.statement < here) gone.push_back(step.lock);
  }
}

std::vector<HeldHere> HeldLocks::around(const Code& code, const Node* at) {
  std::vector<HeldHere> out;
  std::vector<const Expr*> gone;  // released inside of what may have acquired them
  for (size_t i = code.around.size(); i-- > 0;) {
    const Node* node = code.around[i];
    const Node* child = i + 1 < code.around.size() ? code.around[i + 1] : at;
    if (const auto* sync = as<Synchronized>(node); sync != nullptr && child == sync->body) {
      out.push_back({HeldBy::synchronized_block, sync->lock, sync});
    } else if (const auto* block = as<Block>(node); block != nullptr && child != nullptr) {
      in_block(code, *block, child, gone, out);
    } else if (const auto* test = as<If>(node); test != nullptr && child != nullptr) {
      for (const IfArm& arm : test->arms) {
        if (arm.body != child) continue;
        const Expr* call = nullptr;
        LockCall lock = tried(code, arm.condition, &call);
        if (call != nullptr) out.push_back({HeldBy::lock_call, lock.lock, call, lock.mode});
      }
    } else if (const auto* attempt = as<Try>(node); attempt != nullptr && child == attempt->body) {
      for (const Node* resource : attempt->resources) {
        if (is_lock_resource(code, resource)) out.push_back({HeldBy::declared, nullptr, resource});
      }
    } else if (const auto* method = as<Method>(node)) {
      if (method->modifiers->has(kSynchronized))
        out.push_back({HeldBy::synchronized_method, nullptr, method});
      if (declares_lock(code, *method)) out.push_back({HeldBy::declared, nullptr, method});
    } else if (is_a<Lambda>(node) && lambda_run(code, i) == LambdaRun::with_lock) {
      out.push_back({HeldBy::declared, nullptr, node});
    }
    if (ends_body(code, i)) break;
  }
  return out;
}

void HeldLocks::read_callers() {
  callers_read_ = true;
  struct Seen {
    MethodId caller;
    MethodId callee;
    bool holds;
  };
  std::vector<Seen> calls;
  walk_code(knowledge_, top_, [&](const Code& code, const Node* node) {
    const auto* call = as<Call>(node);
    if (call == nullptr) return;
    const Node* body = body_around(code);
    const auto* method = as<Method>(body);
    for (MethodId callee : code.targets(*call)) {
      if (knowledge_.index().method(callee).has(kPublic)) continue;
      // Before other threads have the object no lock is needed.
      bool prepares =
          method != nullptr && (method->is_constructor() ||
                                knowledge_.models().set_up_methods.contains(code.text(method->name.name)));
      bool holds = prepares || body == nullptr || is_a<Initializer>(body) || !around(code).empty();
      calls.push_back({method != nullptr ? knowledge_.index().method_of(method) : MethodId(), callee, holds});
    }
  });
  // A method whose callers all hold a lock holds it for the methods that it calls. Begin with the best and
  // take back what does not hold.
  for (const Seen& call : calls) all_hold_[call.callee] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (const Seen& call : calls) {
      if (call.holds || !all_hold_[call.callee]) continue;
      auto it = all_hold_.find(call.caller);
      bool by_callers = call.caller.valid() && it != all_hold_.end() && it->second;
      if (by_callers) continue;
      all_hold_[call.callee] = false;
      changed = true;
    }
  }
}

bool HeldLocks::callers_hold(const Code& code) {
  const auto* method = as<Method>(body_around(code));
  if (method == nullptr || method->modifiers->has(kPublic)) return false;
  if (!callers_read_) read_callers();
  auto it = all_hold_.find(knowledge_.index().method_of(method));
  return it != all_hold_.end() && it->second;
}

bool HeldLocks::may_hold(const Code& code) {
  const Node* body = body_around(code);
  if (body == nullptr) return false;
  auto [it, added] = takes_lock_.try_emplace(body, false);
  if (!added) return it->second;
  const auto* method = as<Method>(body);
  bool takes = method != nullptr && method->modifiers->has(kSynchronized);
  if (!is_a<ClassDecl>(body) && !takes) {
    walk(body, [&](const Node* node) {
      const auto* call = as<Call>(node);
      takes =
          takes || is_a<Synchronized>(node) ||
          (call != nullptr && (call->target != nullptr) && is_lock_method_name(code.text(call->name.name)));
      return !takes;
    });
  }
  return takes_lock_[body] = takes;
}

bool HeldLocks::any(const Code& code, const Node* at) {
  return !around(code, at).empty() || callers_hold(code);
}

}  // namespace dh::java
