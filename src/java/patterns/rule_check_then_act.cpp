// java-check-then-act: two calls of a concurrent collection or atomic that only together mean what they
// should.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "java/patterns/two_calls.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {

// What a condition says about a shared field.
struct Test {
  const Call* call = nullptr;
  bool positive = true;  // the tested state holds where the condition is true
};

// v of `v == null` was got from m.get(k) just before: the call.
const Call* origin(const Code& code, const Expr* variable) {
  if (!is_a<Name>(variable)) return nullptr;
  Denotation d = code.denote(variable);
  if (d.kind != Denotation::Kind::local || d.local->role() != VarRole::kLocal) return nullptr;
  if (const Call* call = call_named(code, d.local->init, {"get"})) return call;
  // v = m.get(k); in the statement before the test.
  for (size_t i = code.around.size(); i-- > 0;) {
    const auto* block = as<Block>(code.around[i]);
    if (block == nullptr) continue;
    const Call* last = nullptr;
    for (const Stmt* stmt : block->statements) {
      if (stmt->span.begin >= variable->span.begin) break;
      const auto* expr = as<ExprStmt>(stmt);
      const auto* assign = expr != nullptr ? as<Assign>(expr->expr) : nullptr;
      if (assign != nullptr && last_name(assign->target) == d.local->name.name)
        last = call_named(code, assign->value, {"get"});
    }
    return last;
  }
  return nullptr;
}

std::vector<Test> tests_of(const Code& code, const Expr* condition) {
  std::vector<Test> tests;
  for_each_operand(condition, BinaryOp::kAndAnd, [&](const Expr* operand) {
    bool positive = true;
    if (const auto* negated = as<Unary>(operand);
        negated != nullptr && negated->unary_op() == UnaryOp::kNot) {
      positive = false;
      operand = negated->operand;
    }
    if (const Call* call = call_named(code, operand, {"containsKey", "contains", "isEmpty", "get"}))
      tests.push_back({call, positive});
    for (BinaryOp op : {BinaryOp::kEqual, BinaryOp::kNotEqual}) {
      const Expr* tested = compared_with_null(operand, op);
      if (tested == nullptr) continue;
      if (const auto* assign = as<Assign>(tested)) tested = assign->value;
      const Call* call = call_named(code, tested, {"get"});
      if (call == nullptr) call = origin(code, tested);
      if (call != nullptr) tests.push_back({call, op == BinaryOp::kNotEqual});
    }
    const auto* compared = as<Binary>(operand);
    if (compared != nullptr && compared->operands.size() == 2 && compared->first_op() >= BinaryOp::kEqual &&
        compared->first_op() <= BinaryOp::kGreaterEqual) {
      if (const Call* call = call_named(code, compared->operands[0], {"get"});
          call != nullptr && call->args.empty())
        tests.push_back({call, true});
      if (const Call* call = call_named(code, compared->operands[0], {"size"});
          call != nullptr && call->args.empty())
        tests.push_back({call, compared->first_op() == BinaryOp::kEqual});
    }
  });
  return tests;
}

// Some other code of the class takes elements out.
bool removes_elsewhere(Checked& checked, const Code& code, FieldId field, const Node* except) {
  const std::vector<FieldCall>& calls = checked.calls_of_fields();
  return std::any_of(calls.begin(), calls.end(), [&](const FieldCall& one) {
    bool inside = except != nullptr && except->span.begin <= one.call->span.begin &&
                  one.call->span.end <= except->span.end;
    return one.field == field && !one.in_construction && !inside &&
           removes_from_collection(code.text(one.call->name.name));
  });
}

// v = m.get(k); if (v != null): the code expects that the key may be gone.
bool is_tested_for_null(const Node* where, const Call* got) {
  Symbol name;
  bool tested = false;
  walk(where, [&](const Node* node) {
    if (const auto* var = as<Var>(node); var != nullptr && without_casts(var->init) == got)
      name = var->name.name;
    for (BinaryOp op : {BinaryOp::kEqual, BinaryOp::kNotEqual}) {
      const Expr* operand =
          is_a<Binary>(node) ? compared_with_null(static_cast<const Expr*>(node), op) : nullptr;
      if (operand == nullptr) continue;
      tested = tested || without_casts(operand) == got || (name.valid() && last_name(operand) == name);
    }
    return !tested;
  });
  return tested;
}

