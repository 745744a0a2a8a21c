#include <algorithm>

#include "erlang/core/lower.h"

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
      exact_ = false;
      for (size_t i = 0; i < p.children.size(); ++i)
        pattern(p.child(i), field(v, static_cast<uint32_t>(i)), shadow);
      return;
    case ExprKind::list:
    case ExprKind::improper_list: {
      exact_ &= p.children.empty();
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
      exact_ = false;
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
    case ExprKind::binary:
      if (ValueId known = literal_binary(p); known.valid()) return refine(v, known, true);
      [[fallthrough]];
    default:  // maps, binaries, arithmetic: their variables come from the value in a way that is not followed
      exact_ = false;
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
    pattern(p.child(1), member(p.child(0), from), shadow);
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

// What has to hold for the clause to be taken, if that can be told part by part. To be asked before its
// patterns bind anything.
Range Lowerer::head_tests(const Clause& c, std::span<const ValueId> subjects) {
  if (!c.guards.empty() || c.patterns.size() != 1 || subjects.size() != 1) return {};
  std::vector<HeadTest> tests;
  std::vector<Symbol> names;
  if (!head_tests(*c.patterns[0], subjects[0], tests, names)) return {};
  std::vector<HeadTest>& all = b_->function->head_tests;
  Range range{static_cast<uint32_t>(all.size()), static_cast<uint32_t>(tests.size())};
  all.insert(all.end(), tests.begin(), tests.end());
  return range;
}

// False where the pattern asks for more than that.
bool Lowerer::head_tests(const Expr& p, ValueId v, std::vector<HeadTest>& tests, std::vector<Symbol>& names) {
  auto each = [&](const Expr& element, uint32_t index) {
    return head_tests(element, field(v, index), tests, names);
  };
  switch (p.kind) {
    case ExprKind::variable: {
      if (p.name == names_.underscore) return true;
      bool again = std::find(names.begin(), names.end(), p.name) != names.end();
      names.push_back(p.name);
      return !again && !lookup(p.name).valid();
    }
    case ExprKind::atom:
    case ExprKind::integer:
    case ExprKind::character:
    case ExprKind::string:
      tests.push_back({v, expr(p)});
      return true;
    case ExprKind::tuple:
      tests.push_back({v, ValueId(), static_cast<uint32_t>(p.children.size())});
      for (size_t i = 0; i < p.children.size(); ++i) {
        if (!each(p.child(i), static_cast<uint32_t>(i))) return false;
      }
      return true;
    case ExprKind::record: {
      const RecordDefinition* record = module_.find_record(p.name);
      if (record == nullptr) return false;
      tests.push_back({v, ValueId(), static_cast<uint32_t>(record->fields.size()) + 1});
      tests.push_back({field(v, 0), atom(p.name)});
      for (const Expr* f : p.children) {
        auto index = f->child(0).is(ExprKind::atom) ? record->field_index(f->child(0).name) : std::nullopt;
        if (!index || !each(f->child(1), static_cast<uint32_t>(*index) + 1)) return false;
      }
      return true;
    }
    case ExprKind::list:
    case ExprKind::improper_list: {
      size_t elements = p.children.size() - (p.is(ExprKind::improper_list) ? 1 : 0);
      for (size_t i = 0; i < elements; ++i) {
        tests.push_back({v, ValueId(), HeadTest::kListCell});
        if (!head_tests(p.child(i), head(v), tests, names)) return false;
        v = tail(v);
      }
      if (p.is(ExprKind::improper_list)) return head_tests(p.child(elements), v, tests, names);
      tests.push_back({v, nil()});
      return true;
    }
    case ExprKind::match:
      return head_tests(p.child(0), v, tests, names) && head_tests(p.child(1), v, tests, names);
    default:
      return false;
  }
}

bool Lowerer::refutable(const Expr& p) const {
  if (p.is(ExprKind::variable)) return p.name != names_.underscore && b_->variables.contains(p.name);
  if (p.is(ExprKind::match)) return refutable(p.child(0)) || refutable(p.child(1));
  return true;
}

void Lowerer::guards(const Clause& clause, std::vector<ValueId>& deciders) {
  for (const Exprs& tests : clause.guards) {
    for (const Expr* test : tests) deciders.push_back(expr(*test));
  }
  if (clause.guards.size() == 1) {
    for (const Expr* test : clause.guards[0]) exact_ &= guard_test(*test, true);
    return;
  }
  if (clause.guards.empty()) return;
  // With alternatives, no single test has to hold; but one of them does.
  exact_ = false;
  TypeFacts any;
  for (size_t i = 0; i < clause.guards.size(); ++i) {
    TypeFacts all;
    for (const Expr* test : clause.guards[i]) all = both(all, type_facts(*test, true));
    any = i == 0 ? all : either(any, all);
  }
  for (const auto& [value, types] : any) refine_type(value, types);
}

// The equations one of which has to hold, where a guard is nothing else: X =:= false; X =:= nil. None of them
// can fail in another way, so that all are false where the clause was not taken.
Range Lowerer::alternatives(const Clause& clause) {
  constexpr size_t kMaxAlternatives = 16;
  std::vector<Refinement> all;
  auto add = [&](auto& self, const Expr& test) -> bool {
    if (!test.is(ExprKind::binary_op)) return false;
    if (test.op == Op::or_else || test.op == Op::logical_or)
      return self(self, test.child(0)) && self(self, test.child(1));
    bool equal = test.op == Op::equal || test.op == Op::exactly_equal;
    if (!equal && test.op != Op::not_equal && test.op != Op::exactly_not_equal) return false;
    auto plain = [](const Expr& e) {
      return e.is(ExprKind::variable) || e.is(ExprKind::atom) || e.is(ExprKind::integer);
    };
    if (!plain(test.child(0)) || !plain(test.child(1)) || all.size() == kMaxAlternatives) return false;
    all.push_back({expr(test.child(0)), expr(test.child(1)), 0, equal});
    return all.back().left != all.back().right;
  };
  for (const Exprs& tests : clause.guards) {
    if (tests.size() != 1 || !add(add, *tests[0])) return {};
  }
  std::vector<Refinement>& known = b_->function->refinements;
  Range range{static_cast<uint32_t>(known.size()), static_cast<uint32_t>(all.size())};
  known.insert(known.end(), all.begin(), all.end());
  return range;
}

// What the outermost part of a clause's pattern says of the type.
void Lowerer::shape(const Expr& p, ValueId v) {
  switch (p.kind) {
    case ExprKind::tuple:
    case ExprKind::record:
      refine_type(v, types::kTuple);
      return;
    case ExprKind::list:
    case ExprKind::improper_list:
      if (!p.children.empty()) refine_type(v, types::kList);
      return;
    case ExprKind::map:
      refine_type(v, types::kMap);
      return;
    case ExprKind::binary:
      refine_type(v, types::kBinary);
      return;
    case ExprKind::match:
      shape(p.child(0), v);
      shape(p.child(1), v);
      return;
    default:
      return;
  }
}

bool Lowerer::simple(const Expr& e) const {
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
    case ExprKind::binary:
    case ExprKind::segment:
      for (const Expr* child : e.children) {
        if (!simple(*child)) return false;
      }
      return true;
    case ExprKind::record_access:
      return simple(e.child(0));
    case ExprKind::call:
      return own_process(e);
    default:  // anything that may call, or is of no use for equality
      return false;
  }
}

