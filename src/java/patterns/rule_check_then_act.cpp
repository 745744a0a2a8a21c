// java-check-then-act: two calls of a concurrent collection or atomic that only together mean what they
// should.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "java/patterns/check.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

namespace {

enum class Shape : uint8_t { other, map, collection, atomic };

Shape shape_of(std::string_view simple) {
  if (simple == "AtomicBoolean" || simple == "AtomicInteger" || simple == "AtomicLong" ||
      simple == "AtomicReference")
    return Shape::atomic;
  if (simple.ends_with("Map") || simple == "Hashtable") return Shape::map;
  for (std::string_view end : {"List", "Set", "Queue", "Deque", "Vector", "Stack", "Collection"}) {
    if (simple.ends_with(end)) return Shape::collection;
  }
  return Shape::other;
}

// The field whose own methods are thread-safe, and what it is.
struct Shared {
  FieldId field;
  Shape shape = Shape::other;
};

Shared shared_field(const Code& code, const Expr* expr) {
  FieldId field = code.field_of(expr);
  if (!field.valid()) return {};
  const FieldInfo& info = code.index().field(field);
  if (info.type.is_array() || info.type.type.valid() || !info.type.known()) return {};
  Shape shape = shape_of(code.text(info.type.simple));
  if (shape == Shape::other || !info.type.qualified.starts_with("java.util.")) return {};
  if (code.knowledge.field_sharing(field) != Sharing::thread_safe) return {};
  return {field, shape};
}

// m.name(key, ...) of a field; null: another expression.
const Call* call_named(const Code& code, const Expr* expr, std::initializer_list<std::string_view> names) {
  const auto* call = as<Call>(without_casts(expr));
  if (call == nullptr || call->target == nullptr) return nullptr;
  bool named = std::find(names.begin(), names.end(), code.text(call->name.name)) != names.end();
  return named ? call : nullptr;
}

// The first call below the node of the same receiver, with one of the names, and with the same first argument
// where `key` is given. Code that takes a lock first is left out: it tests again, or should.
const Call* act_in(const Code& code, const Node* where, const Expr* receiver,
                   std::initializer_list<std::string_view> names, const Expr* key) {
  const Call* found = nullptr;
  bool locked = false;
  if (where == nullptr) return nullptr;
  walk(where, [&](const Node* node) {
    if (locked || is_a<Synchronized>(node) || is_a<ClassDecl>(node)) return false;
    const auto* call = as<Call>(node);
    if (call == nullptr || found != nullptr) return found == nullptr;
    locked = lock_call(code, *call).operation == LockOperation::acquire;
    if (locked) return false;
    if (call->target == nullptr || !same_expr(call->target, receiver)) return true;
    if (std::find(names.begin(), names.end(), code.text(call->name.name)) == names.end()) return true;
    if (key != nullptr && (call->args.empty() || !same_expr(call->args[0], key))) return true;
    found = call;
    return false;
  });
  return found;
}

struct Pair {
  const Call* check = nullptr;
  const Call* act = nullptr;
  PatternFactor start{};
  std::string_view outcome;
  std::string hint;
};

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

std::optional<Pair> map_pair(Checked& checked, const Code& code, const Test& test, FieldId field,
                             const Node* present, const Node* absent) {
  if (test.call->args.empty()) return std::nullopt;
  const Expr* key = test.call->args[0];
  const Expr* map = test.call->target;
  if (const Call* put = act_in(code, absent, map, {"put"}, key))
    return Pair{test.call, put, PatternFactor::start_put_if_absent,
                "another thread may put a value for the key in between, which this one then replaces",
                fmt::format("use `{0}.putIfAbsent` or `{0}.computeIfAbsent`", code.text(map))};
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
    if (act == nullptr || (code.text(act->name.name) == "remove" && !act->args.empty())) return std::nullopt;
    bool of_map = shape_of(code.text(code.index().field(field).type.simple)) == Shape::map;
    if (of_map && code.text(act->name.name) == "get") return std::nullopt;  // returns null
    if (!removes_elsewhere(checked, code, field, whole)) return std::nullopt;
    return Pair{test.call, act, PatternFactor::start_use_after_empty_check,
                "another thread may remove the last element in between, and the call fails",
                "use `poll`, `peek` or `pollFirst`, and test the result for null"};
  }
  if (tested != "contains" || test.call->args.empty()) return std::nullopt;
  const Call* act = act_in(code, missing, collection, {"add"}, test.call->args[0]);
  if (act == nullptr) return std::nullopt;
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

// m.put(k, m.get(k) + 1), also through a local variable: the call of get.
const Call* read_for_update(const Code& code, const Call& put) {
  if (put.args.size() != 2 || is_a<Call>(without_casts(put.args[1]))) return nullptr;
  const Expr* key = put.args[0];
  if (const Call* get = act_in(code, put.args[1], put.target, {"get", "getOrDefault"}, key)) return get;
  if (!is_a<Binary>(put.args[1])) return nullptr;
  const Call* found = nullptr;
  walk(put.args[1], [&](const Node* node) {
    const auto* name = as<Name>(node);
    if (name == nullptr) return found == nullptr;
    Denotation d = code.denote(name);
    if (d.kind == Denotation::Kind::local && d.local->init != nullptr)
      found = act_in(code, d.local->init, put.target, {"get", "getOrDefault"}, key);
    return found == nullptr;
  });
  return found;
}

// new T(), newKeySet(), createProvider()
bool is_maker(const Code& code, const Expr* value) {
  value = without_casts(value);
  const auto* call = as<Call>(value);
  std::string_view name = call != nullptr ? code.text(call->name.name) : std::string_view();
  return is_a<NewObject>(value) || name.starts_with("new") || name.starts_with("create");
}

// new T(), `v = new T()`, or a local variable that gets one somewhere in the body.
bool makes_object(const Code& code, const Expr* value) {
  value = without_casts(value);
  if (const auto* assign = as<Assign>(value)) value = without_casts(assign->value);
  if (is_maker(code, value)) return true;
  const Node* body = is_a<Name>(value) ? body_around(code) : nullptr;
  if (body == nullptr) return false;
  bool made = false;
  walk(body, [&](const Node* node) {
    const auto* var = as<Var>(node);
    const auto* assign = as<Assign>(node);
    if (var != nullptr && var->name.name == last_name(value)) made = made || is_maker(code, var->init);
    if (assign != nullptr && last_name(assign->target) == last_name(value))
      made = made || is_maker(code, assign->value);
    return !made;
  });
  return made;
}

void add(Checked& checked, const Code& code, const Pair& pair, FieldId field) {
  if (checked.held.any(code, pair.check) || code.in_construction()) return;
  const FieldInfo& info = code.index().field(field);
  std::string name = fmt::format("{}.{}", code.index().type(info.owner).display, code.text(info.name));
  Confidence confidence(checked.factors[pair.start]);
  bool puts = pair.start == PatternFactor::start_put_if_absent && code.text(pair.act->name.name) == "put" &&
              pair.act->args.size() == 2;
  if (puts && !makes_object(code, pair.act->args[1]))
    confidence.apply(checked.factors[PatternFactor::interchangeable_value]);
  std::string_view type = code.text(info.type.simple);
  if (type == "Vector" || type == "Stack" || type == "Hashtable")
    confidence.apply(checked.factors[PatternFactor::legacy_collection]);
  PatternReport what;
  what.rule = Rule::java_check_then_act;
  what.at = pair.act->span;
  what.message = fmt::format("`{}` and `{}` of `{}` are two steps: {}", code.text(pair.check->name.name),
                             code.text(pair.act->name.name), name, pair.outcome);
  what.shared = {"field", name};
  what.description = fmt::format("calls `{}`, relying on the check", code.text(pair.act->name.name));
  what.hint = pair.hint;
  what.kind = AccessKind::write;
  if (Finding* finding = report(checked, code, std::move(what), std::move(confidence)))
    finding->accesses.push_back(access_at(code, pair.check->span, AccessKind::read,
                                          fmt::format("checks with `{}`", code.text(pair.check->name.name))));
}

void check_condition(Checked& checked, const Code& code, const Expr* condition, const Node* if_true,
                     const Node* if_false, const Node* whole) {
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
    } else if (shared.shape == Shape::atomic) {
      pair = atomic_pair(code, test, if_true);
    }
    if (!pair.has_value()) continue;
    add(checked, code, *pair, shared.field);
    return;
  }
}

