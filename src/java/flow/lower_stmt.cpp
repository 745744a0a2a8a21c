// Statements: control flow.
#include "java/flow/lower.h"
#include "java/syntax/tree_walk.h"

namespace dh::java {

void Lowerer::statements(List<Stmt> list) {
  for (const Stmt* stmt : list) statement(stmt);
}

void Lowerer::statement(const Stmt* stmt) {
  // finally blocks are lowered for each exit: nested ones could go on forever.
  constexpr size_t kMaxSteps = 2'000'000;
  if (++frame_->steps > kMaxSteps / 10 || ++steps_ > kMaxSteps) frame_->too_big = true;
  if (frame_->too_big) return;
  size_t mark = resolver_.mark();
  switch (stmt->kind) {
    case NodeKind::block:
      statements(get<Block>(stmt).statements);
      break;
    case NodeKind::local_vars:
      local_vars(get<LocalVars>(stmt));
      return;  // they stay in scope
    case NodeKind::local_class: {
      TypeId type = index().type_of(get<LocalClass>(stmt).decl);
      if (!type.valid()) return;
      resolver_.enter_class(type);
      add_members(type);
      break;
    }
    case NodeKind::expr_stmt:
      expression(get<ExprStmt>(stmt).expr, {});
      break;
    case NodeKind::constructor_call:
      constructor_call(get<ConstructorCall>(stmt));
      break;
    case NodeKind::if_stmt:
      if_statement(get<If>(stmt));
      return;  // variables of patterns may be in scope afterwards
    case NodeKind::while_stmt:
      loop(get<While>(stmt).condition, get<While>(stmt).body, {}, true);
      return;
    case NodeKind::do_stmt:
      loop(get<Do>(stmt).condition, get<Do>(stmt).body, {}, false);
      break;
    case NodeKind::for_stmt: {
      const auto& f = get<For>(stmt);
      statements(f.init);
      loop(f.condition, f.body, f.update, true);
      break;
    }
    case NodeKind::for_each:
      for_each_statement(get<ForEach>(stmt));
      break;
    case NodeKind::labeled: {
      const auto& labeled = get<Labeled>(stmt);
      BlockId after = flow().new_block();
      pending_label_ = labeled.label.name;
      with_targets({{labeled.label.name, after, frame_->finalizers.size(), false, false, false}},
                   [&] { statement(labeled.body); });
      flow().jump(after);
      flow().start(after);
      break;
    }
    case NodeKind::switch_stmt:
      switch_cases(*get<SwitchStmt>(stmt).body, false, {});
      break;
    case NodeKind::synchronized_stmt:
      synchronized_statement(get<Synchronized>(stmt));
      break;
    case NodeKind::try_stmt:
      try_statement(get<Try>(stmt));
      break;
    case NodeKind::return_stmt: {
      const auto& ret = get<Return>(stmt);
      if (ret.value != nullptr) expression(ret.value, {.leaks = true});
      jump_to({Symbol(), frame_->exit, 0});
      break;
    }
    case NodeKind::throw_stmt:
      expression(get<Throw>(stmt).value, {});
      if (flow().reachable()) {
        op(OpKind::mark);
        flow().dead();
      }
      break;
    case NodeKind::break_stmt:
      jump_out(get<Break>(stmt).label.name, false, false);
      break;
    case NodeKind::continue_stmt:
      jump_out(get<Continue>(stmt).label.name, true, false);
      break;
    case NodeKind::yield_stmt:
      expression(get<Yield>(stmt).value, {});
      jump_out(Symbol(), false, true);
      break;
    case NodeKind::assert_stmt: {
      const auto& check = get<Assert>(stmt);
      BlockId yes = flow().new_block();
      BlockId no = flow().new_block();
      condition(check.condition, yes, no);
      flow().start(no);
      if (check.message != nullptr) expression(check.message, {});
      flow().dead();
      flow().start(yes);
      break;
    }
    default:
      break;
  }
  resolver_.leave(mark);
}

void Lowerer::local_vars(const LocalVars& vars) {
  for (const Var* var : vars.vars) {
    const Var* around = annotated_var_;
    if (!var->modifiers->annotations.empty()) annotated_var_ = var;
    BodyId lambda = lambda_of_local(*var);
    if (var->init != nullptr && !lambda.valid()) expression(var->init, {.leaks = !is<NewObject>(var->init)});
    VarId id = declare(*var, {});
    variables_[id].lambda = lambda;
    if (var->init != nullptr && !lambda.valid()) {
      store_local(id, var->init);
      keep_handle(id, var->init);
    }
    annotated_var_ = around;
  }
}

void Lowerer::if_statement(const If& stmt) {
  BlockId after = flow().new_block();
  for (const IfArm& arm : stmt.arms) {
    BlockId yes = flow().new_block();
    BlockId no = flow().new_block();
    condition(arm.condition, yes, no);
    flow().start(yes);
    size_t mark = resolver_.mark();
    statement(arm.body);
    resolver_.leave(mark);
    flow().jump(after);
    flow().start(no);
  }
  if (stmt.else_body != nullptr) statement(stmt.else_body);
  flow().jump(after);
  flow().start(after);
}

void Lowerer::with_targets(const std::vector<Target>& targets, const std::function<void()>& body) {
  size_t before = frame_->targets.size();
  for (const Target& target : targets) frame_->targets.push_back(target);
  body();
  frame_->targets.resize(before);
}

void Lowerer::loop(const Expr* test, const Stmt* body, List<Expr> update, bool test_first) {
  Symbol label = pending_label_;
  pending_label_ = Symbol();
  BlockId head = flow().new_block();
  BlockId inside = flow().new_block();
  BlockId next = flow().new_block();
  BlockId after = flow().new_block();
  flow().jump(test_first ? head : inside);
  flow().start(head);
  if (test != nullptr) {
    condition(test, inside, after);
  } else {
    flow().jump(inside);
  }
  flow().start(inside);
  size_t depth = frame_->finalizers.size();
  ++frame_->loops;
  with_targets({{Symbol(), after, depth}, {label, next, depth, true}}, [&] { statement(body); });
  --frame_->loops;
  flow().jump(next);
  flow().start(next);
  for (const Expr* step : update) expression(step, {});
  flow().jump(head);
  flow().start(after);
}

void Lowerer::for_each_statement(const ForEach& stmt) {
  Symbol label = pending_label_;
  pending_label_ = Symbol();
  expression(stmt.iterable, {.content_read = true});
  BlockId head = flow().new_block();
  BlockId inside = flow().new_block();
  BlockId after = flow().new_block();
  flow().jump(head);
  flow().start(head);
  if (flow().reachable()) flow().edge(flow().current(), inside);
  flow().jump(after);
  flow().start(inside);
  // for (Map.Entry e : map.entrySet()), for (int[] row : rows): parts of what is iterated over.
  FieldRef content = resolver_.content_of(stmt.iterable);
  VarId var = declare(*stmt.var, {});
  const TypeRef& type = variables_[var].type;
  if (type.is_array() || (type.known() && knowledge().text(type.simple) == "Entry"))
    variables_[var].content = content;
  op(OpKind::assign, var.value);
  size_t depth = frame_->finalizers.size();
  ++frame_->loops;
  with_targets({{Symbol(), after, depth}, {label, head, depth, true}}, [&] { statement(stmt.body); });
  --frame_->loops;
  flow().jump(head);
  flow().start(after);
}

void Lowerer::switch_cases(const Switch& node, bool is_expression, const Use& use) {
  pending_label_ = Symbol();
  expression(node.selector, {});
  BlockId after = flow().new_block();
  BlockId dispatch = flow().current();
  flow().dead();
  bool has_default = false;
  bool patterns = false;
  size_t depth = frame_->finalizers.size();
  Target out{Symbol(), after, depth};
  out.is_yield = is_expression;
  with_targets({out}, [&] {
    for (const SwitchCase* one : node.cases) {
      BlockId block = flow().new_block();
      if (dispatch.valid()) flow().edge(dispatch, block);
      if (!one->arrow()) flow().jump(block);  // falls through
      flow().start(block);
      size_t mark = resolver_.mark();
      for (const Node* label : one->labels) {
        has_default = has_default || is<DefaultLabel>(label);
        if (!is_pattern(label->kind)) continue;
        patterns = true;
        pattern(static_cast<const Pattern*>(label));
      }
      if (one->guard != nullptr) {
        BlockId yes = flow().new_block();
        condition(one->guard, yes, after);
        flow().start(yes);
      }
      if (one->arrow() && is_expression && is<ExprStmt>(one->body[0])) {
        expression(get<ExprStmt>(one->body[0]).expr, use);
      } else {
        statements(one->body);
      }
      if (one->arrow()) {
        flow().jump(after);
      }
      resolver_.leave(mark);
    }
  });
  flow().jump(after);
  if (!has_default && !is_expression && !patterns && dispatch.valid()) flow().edge(dispatch, after);
  flow().start(after);
}

// Runs body with the monitor held and releases it on every exit.
void Lowerer::guarded(MonitorId monitor, LockMode mode, bool acquire, const std::function<void()>& body) {
  BlockId outer = flow().handler();
  if (acquire) op(OpKind::acquire, monitor.value, 0, mode, false);
  BlockId thrown = flow().new_block();
  Finalizer finalizer;
  finalizer.monitor = monitor;
  finalizer.mode = mode;
  finalizer.outer_handler = outer;
  frame_->finalizers.push_back(finalizer);
  flow().set_handler(thrown);
  body();
  frame_->finalizers.pop_back();
  flow().set_handler(outer);
  op(OpKind::release, monitor.value, 0, mode, false);
  BlockId after = flow().new_block();
  flow().jump(after);
  flow().start(thrown);
  op(OpKind::release, monitor.value, 0, mode, false);
  throw_out();
  flow().start(after);
}

void Lowerer::throw_out() {
  if (flow().handler().valid()) flow().jump(flow().handler());
  flow().dead();
}

// A local variable of several values means one object in a block that does not assign it:
// T x = null; ... x = field; synchronized (x) { x.act(); }
VarId Lowerer::variable_kept_in(const Synchronized& stmt) {
  const auto* name = as<Name>(stmt.lock);
  VarId var = name != nullptr ? resolver_.lookup(name->name).var : VarId();
  if (!var.valid() || variables_[var].assigned_once || variables_[var].alias.path.valid()) return {};
  bool assigned = false;
  walk(stmt.body, [&](const Node* node) {
    const auto* assign = as<Assign>(node);
    const auto* target = assign != nullptr ? as<Name>(assign->target) : nullptr;
    assigned = assigned || (target != nullptr && target->name == name->name);
    return !assigned;
  });
  return assigned ? VarId() : var;
}

void Lowerer::synchronized_statement(const Synchronized& stmt) {
  expression(stmt.lock, {.monitor = true});
  if (VarId kept = variable_kept_in(stmt); kept.valid()) {
    variables_[kept].alias = {unit_.paths.root(Step::local, kept.value), true};
    MonitorId monitor = unit_.monitor({variables_[kept].alias.path, MonitorKind::intrinsic, true});
    guarded(monitor, LockMode::exclusive, true, [&] { statement(stmt.body); });
    variables_[kept].alias = {};
    return;
  }
  PathRef path = resolver_.path_of(stmt.lock);
  // A lock that this method has just created excludes no other thread.
  if (VarId var = resolver_.root_variable(path.path); var.valid()) {
    const Var* decl = variables_[var].decl;
    if (decl != nullptr && decl->init != nullptr && is<NewObject>(decl->init)) path.path = PathId();
  }
  if (!path.path.valid()) {
    statement(stmt.body);
    return;
  }
  MonitorId monitor = unit_.monitor({path.path, MonitorKind::intrinsic, path.stable});
  guarded(monitor, LockMode::exclusive, true, [&] { statement(stmt.body); });
}

void Lowerer::try_body(const Try& stmt, size_t resource) {
  if (resource == stmt.resources.size()) {
    statement(stmt.body);
    return;
  }
  const Node* node = stmt.resources[resource];
  auto rest = [&] { try_body(stmt, resource + 1); };
  const auto* var = as<Var>(node);
  const Expr* value = var != nullptr ? var->init : static_cast<const Expr*>(node);
  if (const auto* name = var == nullptr ? as<Name>(value) : nullptr) {
    VarId id = resolver_.lookup(name->name).var;
    MonitorId handle = id.valid() ? variables_[id].handle : MonitorId();
    if (handle.valid()) return guarded(handle, variables_[id].handle_mode, false, rest);
  }
  LockRef lock = resolver_.handle_lock(value);
  TypeRef type = resolver_.type_of(value);
  expression(value, {});
  if (var != nullptr) {
    VarId id = declare(*var, {});
    if (variables_[id].type.known()) type = variables_[id].type;
    op(OpKind::assign, id.value);
  }
  if (!lock.path.valid()) lock = resolver_.named_handle_lock(value, type);
  if (!lock.path.valid()) return rest();
  guarded(monitor_of(lock, MonitorKind::lock), lock.mode.value_or(LockMode::exclusive),
          !acquired_inside(lock), rest);
}

void Lowerer::try_statement(const Try& stmt) {
  BlockId outer = flow().handler();
  BlockId after = flow().new_block();
  BlockId for_finally;
  if (stmt.finally_block != nullptr) {
    for_finally = flow().new_block();
    Finalizer finalizer;
    finalizer.block = stmt.finally_block;
    finalizer.outer_handler = outer;
    frame_->finalizers.push_back(finalizer);
  }
  BlockId uncaught = for_finally.valid() ? for_finally : outer;
  BlockId caught = stmt.catches.empty() ? uncaught : flow().new_block();
  BlockId done = flow().new_block();  // normal end of body or catch, before finally

  flow().set_handler(caught);
  size_t mark = resolver_.mark();
  try_body(stmt, 0);
  resolver_.leave(mark);
  flow().jump(done);

  flow().set_handler(uncaught);
  if (!stmt.catches.empty()) {
    flow().start(caught);
    std::vector<BlockId> clauses;
    for (size_t i = 0; i < stmt.catches.size(); ++i) {
      clauses.push_back(flow().new_block());
      flow().edge(caught, clauses.back());
    }
    if (uncaught.valid()) flow().edge(caught, uncaught);
    for (size_t i = 0; i < stmt.catches.size(); ++i) {
      flow().start(clauses[i]);
      declare(*stmt.catches[i]->param, {});
      statement(stmt.catches[i]->body);
      resolver_.leave(mark);
      flow().jump(done);
    }
  }
  if (stmt.finally_block != nullptr) frame_->finalizers.pop_back();
  flow().dead();
  flow().set_handler(outer);
  if (for_finally.valid()) {
    flow().start(for_finally);
    statement(stmt.finally_block);
    throw_out();
  }
  flow().start(done);
  if (stmt.finally_block != nullptr) statement(stmt.finally_block);
  flow().jump(after);
  flow().start(after);
}

// What must run before control leaves the region of finalizer `index`, with those outside it in force.
void Lowerer::run_finalizer(size_t index) {
  std::vector<Finalizer> saved(frame_->finalizers.begin() + static_cast<std::ptrdiff_t>(index),
                               frame_->finalizers.end());
  Finalizer finalizer = saved.front();
  BlockId handler = flow().handler();
  frame_->finalizers.resize(index);
  flow().set_handler(finalizer.outer_handler);
  if (finalizer.block != nullptr) {
    statement(finalizer.block);
  } else {
    op(OpKind::release, finalizer.monitor.value, 0, finalizer.mode, false);
  }
  flow().set_handler(handler);
  frame_->finalizers.insert(frame_->finalizers.end(), saved.begin(), saved.end());
}

void Lowerer::jump_to(const Target& target) {
  if (!flow().reachable()) return;
  for (size_t i = frame_->finalizers.size(); i-- > target.depth;) {
    auto& copies = frame_->finalizers[i].copies;
    for (const auto& [block, copy] : copies) {
      if (block != target.block) continue;
      flow().jump(copy);
      return;
    }
    BlockId copy = flow().new_block();
    copies.emplace_back(target.block, copy);
    flow().jump(copy);
    flow().start(copy);
    run_finalizer(i);
    if (!flow().reachable()) return;  // the finally block itself jumps
  }
  flow().jump(target.block);
}

void Lowerer::jump_out(Symbol label, bool is_continue, bool is_yield) {
  const std::vector<Target>& targets = frame_->targets;
  for (size_t i = targets.size(); i-- > 0;) {
    const Target& target = targets[i];
    if (target.is_continue != is_continue || target.is_yield != is_yield) continue;
    bool fits = label.valid() ? target.label == label : target.takes_plain;
    if (!fits) continue;
    Target copy = target;
    jump_to(copy);
    return;
  }
  flow().dead();
}

}  // namespace dh::java