// self(), the one call that a guard compares with what a look-up of a name gave.
bool Lowerer::own_process(const Expr& e) const {
  return e.callee().is_atom(names_.self) && e.arguments().empty() &&
         !local_.contains(FunctionName{names_.self, 0});
}

// What a test that is known to hold (or not to) says of the values it compares.
bool Lowerer::guard_test(const Expr& test, bool holds, ValueId value) {
  if (test.is(ExprKind::unary_op) && test.op == Op::logical_not) return guard_test(test.child(0), !holds);
  if (test.is(ExprKind::call)) return note_types(test, holds);
  if (test.is(ExprKind::atom)) return test.name == (holds ? names_.true_ : names_.false_);
  if (!test.is(ExprKind::binary_op)) return false;
  switch (test.op) {
    case Op::equal:
    case Op::exactly_equal:
      if (const Expr* call = answered(test, names_.true_)) return note_types(*call, holds);
      if (const Expr* call = answered(test, names_.false_)) return note_types(*call, !holds);
      return equation(test, holds, value);
    case Op::not_equal:
    case Op::exactly_not_equal:
      return equation(test, !holds, value);
    case Op::and_also:
    case Op::logical_and: {
      if (!holds) return false;
      bool left = guard_test(test.child(0), true);
      return guard_test(test.child(1), true) && left;
    }
    case Op::or_else:
    case Op::logical_or: {
      if (holds) {
        note_types(test, true);
        return false;
      }
      bool left = guard_test(test.child(0), false);
      return guard_test(test.child(1), false) && left;
    }
    default:  // an order, arithmetic: says nothing of equality, but of the types
      note_types(test, holds);
      return false;
  }
}

// Its two sides: evaluated again when that has no effect, else what they were evaluated to.
bool Lowerer::equation(const Expr& test, bool equal, ValueId value) {
  const Expr &left = test.child(0), &right = test.child(1);
  if (simple(left) && simple(right)) {
    refine(expr(left), expr(right), equal);
    auto plain = [](const Expr& e) {
      const Expr& of = e.is(ExprKind::record_access) ? e.child(0) : e;
      return of.is(ExprKind::variable) || e.is(ExprKind::atom) || e.is(ExprKind::integer);
    };
    return plain(left) && plain(right);
  }
  if (value.valid() && b_->function->value(value).kind == ValueKind::computed) {
    auto sides = b_->function->operands_of(b_->function->value(value));
    if (sides.size() == 2) refine(sides[0], sides[1], equal);
  } else {
    note_types(test, equal);
  }
  return false;
}

