#include "erlang/lower.h"

namespace dh::erlang::lowering {

void Lowerer::pattern(const Expr& p, ValueId v, bool shadow) {
  switch (p.kind) {
    case ExprKind::variable: {
      if (p.name == names_.underscore) return;
      auto here = b_->variables.find(p.name);
      ValueId known = shadow ? (here == b_->variables.end() ? ValueId() : here->second) : lookup(p.name);
      if (known.valid()) {
        refine(known, v, true);
      } else {
        bind(p.name, v);
      }
      return;
    }
    case ExprKind::tuple:
      for (size_t i = 0; i < p.children.size(); ++i)
        pattern(p.child(i), field(v, static_cast<uint32_t>(i)), shadow);
      return;
    case ExprKind::list:
    case ExprKind::improper_list: {
      size_t elements = p.children.size() - (p.is(ExprKind::improper_list) ? 1 : 0);
      ValueId at = v;
      for (size_t i = 0; i < elements; ++i) {
        pattern(p.child(i), head(at), shadow);
        at = tail(at);
      }
      if (p.is(ExprKind::improper_list)) {
        pattern(p.child(elements), at, shadow);
      } else {
        refine(at, nil(), true);
      }
      return;
    }
    case ExprKind::match:
      pattern(p.child(0), v, shadow);
      pattern(p.child(1), v, shadow);
      return;
    case ExprKind::record:
      record_pattern(p, v, shadow);
      return;
    case ExprKind::atom:
    case ExprKind::integer:
    case ExprKind::character:
    case ExprKind::string:
    case ExprKind::big_integer:
    case ExprKind::floating:
    case ExprKind::record_index:
      refine(v, expr(p), true);
      return;
    default:  // maps, binaries, arithmetic: their variables come from the value in a way that is not followed
      pattern_variables(p, v, shadow);
      return;
  }
}

void Lowerer::record_pattern(const Expr& p, ValueId v, bool shadow) {
  const RecordDefinition* record = module_.find_record(p.name);
  if (record == nullptr) {
    pattern_variables(p, v, shadow);
    return;
  }
  refine(field(v, 0), atom(p.name), true);
  for (const Expr* f : p.children) {
    auto index = f->child(0).is(ExprKind::atom) ? record->field_index(f->child(0).name) : std::nullopt;
    if (index) {
      pattern(f->child(1), field(v, static_cast<uint32_t>(*index) + 1), shadow);
    } else {
      pattern_variables(f->child(1), v, shadow);
    }
  }
}

void Lowerer::pattern_variables(const Expr& p, ValueId from, bool shadow) {
  if (p.is(ExprKind::variable)) {
    pattern(p, add_value(ValueKind::unknown, 0, std::span(&from, 1)), shadow);
    return;
  }
  if (p.is(ExprKind::map_field_exact) || p.is(ExprKind::map_field_assoc)) {
    // The key is an expression; the value a pattern.
    ValueId member = add_value(ValueKind::unknown, 0, std::span(&from, 1));
    pattern(p.child(1), member, shadow);
    return;
  }
  if (p.is(ExprKind::segment)) {
    pattern_variables(p.child(0), from, shadow);
    return;
  }
  for (const Expr* e : p.children) {
    if (e->is(ExprKind::tuple) || e->is(ExprKind::list) || e->is(ExprKind::record)) {
      pattern(*e, add_value(ValueKind::unknown, 0, std::span(&from, 1)), shadow);
    } else {
      pattern_variables(*e, from, shadow);
    }
  }
}

bool Lowerer::refutable(const Expr& p) const {
  if (p.is(ExprKind::variable)) return p.name != names_.underscore && b_->variables.contains(p.name);
  if (p.is(ExprKind::match)) return refutable(p.child(0)) || refutable(p.child(1));
  return true;
}

void Lowerer::guards(const Clause& clause, std::vector<ValueId>& deciders) {
  for (const Exprs& tests : clause.guards) {
    for (const Expr* test : tests) {
      deciders.push_back(expr(*test));
      // With alternatives, no single test has to hold.
      if (clause.guards.size() == 1) guard_test(*test, true);
    }
  }
}

bool Lowerer::simple(const Expr& e) {
  switch (e.kind) {
    case ExprKind::variable:
    case ExprKind::atom:
    case ExprKind::integer:
    case ExprKind::character:
    case ExprKind::string:
      return true;
    case ExprKind::tuple:
    case ExprKind::list:
      for (const Expr* child : e.children) {
        if (!simple(*child)) return false;
      }
      return true;
    case ExprKind::record_access:
      return simple(e.child(0));
    default:  // anything that may call, or is of no use for equality
      return false;
  }
}

// What a comparison that is known to hold (or not to) says of the values it compares.
void Lowerer::guard_test(const Expr& test, bool holds, ValueId value) {
  if (test.is(ExprKind::unary_op) && test.op == Op::logical_not) return guard_test(test.child(0), !holds);
  if (test.is(ExprKind::call) && holds) return type_test(test);
  if (!test.is(ExprKind::binary_op)) return;
  switch (test.op) {
    case Op::equal:
    case Op::exactly_equal:
      equation(test, holds, value);
      return;
    case Op::not_equal:
    case Op::exactly_not_equal:
      equation(test, !holds, value);
      return;
    case Op::and_also:
    case Op::logical_and:
      if (!holds) return;
      guard_test(test.child(0), true);
      guard_test(test.child(1), true);
      return;
    case Op::or_else:
    case Op::logical_or:
      if (holds) return;
      guard_test(test.child(0), false);
      guard_test(test.child(1), false);
      return;
    default:  // an order, arithmetic: says nothing of equality
      return;
  }
}

// Its two sides: evaluated again when that has no effect, else what they were evaluated to.
void Lowerer::equation(const Expr& test, bool equal, ValueId value) {
  if (simple(test.child(0)) && simple(test.child(1))) {
    refine(expr(test.child(0)), expr(test.child(1)), equal);
  } else if (value.valid() && b_->function->value(value).kind == ValueKind::computed) {
    auto sides = b_->function->operands_of(b_->function->value(value));
    if (sides.size() == 2) refine(sides[0], sides[1], equal);
  }
}

// is_pid(X), erlang:is_pid(X): in a clause whose guard (or case) it is, X is one.
void Lowerer::type_test(const Expr& test) {
  const Expr& callee = test.callee();
  const Expr* name = &callee;
  if (callee.is(ExprKind::remote) && callee.child(0).is_atom(names_.erlang)) name = &callee.child(1);
  if (!name->is(ExprKind::atom) || test.arguments().empty() || !simple(*test.arguments()[0])) return;
  auto type = names_.type_tests.find(name->name);
  if (type != names_.type_tests.end()) refine_type(expr(*test.arguments()[0]), type->second);
}

}  // namespace dh::erlang::lowering