// Something goes over the elements of what Collections.synchronizedList and its like made.
void check_iteration(Checked& checked, const Code& code, const Expr* iterable) {
  const Expr* over = without_casts(iterable);
  if (const Call* view = call_named(code, over, {"values", "keySet", "entrySet"})) over = view->target;
  FieldId field = code.field_of(over);
  if (!field.valid()) return;
  const FieldInfo& info = code.index().field(field);
  TypeId context;
  const Expr* source = code.knowledge.only_source(field, &context);
  const auto* made = as<Call>(without_casts(source));
  bool wrapped = made != nullptr && code.text(made->name.name).starts_with("synchronized") &&
                 made->target != nullptr && code.text(last_name(made->target)) == "Collections";
  if (!wrapped || checked.held.any(code) || code.in_construction()) return;
  const std::vector<FieldCall>& calls = checked.calls_of_fields();
  bool changes = std::any_of(calls.begin(), calls.end(), [&](const FieldCall& one) {
    return one.field == field && !one.in_construction && modifies_collection(code.text(one.call->name.name));
  });
  if (!changes) return;
  std::string name = fmt::format("{}.{}", code.index().type(info.owner).display, code.text(info.name));
  PatternReport what;
  what.rule = Rule::java_check_then_act;
  what.at = iterable->span;
  what.message = fmt::format(
      "the iteration over `{}` does not hold its lock: a change by another thread in between "
      "throws ConcurrentModificationException",
      name);
  what.shared = {"field", name};
  what.description = fmt::format("iterates over `{}`", code.text(info.name));
  what.hint = fmt::format("wrap the loop in `synchronized ({})`, or use a concurrent collection",
                          code.text(info.name));
  what.kind = AccessKind::read;
  report(checked, code, std::move(what),
         Confidence(checked.factors[PatternFactor::start_synchronized_iteration]));
}

}  // namespace

