// java-lock-not-released: a path leaves the method with the lock held, or an exception does.
#include <fmt/format.h>

#include <algorithm>

#include "java/patterns/check.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {

bool releases(const Code& code, const Node* where, const Expr* lock) {
  bool found = false;
  if (where == nullptr) return false;
  walk(where, [&](const Node* node) {
    // What runs later is a handle: the lock is the caller's until then.
    if (is_a<Lambda>(node) || is_a<ClassDecl>(node)) return false;
    const auto* call = as<Call>(node);
    if (call == nullptr) return !found;
    LockCall one = lock_call(code, *call);
    if (one.operation == LockOperation::release && same_expr(one.lock, lock)) found = true;
    // unlock(lock), release(): a helper that is named so.
    std::string_view name = code.text(call->name.name);
    bool helper = one.operation == LockOperation::none &&
                  (name.starts_with("unlock") || name.starts_with("release") || name.ends_with("nlock"));
    if (helper) found = true;
    return !found;
  });
  return found;
}

enum class Danger : uint8_t { none, library_call, call, leaves };

// The worst that statements do while the lock is held, and where.
struct Between {
  Danger danger = Danger::none;
  const Node* at = nullptr;

  void note(Danger d, const Node* node) {
    if (d <= danger) return;
    danger = d;
    at = node;
  }
};

bool is_library_type(const Code& code, const Call& call) {
  TypeRef type = call.target != nullptr ? code.type_of(call.target) : TypeRef();
  if (!type.known() && call.target != nullptr) type = code.named_type(call.target);
  if (type.type.valid()) return false;
  if (type.primitive || type.is_array()) return true;
  if (type.qualified.starts_with("java.util.function.")) return false;
  return type.qualified.starts_with("java.util.") || type.qualified.starts_with("java.lang.") ||
         type.qualified.starts_with("java.time.") || type.qualified.starts_with("java.math.");
}

// lock(), tryLock(timeout), acquireWrite(): the method leaves with the lock held for its caller.
bool locks_for_caller(const Code& code) {
  const auto* method = as<Method>(body_around(code));
  if (method == nullptr) return false;
  std::string_view name = code.text(method->name.name);
  for (std::string_view verb : {"lock", "tryLock", "acquire", "tryAcquire", "enter", "tryEnter"}) {
    bool whole_word = name.size() == verb.size() ||
                      (name.size() > verb.size() && name[verb.size()] >= 'A' && name[verb.size()] <= 'Z');
    if (name.starts_with(verb) && whole_word) return true;
  }
  return false;
}

// throw new InterruptedException(); in a try block with a catch clause that unlocks.
bool is_caught_and_released(const Code& code, const Try& attempt, const Expr* lock) {
  return std::any_of(attempt.catches.begin(), attempt.catches.end(),
                     [&](const Catch* clause) { return releases(code, clause->body, lock); });
}

void read_danger(const Code& code, const Stmt* stmt, const Expr* lock, Between& between) {
  const bool for_caller = locks_for_caller(code);
  walk(stmt, [&](const Node* node) {
    if (is_a<Lambda>(node) || is_a<ClassDecl>(node)) return false;
    if (const auto* attempt = as<Try>(node);
        attempt != nullptr && for_caller && is_caught_and_released(code, *attempt, lock))
      return false;
    // Leaving after an unlock of its own is right.
    if (const auto* block = as<Block>(node)) {
      for (const Stmt* one : block->statements) {
        const auto* expr = as<ExprStmt>(one);
        if (expr != nullptr && releases(code, expr, lock)) return false;
      }
    }
    if ((is_a<Return>(node) && !for_caller) || is_a<Throw>(node)) between.note(Danger::leaves, node);
    const auto* call = as<Call>(node);
    if (call == nullptr) return true;
    if (lock_call(code, *call).operation != LockOperation::none) return true;
    between.note(is_library_type(code, *call) ? Danger::library_call : Danger::call, call);
    return true;
  });
}