// The call of `is_pid(X) =:= true`.
const Expr* Lowerer::answered(const Expr& test, Symbol answer) {
  if (test.child(1).is_atom(answer) && test.child(0).is(ExprKind::call)) return &test.child(0);
  return nullptr;
}

// is_pid(X), erlang:is_pid(X).
const Names::TypeTest* Lowerer::type_test(const Expr& test) const {
  if (!test.is(ExprKind::call)) return nullptr;
  const Expr& callee = test.callee();
  const Expr* name = &callee;
  if (callee.is(ExprKind::remote) && callee.child(0).is_atom(names_.erlang)) name = &callee.child(1);
  if (!name->is(ExprKind::atom)) return nullptr;
  FunctionName own{name->name, static_cast<uint32_t>(test.arguments().size())};
  if (name == &callee && local_.contains(own)) return nullptr;
  auto type = names_.type_tests.find(name->name);
  if (type == names_.type_tests.end() || type->second.argument >= test.arguments().size()) return nullptr;
  return simple(*test.arguments()[type->second.argument]) ? &type->second : nullptr;
}

bool Lowerer::note_types(const Expr& test, bool holds) {
  for (const auto& [value, types] : type_facts(test, holds)) refine_type(value, types);
  const Names::TypeTest* type = type_test(test);
  return type != nullptr && type->both_ways;
}

// The types that values have when a test holds (or does not).
Lowerer::TypeFacts Lowerer::type_facts(const Expr& test, bool holds) {
  if (const Names::TypeTest* type = type_test(test)) {
    if (!holds && !type->both_ways) return {};
    TypeMask types = holds ? type->types : static_cast<TypeMask>(types::kAny & ~type->types);
    return {{expr(*test.arguments()[type->argument]), types}};
  }
  if (test.is(ExprKind::unary_op) && test.op == Op::logical_not) return type_facts(test.child(0), !holds);
  if (!test.is(ExprKind::binary_op)) return {};
  switch (test.op) {
    case Op::and_also:
    case Op::logical_and:
    case Op::or_else:
    case Op::logical_or: {
      bool conjunction = test.op == Op::and_also || test.op == Op::logical_and;
      TypeFacts left = type_facts(test.child(0), holds), right = type_facts(test.child(1), holds);
      return conjunction == holds ? both(left, right) : either(left, right);
    }
    case Op::equal:
    case Op::exactly_equal:
      if (const Expr* call = answered(test, names_.true_)) return type_facts(*call, holds);
      if (const Expr* call = answered(test, names_.false_)) return type_facts(*call, !holds);
      if (!holds) return {};
      return both(compared_type(test.child(0), test.child(1)),
                  both(operand_types(test.child(0)), operand_types(test.child(1))));
    default:
      // Whatever it compares, both sides had to be computed.
      if (!holds) return {};
      return both(operand_types(test.child(0)), operand_types(test.child(1)));
  }
}

// X =:= atom.
Lowerer::TypeFacts Lowerer::compared_type(const Expr& left, const Expr& right) {
  if (!left.is(ExprKind::variable)) return {};
  if (right.is(ExprKind::atom)) return {{expr(left), types::kAtom}};
  if (right.is(ExprKind::integer)) return {{expr(left), types::kNumber}};
  return {};
}

// A call that could be evaluated: element(1, X) only of a tuple.
Lowerer::TypeFacts Lowerer::operand_types(const Expr& operand) {
  const Names::TypeTest* type = type_test(operand);
  if (type == nullptr || type->both_ways) return {};
  return {{expr(*operand.arguments()[type->argument]), type->types}};
}

Lowerer::TypeFacts Lowerer::both(const TypeFacts& a, const TypeFacts& b) {
  TypeFacts result = a;
  for (const auto& fact : b) {
    auto known =
        std::find_if(result.begin(), result.end(), [&](const auto& f) { return f.first == fact.first; });
    if (known == result.end()) {
      result.push_back(fact);
    } else {
      known->second &= fact.second;
    }
  }
  return result;
}

Lowerer::TypeFacts Lowerer::either(const TypeFacts& a, const TypeFacts& b) {
  TypeFacts result;
  for (const auto& fact : a) {
    auto other = std::find_if(b.begin(), b.end(), [&](const auto& f) { return f.first == fact.first; });
    if (other != b.end()) result.push_back({fact.first, static_cast<TypeMask>(fact.second | other->second)});
  }
  return result;
}

}  // namespace dh::erlang::lowering
