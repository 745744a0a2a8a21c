// java-lock-not-released: a path leaves the method with the lock held, or an exception does.
#include <fmt/format.h>

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
  return type.qualified.starts_with("java.util.") || type.qualified.starts_with("java.lang.");
}

void read_danger(const Code& code, const Stmt* stmt, const Expr* lock, Between& between) {
  walk(stmt, [&](const Node* node) {
    if (is_a<Lambda>(node) || is_a<ClassDecl>(node)) return false;
    // Leaving after an unlock of its own is right.
    if (const auto* block = as<Block>(node)) {
      for (const Stmt* one : block->statements) {
        const auto* expr = as<ExprStmt>(one);
        if (expr != nullptr && releases(code, expr, lock)) return false;
      }
    }
    if (is_a<Return>(node) || is_a<Throw>(node)) between.note(Danger::leaves, node);
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

// Whether the lock is released after the block, in the same body: the block may be left with it held.
bool is_released_after(const Code& code, const Node* body, const Block& block, const Expr* lock) {
  bool found = false;
  walk(body, [&](const Node* node) {
    const auto* call = as<Call>(node);
    found = found || (call != nullptr && call->span.begin >= block.span.end && releases(code, call, lock));
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

}  // namespace

void check_lock_not_released(Checked& checked, const Code& code, const Node* node) {
  const auto& call = get<Call>(node);
  LockCall lock = lock_call(code, call);
  if (lock.operation != LockOperation::acquire || lock.mode == LockMode::optimistic) return;
  const Stmt* stmt = nullptr;
  const Block* block = block_of(code, &stmt);
  if (block == nullptr || is_answer_kept(code) || released_around(code, lock.lock)) return;
  const Node* body = body_around(code);
  // A method that locks for its caller, or hands the lock over, says so by not unlocking it at all.
  if (body == nullptr || is_a<ClassDecl>(body) || !releases(code, body, lock.lock)) return;
  Between between;
  bool after = false;
  for (const Stmt* one : block->statements) {
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
        jump != nullptr && !is_released_after(code, body, *block, lock.lock))
      between.note(Danger::leaves, jump);
    if (releases(code, one, lock.lock)) break;
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