// A break or continue that leaves the block with the lock held; null: none.
const Node* jump_out(const Stmt* stmt) {
  const Node* found = nullptr;
  walk(stmt, [&](const Node* node) {
    if (is_a<Lambda>(node) || is_a<ClassDecl>(node) || found != nullptr) return false;
    if (is_a<While>(node) || is_a<Do>(node) || is_a<For>(node) || is_a<ForEach>(node) || is_a<Switch>(node))
      return false;  // it leaves this one
    const auto* leaves_loop = as<Break>(node);
    const auto* next = as<Continue>(node);
    if ((leaves_loop != nullptr && !leaves_loop->label.name.valid()) ||
        (next != nullptr && !next->label.name.valid()))
      found = node;
    return found == nullptr;
  });
  return found;
}

// Whether the lock is released after a block that ends there, in the same body: the block may be left with it
// held.
bool is_released_after(const Code& code, const Node* body, uint32_t end, const Expr* lock) {
  bool found = false;
  walk(body, [&](const Node* node) {
    const auto* call = as<Call>(node);
    found = found || (call != nullptr && call->span.begin >= end && releases(code, call, lock));
    return !found;
  });
  return found;
}

// try { lock.lock(); ... } finally { lock.unlock(); }, or a catch clause that unlocks.
bool released_around(const Code& code, const Expr* lock) {
  for (size_t i = code.around.size(); i-- > 0;) {
    if (ends_body(code, i)) return false;
    const auto* attempt = as<Try>(code.around[i]);
    if (attempt == nullptr) continue;
    if (releases(code, attempt->finally_block, lock)) return true;
    for (const Catch* clause : attempt->catches) {
      if (releases(code, clause->body, lock)) return true;
    }
  }
  return false;
}

void add(Checked& checked, const Code& code, const Call& call, PatternFactor start, const Node* at,
         const char* what_happens, const char* note) {
  std::string lock(code.text(call.target));
  Confidence confidence(checked.factors[start]);
  PatternReport what;
  what.rule = Rule::java_lock_not_released;
  what.at = call.span;
  what.message =
      fmt::format("`{}` stays locked {}: every other thread then waits for ever", lock, what_happens);
  what.shared = {"lock", fmt::format("{}: {}", code.name(), lock)};
  what.description = fmt::format("locks `{}`", lock);
  what.hint =
      fmt::format("begin a `try` right after `{}` and unlock in its `finally` block", code.text(&call));
  Finding* finding = report(checked, code, std::move(what), std::move(confidence));
  if (finding != nullptr && at != nullptr) finding->related.push_back(related(code, at->span, note));
}

// The block and the statement that the call is the whole of; null: it is part of something else.
const Block* block_of(const Code& code, const Stmt** stmt) {
  size_t n = code.around.size();
  if (n < 2) return nullptr;
  size_t at = n - 1;
  if (is_a<Var>(code.around[at]) && n >= 3) --at;  // long stamp = lock.writeLock();
  *stmt = static_cast<const Stmt*>(code.around[at]);
  if (!is_a<ExprStmt>(*stmt) && !is_a<LocalVars>(*stmt)) return nullptr;
  return as<Block>(code.around[at - 1]);
}

// boolean locked = lock.lock(timeout): whether it was acquired is tested later, as with tryLock.
bool is_answer_kept(const Code& code) {
  const auto* var = code.around.empty() ? nullptr : as<Var>(code.around.back());
  if (var == nullptr) return false;
  TypeRef type = code.type_of(var);
  return type.primitive && code.text(type.simple) == "boolean";
}

// if (failed) { lock.unlock(); return; }: what follows still holds the lock.
bool releases_and_leaves(const Code& code, const Stmt* stmt, const Expr* lock) {
  const auto* test = as<If>(stmt);
  if (test == nullptr || test->else_body != nullptr) return false;
  return std::all_of(test->arms.begin(), test->arms.end(), [&](const IfArm& arm) {
    const auto* block = as<Block>(arm.body);
    if (block == nullptr || block->statements.empty() || releases(code, arm.condition, lock)) return false;
    const Stmt* last = block->statements.back();
    return is_a<Return>(last) || is_a<Throw>(last) || is_a<Break>(last) || is_a<Continue>(last);
  });
}