// The call is not a statement of its own.
bool is_result_used(const Node* where, const Call* call) {
  bool alone = false;
  walk(where, [&](const Node* node) {
    const auto* stmt = as<ExprStmt>(node);
    alone = alone || (stmt != nullptr && without_casts(stmt->expr) == call);
    return !alone;
  });
  return !alone;
}

std::optional<Pair> map_pair(Checked& checked, const Code& code, const Test& test, FieldId field,
                             const Node* present, const Node* absent) {
  if (test.call->args.empty()) return std::nullopt;
  const Expr* key = test.call->args[0];
  const Expr* map = test.call->target;
  if (const Call* put = act_in(code, absent, map, {"put"}, key))
    return Pair{test.call,
                put,
                PatternFactor::start_put_if_absent,
                "another thread may put a value for the key in between, which this one then replaces",
                fmt::format("use `{0}.putIfAbsent` or `{0}.computeIfAbsent`", code.text(map)),
                is_result_used(absent, put)};
  if (code.text(test.call->name.name) != "containsKey") return std::nullopt;
  // Only what is removed somewhere can be gone.
  if (!removes_elsewhere(checked, code, field, nullptr)) return std::nullopt;
  const Call* got = act_in(code, present, map, {"get"}, key);
  if (got == nullptr || is_tested_for_null(present, got)) return std::nullopt;
  return Pair{test.call, got, PatternFactor::start_get_after_contains,
              "another thread may remove the key in between, and `get` returns null",
              fmt::format("call `{}.get` once and test the result for null", code.text(map))};
}

std::optional<Pair> collection_pair(Checked& checked, const Code& code, const Test& test, FieldId field,
                                    const Node* filled, const Node* missing, const Node* whole) {
  std::string_view tested = code.text(test.call->name.name);
  const Expr* collection = test.call->target;
  if (tested == "isEmpty" || tested == "size") {
    const Call* act =
        act_in(code, filled, collection,
               {"remove", "removeFirst", "removeLast", "getFirst", "getLast", "element", "first", "last",
                "firstKey", "lastKey", "pop", "get", "firstElement", "lastElement"},
               nullptr);
    // remove(0) takes what is at the index; remove(x) may find nothing.
    bool by_value = act != nullptr && code.text(act->name.name) == "remove" && !act->args.empty() &&
                    !is_a<Literal>(act->args[0]);
    if (act == nullptr || by_value) return std::nullopt;
    bool of_map = shape_of(code.text(code.index().field(field).type.simple)) == Shape::map;
    if (of_map && code.text(act->name.name) == "get") return std::nullopt;  // returns null
    bool removes = removes_from_collection(code.text(act->name.name));
    bool elsewhere = removes_elsewhere(checked, code, field, whole);
    if (!removes && !elsewhere) return std::nullopt;
    return Pair{test.call, act,
                elsewhere ? PatternFactor::start_use_after_empty_check : PatternFactor::start_only_remover,
                "another thread may remove the last element in between, and the call fails",
                "use `poll`, `peek` or `pollFirst`, and test the result for null"};
  }
  if (tested != "contains" || test.call->args.empty()) return std::nullopt;
  const Call* act = act_in(code, missing, collection, {"add"}, test.call->args[0]);
  // if (!set.contains(x)) { if (set.add(x)) ... }: the second test counts.
  if (act == nullptr || is_result_used(missing, act)) return std::nullopt;
  bool is_set = code.text(code.index().field(field).type.simple).ends_with("Set");
  return Pair{test.call, act, PatternFactor::start_put_if_absent,
              is_set
                  ? "another thread may add the element in between, and both go on as if they were the first"
                  : "another thread may add the element in between, which is then in the list twice",
              is_set ? "use the result of `add`, which is false where the element was there"
                     : "use `addIfAbsent` of a `CopyOnWriteArrayList`, or a set"};
}

