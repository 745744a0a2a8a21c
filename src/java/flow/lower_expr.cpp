// Expressions: accesses, assignments and conditions.
#include "java/flow/lower.h"

namespace dh::java {

namespace {

bool is_zero_or_false(const Expr* expr, std::string_view text) {
  const auto* literal = as<Literal>(expr);
  if (literal == nullptr) return false;
  if (literal->literal() == LiteralKind::kInt || literal->literal() == LiteralKind::kLong) {
    return text == "0" || text == "0L" || text == "0l";
  }
  return literal->literal() == LiteralKind::kFalse;
}

}  // namespace

bool Lowerer::is_judged(FieldId field) const {
  return unit_.fields.contains(field);
}

void Lowerer::emit_access(const FieldRef& ref, FieldAccessUse use, const Use& why, const Expr* at) {
  if (!is_judged(ref.field) || !flow().reachable()) return;
  if (use.content_read || use.content_write) {
    Sharing sharing = knowledge().field_sharing(ref.field, unit_.bodies[frame_->body].subject);
    if (sharing == Sharing::immutable || sharing == Sharing::thread_safe) {
      use.content_read = false;
      use.content_write = false;
    }
  }
  bool any = use.reference_read || use.reference_write || use.content_read || use.content_write;
  if (!any) return;
  FieldUse access;
  access.body = frame_->body;
  access.field = ref.field;
  access.base = ref.base;
  access.base_var = ref.base_var;
  access.use = use;
  access.span = at->span;
  access.inside = why.inside;
  access.called = why.called;
  access.local = annotated_var_;
  access.evidence = why.evidence;
  AccessId id = unit_.accesses.add(access);
  op(OpKind::access, id.value);
}

// The object that an expression denotes escapes.
void Lowerer::publish(const Expr* value) {
  while (const auto* cast = as<Cast>(value)) value = cast->operand;
  if (const auto* name = as<Name>(value)) {
    VarId var = resolver_.lookup(name->name).var;
    if (!var.valid()) return;
    op(OpKind::publish, var.value, 0, LockMode::exclusive, false);
    const Variable& variable = variables_[var];
    if (variable.param >= 0) {
      Body& body = unit_.bodies[variable.body];
      if (static_cast<size_t>(variable.param) < body.params.size()) {
        body.params[static_cast<size_t>(variable.param)].other = true;
      }
    }
  }
}

void Lowerer::name_expression(const Expr* expr, Symbol name, const Use& use) {
  BodyResolver::Found found = resolver_.lookup(name);
  if (found.var.valid()) {
    if (use.leaks) publish(expr);
    const Variable& variable = variables_[found.var];
    if (variable.lambda.valid()) unit_.bodies[variable.lambda].escapes = true;
    if (variable.body != frame_->body) {  // captured: the lambda may run after the object has escaped
      if (is_parameter(found.var)) {
        unit_.bodies[variable.body].params[static_cast<size_t>(variable.param)].captured = true;
      }
      op(OpKind::publish, found.var.value, 0, LockMode::exclusive, false);
    }
    if ((use.content_read || use.content_write) && variable.content.field.valid()) {
      FieldAccessUse access;
      access.content_read = use.content_read;
      access.content_write = use.content_write;
      emit_access(variable.content, access, use, expr);
    }
    return;
  }
  field_expression(expr, use);
}

void Lowerer::field_expression(const Expr* expr, const Use& use) {
  FieldRef ref = resolver_.field_of(expr);
  if (const auto* access = as<FieldAccess>(expr)) {
    bool inner = ref.target != nullptr || !ref.field.valid();
    bool denotes_type = inner && resolver_.as_type(access->target).known();
    if (inner && !denotes_type) {
      // Reading a.b looks inside a, unless b cannot change.
      bool length = !ref.field.valid() && knowledge().text(access->name.name) == "length";
      bool fixed = length || (ref.field.valid() && (index().field(ref.field).has(kFinal) ||
                                                    index().field(ref.field).has(kVolatile)));
      Use of_target;
      of_target.length = length;
      of_target.content_read = !fixed || use.content_read || use.content_write;
      of_target.content_write = use.content_write;
      of_target.evidence = use.evidence;
      expression(access->target, of_target);
    }
  }
  if (!ref.field.valid()) return;
  // The length of an array never changes, and neither does which array a final field holds.
  if (use.length && index().field(ref.field).has(kFinal)) return;
  FieldAccessUse access;
  access.reference_read = !use.bound;
  access.content_read = use.content_read;
  access.content_write = use.content_write;
  access.as_monitor = use.monitor;
  emit_access(ref, access, use, expr);
}

void Lowerer::expression(const Expr* expr, const Use& use) {
  switch (expr->kind) {
    case NodeKind::literal:
    case NodeKind::class_literal:
    case NodeKind::type_expr:
    case NodeKind::super_ref:
    case NodeKind::annotation:
    case NodeKind::this_ref:
      return;
    case NodeKind::name:
      name_expression(expr, get<Name>(expr).name, use);
      return;
    case NodeKind::field_access:
      field_expression(expr, use);
      return;
    case NodeKind::array_access: {
      const auto& access = get<ArrayAccess>(expr);
      Use of_array;
      of_array.content_read = true;
      of_array.content_write = use.content_write;
      expression(access.array, of_array);
      expression(access.index, {});
      op(OpKind::mark);
      return;
    }
    case NodeKind::call:
      call_expression(get<Call>(expr), use);
      return;
    case NodeKind::new_object:
      new_object(get<NewObject>(expr), use);
      return;
    case NodeKind::new_array: {
      const auto& made = get<NewArray>(expr);
      for (const Expr* size : made.sizes) expression(size, {});
      if (made.init != nullptr) expression(made.init, {});
      return;
    }
    case NodeKind::array_init:
      for (const Expr* element : get<ArrayInit>(expr).elements) expression(element, {.leaks = true});
      return;
    case NodeKind::unary:
      if (get<Unary>(expr).unary_op() == UnaryOp::kNot) {
        logical(expr);
      } else {
        expression(get<Unary>(expr).operand, {});
      }
      return;
    case NodeKind::inc_dec:
      store(get<IncDec>(expr).operand, true, nullptr);
      return;
    case NodeKind::binary:
      binary_expression(get<Binary>(expr));
      return;
    case NodeKind::assign:
      assignment(get<Assign>(expr));
      return;
    case NodeKind::conditional: {
      const auto& choice = get<Conditional>(expr);
      BlockId yes = flow().new_block();
      BlockId no = flow().new_block();
      BlockId after = flow().new_block();
      condition(choice.condition, yes, no);
      flow().start(yes);
      expression(choice.if_true, use);
      flow().jump(after);
      flow().start(no);
      expression(choice.if_false, use);
      flow().jump(after);
      flow().start(after);
      return;
    }
    case NodeKind::instance_of: {
      const auto& test = get<InstanceOf>(expr);
      expression(test.operand, {});
      if (test.pattern != nullptr) pattern(test.pattern);
      return;
    }
    case NodeKind::cast:
      expression(get<Cast>(expr).operand, use);
      return;
    case NodeKind::lambda: {
      BodyId body = lower_lambda(get<Lambda>(expr));
      unit_.bodies[body].escapes = true;
      return;
    }
    case NodeKind::method_ref:
      method_reference(get<MethodRef>(expr), false);
      return;
    case NodeKind::switch_expr:
      switch_cases(get<Switch>(expr), true, use);
      return;
    default:
      return;
  }
}

void Lowerer::pattern(const Pattern* p) {
  if (const auto* type = as<TypePattern>(p)) {
    declare(*type->var, {});
  } else if (const auto* record = as<RecordPattern>(p)) {
    for (const Pattern* part : record->parts) pattern(part);
  }
}

void Lowerer::logical(const Expr* expr) {
  BlockId yes = flow().new_block();
  BlockId no = flow().new_block();
  BlockId after = flow().new_block();
  condition(expr, yes, no);
  flow().start(yes);
  flow().jump(after);
  flow().start(no);
  flow().jump(after);
  flow().start(after);
}

void Lowerer::binary_expression(const Binary& expr) {
  BinaryOp first = expr.first_op();
  if (first == BinaryOp::kAndAnd || first == BinaryOp::kOrOr) {
    logical(&expr);
    return;
  }
  // "" + list reads the list; list == null does not.
  bool equality = first == BinaryOp::kEqual || first == BinaryOp::kNotEqual;
  for (const Expr* operand : expr.operands) expression(operand, {.content_read = !equality});
}

void Lowerer::assignment(const Assign& expr) {
  store(expr.target, expr.compound(), expr.value);
}

void Lowerer::store(const Expr* target, bool also_reads, const Expr* value) {
  if (value != nullptr) {
    const auto* name = as<Name>(target);
    bool to_local = name != nullptr && resolver_.lookup(name->name).var.valid();
    Use use;
    use.leaks = !to_local || !is<NewObject>(value);
    use.content_read = also_reads;
    expression(value, use);
    if (!to_local) escape_by_store(target, value);
  }
  while (const auto* cast = as<Cast>(target)) target = cast->operand;
  if (const auto* element = as<ArrayAccess>(target)) {
    expression(element->array, {.content_read = also_reads, .content_write = true});
    expression(element->index, {});
    op(OpKind::mark);
    return;
  }
  if (const auto* name = as<Name>(target)) {
    VarId var = resolver_.lookup(name->name).var;
    if (var.valid()) {
      store_local(var, value);
      return;
    }
  }
  FieldRef ref = resolver_.field_of(target);
  const auto* access = as<FieldAccess>(target);
  bool inner = access != nullptr && (ref.target != nullptr || !ref.field.valid());
  if (inner && !resolver_.as_type(access->target).known()) {
    bool is_volatile = ref.field.valid() && index().field(ref.field).has(kVolatile);
    expression(access->target, {.content_read = is_volatile, .content_write = !is_volatile});
  }
  if (!ref.field.valid()) return;
  if (!also_reads && stores_same_value(index().field(ref.field), value)) return;
  FieldAccessUse use;
  use.reference_write = true;
  use.reference_read = also_reads;
  emit_access(ref, use, {}, target);
}

// The result of a @Functional method, which is the same for all threads; a long is written in two halves.
bool Lowerer::stores_same_value(const FieldInfo& field, const Expr* value) {
  while (const auto* cast = as<Cast>(value)) value = cast->operand;
  const auto* call = as<Call>(value);
  const StringSet& names = knowledge().models().functional_annotations;
  std::string_view type = knowledge().text(field.type.simple);
  if (call == nullptr || (field.type.primitive && (type == "long" || type == "double"))) return false;
  TypeId through;
  std::vector<MethodId> methods = resolver_.methods_of(*call, &through);
  return !methods.empty() && std::all_of(methods.begin(), methods.end(), [&](MethodId m) {
    return knowledge().annotated(index().method(m).annotations(), names);
  });
}

// A call whose result belongs to the caller alone.
bool Lowerer::makes_fresh(const Expr* value) {
  while (const auto* cast = as<Cast>(value)) value = cast->operand;
  const auto* call = as<Call>(value);
  if (call == nullptr) return false;
  if (knowledge().models().fresh_methods.contains(knowledge().text(call->name.name))) return true;
  TypeId through;
  std::vector<MethodId> methods = resolver_.methods_of(*call, &through);
  return !methods.empty() && std::all_of(methods.begin(), methods.end(),
                                         [&](MethodId m) { return knowledge().returns_fresh(m); });
}

// Object l; ... l = lock: from here on the variable means the field, as if it had been initialised with it.
void Lowerer::set_alias_later(VarId var, const Expr* value) {
  const Variable& known = variables_[var];
  bool later = known.assigned_once && known.decl != nullptr && known.decl->init == nullptr && known.param < 0;
  if (!later || known.alias.path.valid() || known.body != frame_->body || makes_fresh(value)) return;
  PathRef path = resolver_.path_of(value);
  if (!path.path.valid() || !path.stable) return;
  if (resolver_.root_variable(path.path) == var) return;
  LockRef lock = knowledge().lock_type(known.type) != nullptr ? resolver_.lock_of(value) : LockRef{};
  variables_[var].alias = path;
  variables_[var].lock = lock;
}

void Lowerer::store_local(VarId var, const Expr* value) {
  op(OpKind::assign, var.value, 0, LockMode::exclusive, false);
  if (value == nullptr) return;
  while (const auto* cast = as<Cast>(value)) value = cast->operand;
  set_alias_later(var, value);
  if (const auto* made = as<NewObject>(value)) {
    bool has_this = false;
    for (const Expr* arg : made->args) has_this = has_this || knows_this(arg);
    if (has_this) frame_->carriers.push_back(var);
    if (made->body == nullptr) op(OpKind::own, var.value, 0, LockMode::exclusive, false);
    return;
  }
  if (makes_fresh(value)) {
    op(OpKind::own, var.value, 0, LockMode::exclusive, false);
    return;
  }
  if (const auto* literal = as<Literal>(value)) {
    std::string_view text = index().text(resolver_.this_class(), value->span);
    if (literal->literal() == LiteralKind::kTrue)
      op(OpKind::set_true, var.value, 0, LockMode::exclusive, false);
    if (is_zero_or_false(value, text)) op(OpKind::set_false, var.value, 0, LockMode::exclusive, false);
    return;
  }
  if (const auto* name = as<Name>(value)) {
    VarId from = resolver_.lookup(name->name).var;
    if (from.valid()) op(OpKind::copy, var.value, from.value, LockMode::exclusive, false);
    return;
  }
  bool negated = false;
  while (const auto* unary = as<Unary>(value)) {
    if (unary->unary_op() != UnaryOp::kNot) return;
    negated = !negated;
    value = unary->operand;
  }
  // mine = wanted && lock.tryLock(): the lock is held where `mine` is true.
  if (const auto* all = as<Binary>(value); all != nullptr && all->first_op() == BinaryOp::kAndAnd) {
    for (const Expr* operand : all->operands) {
      if (try_call(operand).has_value()) value = operand;
    }
  }
  if (std::optional<TryCall> tried = try_call(value)) {
    OpKind kind = tried->convert ? OpKind::pend_convert : negated ? OpKind::pend_not : OpKind::pend;
    op(kind, var.value, tried->monitor.value, tried->mode, false);
  }
}

void Lowerer::branch_with(const Op& operation, BlockId if_true, BlockId if_false) {
  if (!flow().reachable()) return;
  BlockId held = flow().new_block();
  flow().edge(flow().current(), held);
  flow().jump(if_false);
  flow().start(held);
  flow().add(operation);
  flow().jump(if_true);
}

// `x != 0` and `x == 0` of stamps; `x == false` of booleans.
bool Lowerer::zero_test(const Binary& test, BlockId if_true, BlockId if_false) {
  BinaryOp kind = test.first_op();
  if (test.operands.size() != 2 || (kind != BinaryOp::kEqual && kind != BinaryOp::kNotEqual)) return false;
  const Expr* tested = test.operands[0];
  const Expr* zero = test.operands[1];
  auto is_true = [](const Expr* e) {
    const auto* literal = as<Literal>(e);
    return literal != nullptr && literal->literal() == LiteralKind::kTrue;
  };
  if (is_true(tested) || is_true(zero)) {
    if (kind == BinaryOp::kNotEqual) std::swap(if_true, if_false);
    return lock_condition(is_true(zero) ? tested : zero, if_true, if_false);
  }
  auto text = [&](const Expr* e) { return index().text(resolver_.this_class(), e->span); };
  if (!is_zero_or_false(zero, text(zero))) std::swap(tested, zero);
  if (!is_zero_or_false(zero, text(zero))) return false;
  if (kind == BinaryOp::kEqual) std::swap(if_true, if_false);
  return lock_condition(tested, if_true, if_false);
}

// A condition that says whether a lock was acquired.
bool Lowerer::lock_condition(const Expr* expr, BlockId if_true, BlockId if_false) {
  Op operation;
  operation.throws = false;
  if (const auto* assign = as<Assign>(expr); assign != nullptr && !assign->compound()) {
    const auto* name = as<Name>(assign->target);
    if (name == nullptr || !try_call(assign->value).has_value()) return false;
    assignment(*assign);
    return lock_condition(assign->target, if_true, if_false);
  }
  if (const auto* name = as<Name>(expr)) {
    VarId var = resolver_.lookup(name->name).var;
    if (!var.valid()) return false;
    operation.a = var.value;
    BlockId no = flow().new_block();
    operation.kind = OpKind::assume;
    branch_with(operation, if_true, no);
    flow().start(no);
    operation.kind = OpKind::assume_not;
    flow().add(operation);
    flow().jump(if_false);
    return true;
  }
  if (std::optional<MonitorId> held = asserted_lock(expr)) {
    expression(expr, {});
    operation.kind = OpKind::hold;
    operation.a = held->value;
    branch_with(operation, if_true, if_false);
    return true;
  }
  std::optional<TryCall> tried = try_call(expr);
  if (!tried.has_value()) return false;
  expression(expr, {});
  operation.kind = tried->convert ? OpKind::convert : OpKind::acquire;
  operation.a = tried->monitor.value;
  operation.mode = tried->mode;
  branch_with(operation, if_true, if_false);
  return true;
}

void Lowerer::condition(const Expr* expr, BlockId if_true, BlockId if_false) {
  if (const auto* unary = as<Unary>(expr); unary != nullptr && unary->unary_op() == UnaryOp::kNot) {
    condition(unary->operand, if_false, if_true);
    return;
  }
  if (const auto* binary = as<Binary>(expr)) {
    BinaryOp kind = binary->first_op();
    // Of booleans, & and | say the same about the locks that their operands test.
    bool both = kind == BinaryOp::kAndAnd || kind == BinaryOp::kAnd;
    if (both || kind == BinaryOp::kOrOr || kind == BinaryOp::kOr) {
      for (size_t i = 0; i + 1 < binary->operands.size(); ++i) {
        BlockId next = flow().new_block();
        if (both) {
          condition(binary->operands[i], next, if_false);
        } else {
          condition(binary->operands[i], if_true, next);
        }
        flow().start(next);
      }
      condition(binary->operands.back(), if_true, if_false);
      return;
    }
    if (zero_test(*binary, if_true, if_false)) return;
  }
  if (const auto* literal = as<Literal>(expr)) {
    if (literal->literal() == LiteralKind::kTrue) return flow().jump(if_true);
    if (literal->literal() == LiteralKind::kFalse) return flow().jump(if_false);
  }
  if (lock_condition(expr, if_true, if_false)) return;
  expression(expr, {});
  if (flow().reachable()) flow().edge(flow().current(), if_true);
  flow().jump(if_false);
}

}  // namespace dh::java