// if (lock.tryLock()) { ... } and if (!lock.tryLock()) return; ...: the statements that run with it held.
List<Stmt> statements_after_try(const Code& code, const Call& call, const Stmt** stmt) {
  size_t n = code.around.size();
  const bool negated = n >= 2 && is_a<Unary>(code.around[n - 1]);
  const size_t at = negated ? n - 2 : n - 1;
  const auto* test = n > at ? as<If>(code.around[at]) : nullptr;
  if (test == nullptr || test->arms.size() != 1 || at == 0) return {};
  const Expr* condition = test->arms[0].condition;
  if (!negated) {
    const auto* block = condition == &call ? as<Block>(test->arms[0].body) : nullptr;
    return block != nullptr ? block->statements : List<Stmt>();
  }
  const auto* around = as<Block>(code.around[at - 1]);
  const auto* not_held = as<Unary>(condition);
  if (around == nullptr || test->else_body != nullptr || not_held == nullptr || not_held->operand != &call)
    return {};
  *stmt = test;
  return around->statements;
}

}  // namespace

void check_lock_not_released(Checked& checked, const Code& code, const Node* node) {
  const auto& call = get<Call>(node);
  LockCall lock = lock_call(code, call);
  if (lock.mode == LockMode::optimistic) return;
  const Stmt* stmt = nullptr;
  List<Stmt> statements;
  if (lock.operation == LockOperation::acquire) {
    const Block* block = block_of(code, &stmt);
    if (block == nullptr || is_answer_kept(code)) return;
    statements = block->statements;
  } else if (lock.operation == LockOperation::try_lock) {
    statements = statements_after_try(code, call, &stmt);
    bool unlocks = std::any_of(statements.begin(), statements.end(),
                               [&](const Stmt* one) { return releases(code, one, lock.lock); });
    if (!unlocks) return;
  }
  if (statements.empty() || released_around(code, lock.lock)) return;
  const Node* body = body_around(code);
  // A method that locks for its caller, or hands the lock over, says so by not unlocking it at all.
  if (body == nullptr || is_a<ClassDecl>(body) || !releases(code, body, lock.lock)) return;
  Between between;
  bool after = stmt == nullptr;
  for (const Stmt* one : statements) {
    if (one == stmt) {
      after = true;
      continue;
    }
    if (!after) continue;
    const auto* attempt = as<Try>(one);
    bool in_finally = attempt != nullptr && releases(code, attempt->finally_block, lock.lock);
    bool in_catch = false;
    if (attempt != nullptr) {
      for (const Catch* clause : attempt->catches)
        in_catch = in_catch || releases(code, clause->body, lock.lock);
    }
    if (in_finally || in_catch) {
      if (between.danger == Danger::leaves)
        add(checked, code, call, PatternFactor::start_path_leaves, between.at,
            "where the method leaves before the `try`", "leaves here with the lock held");
      if (between.danger == Danger::call)
        add(checked, code, call, PatternFactor::start_lock_before_try, between.at,
            "if code between the lock and the `try` throws", "may throw here");
      return;
    }
    bool plain = is_a<ExprStmt>(one) && releases(code, one, lock.lock);
    if (plain) break;
    read_danger(code, one, lock.lock, between);
    if (const Node* jump = releases(code, one, lock.lock) ? nullptr : jump_out(one);
        jump != nullptr && !is_released_after(code, body, statements.back()->span.end, lock.lock))
      between.note(Danger::leaves, jump);
    // Without a release below, the method ends with the lock held for its caller.
    bool goes_on = releases_and_leaves(code, one, lock.lock) &&
                   std::any_of(statements.begin(), statements.end(), [&](const Stmt* later) {
                     return later->span.begin > one->span.begin && releases(code, later, lock.lock);
                   });
    if (releases(code, one, lock.lock) && !goes_on) break;
  }
  switch (between.danger) {
    case Danger::none:
      return;
    case Danger::library_call:
      return add(checked, code, call, PatternFactor::start_library_call_throws, between.at,
                 "if the code before `unlock` throws", "may throw here");
    case Danger::call:
      return add(checked, code, call, PatternFactor::start_no_finally, between.at,
                 "if the code before `unlock` throws", "may throw here");
    case Danger::leaves:
      return add(checked, code, call, PatternFactor::start_path_leaves, between.at,
                 "on a path that leaves before `unlock`", "leaves here with the lock held");
  }
}

}  // namespace dh::java