void check_then_act(Checked& checked, const Code& code, const Node* node) {
  if (const auto* test = as<If>(node)) {
    const Node* otherwise = test->arms.size() == 1 ? test->else_body : test->arms[1].body;
    check_condition(checked, code, test->arms[0].condition, test->arms[0].body, otherwise, node);
  } else if (const auto* choice = as<Conditional>(node)) {
    check_condition(checked, code, choice->condition, choice->if_true, choice->if_false, node);
  } else if (const Call* set = call_named(code, static_cast<const Expr*>(node), {"set", "lazySet"})) {
    // a.set(a.get() + 1)
    if (set->args.size() != 1 || is_a<Call>(set->args[0])) return;
    Shared shared = shared_field(code, set->target);
    if (shared.shape != Shape::atomic) return;
    const Call* get = act_in(code, set->args[0], set->target, {"get"}, nullptr);
    if (get == nullptr) return;
    add(checked, code,
        Pair{get, set, PatternFactor::start_get_then_set, "an update of another thread in between is lost",
             fmt::format("use an atomic update, for example `{}.updateAndGet`", code.text(set->target))},
        shared.field);
  } else if (const Call* put = call_named(code, static_cast<const Expr*>(node), {"put"})) {
    const Call* get = read_for_update(code, *put);
    Shared shared = get != nullptr ? shared_field(code, put->target) : Shared();
    if (shared.shape != Shape::map) return;
    add(checked, code,
        Pair{get, put, PatternFactor::start_get_then_set, "an update of another thread in between is lost",
             fmt::format("use `{0}.merge` or `{0}.compute`", code.text(put->target))},
        shared.field);
  } else if (const Call* walks =
                 call_named(code, static_cast<const Expr*>(node), {"iterator", "listIterator", "stream"})) {
    check_iteration(checked, code, walks->target);
  }
}

void check_synchronized_iteration(Checked& checked, const Code& code, const Node* node) {
  check_iteration(checked, code, get<ForEach>(node).iterable);
}

}  // namespace dh::java