// if (n.get() < max) n.incrementAndGet(): the call is a statement, and no other call tests what it returned.
const Call* step_in(const Code& code, const Node* where, const Expr* atomic) {
  const Call* found = nullptr;
  size_t statements = 0;
  size_t calls = 0;
  auto step = [&](const Node* node) -> const Call* {
    if (!is_a<Call>(node)) return nullptr;
    const Call* call =
        call_named(code, static_cast<const Expr*>(node),
                   {"incrementAndGet", "decrementAndGet", "getAndIncrement", "getAndDecrement", "addAndGet",
                    "getAndAdd", "compareAndSet", "updateAndGet", "getAndUpdate"});
    return call != nullptr && same_expr(call->target, atomic) ? call : nullptr;
  };
  if (where == nullptr) return nullptr;
  walk(where, [&](const Node* node) {
    if (step(node) != nullptr) ++calls;
    const auto* stmt = as<ExprStmt>(node);
    const Call* call = stmt != nullptr ? step(stmt->expr) : nullptr;
    if (call == nullptr) return true;
    ++statements;
    if (found == nullptr) found = call;
    return true;
  });
  if (found == nullptr || calls != statements) return nullptr;
  return act_in(code, where, atomic, {code.text(found->name.name)}, nullptr);
}

std::optional<Pair> atomic_pair(const Code& code, const Test& test, const Node* whole) {
  if (code.text(test.call->name.name) != "get" || !test.call->args.empty()) return std::nullopt;
  const Call* set = act_in(code, whole, test.call->target, {"set", "lazySet"}, nullptr);
  if (set == nullptr) {
    const Call* step = step_in(code, whole, test.call->target);
    if (step == nullptr) return std::nullopt;
    return Pair{test.call, step, PatternFactor::start_get_then_set,
                "another thread may change it in between, so that it passes the limit",
                fmt::format("use `{0}.compareAndSet` in a loop, or `{0}.updateAndGet`",
                            code.text(test.call->target))};
  }
  return Pair{test.call, set, PatternFactor::start_get_then_set,
              "another thread may set it in between, and both go on as if they were the first",
              fmt::format("use `{0}.compareAndSet` or `{0}.updateAndGet`", code.text(test.call->target))};
}

enum class TestedBy : uint8_t { branch, loop };

void check_condition(Checked& checked, const Code& code, const Expr* condition, const Node* if_true,
                     const Node* if_false, const Node* whole, TestedBy by = TestedBy::branch) {
  for (const Test& test : tests_of(code, condition)) {
    Shared shared = shared_field(code, test.call->target);
    if (!shared.field.valid()) continue;
    std::optional<Pair> pair;
    const Node* yes = test.positive ? if_true : if_false;
    const Node* no = test.positive ? if_false : if_true;
    std::string_view tested = code.text(test.call->name.name);
    if (shared.shape == Shape::map && tested != "isEmpty" && tested != "size") {
      pair = map_pair(checked, code, test, shared.field, yes, no);
    } else if (shared.shape == Shape::collection || shared.shape == Shape::map) {
      bool emptiness = tested == "isEmpty" || tested == "size";
      pair = collection_pair(checked, code, test, shared.field, emptiness ? no : yes, no, whole);
    } else if (shared.shape == Shape::atomic && by == TestedBy::branch) {
      // while (!stopped.get()) { ... } waits, or works until it is told to stop.
      pair = atomic_pair(code, test, if_true);
    }
    if (!pair.has_value()) continue;
    report_pair(checked, code, *pair, shared.field);
    return;
  }
}

}  // namespace

void check_then_act(Checked& checked, const Code& code, const Node* node) {
  if (const auto* test = as<If>(node)) {
    const Node* otherwise = test->arms.size() == 1 ? test->else_body : test->arms[1].body;
    check_condition(checked, code, test->arms[0].condition, test->arms[0].body, otherwise, node);
  } else if (const auto* loop = as<While>(node)) {
    check_condition(checked, code, loop->condition, loop->body, nullptr, node, TestedBy::loop);
  } else if (const auto* choice = as<Conditional>(node)) {
    check_condition(checked, code, choice->condition, choice->if_true, choice->if_false, node);
  } else if (const auto* call = as<Call>(node)) {
    check_update_in_two_steps(checked, code, *call);
  }
}

}  // namespace dh::java
