#include "erlang/core/handler_guards.h"

#include <algorithm>

namespace dh::erlang::lowering {
namespace {

class Evaluator {
 public:
  Evaluator(Symbol variable, Symbol atom, const SharedInterner& names)
      : variable_(variable), atom_(atom), names_(names) {}

  GuardAnswer test(const Expr& e) const {
    if (e.is(ExprKind::unary_op) && e.op == Op::logical_not) {
      GuardAnswer inner = test(e.child(0));
      if (inner == GuardAnswer::unknown) return inner;
      return inner == GuardAnswer::no ? GuardAnswer::yes : GuardAnswer::no;
    }
    if (e.is(ExprKind::binary_op)) return operation(e.op, e.child(0), e.child(1));
    if (fails(e)) return GuardAnswer::no;
    return GuardAnswer::unknown;
  }

 private:
  bool is_reason(const Expr& e) const { return e.is(ExprKind::variable) && e.name == variable_; }

  // A test that is false or fails for any atom: of a part of a map or tuple, or that the reason is one.
  bool fails(const Expr& e) const {
    if (!e.is(ExprKind::call) || e.arguments().empty() || !is_reason(*e.arguments().back())) return false;
    const Expr& callee = e.callee().is(ExprKind::remote) ? e.callee().child(1) : e.callee();
    if (!callee.is(ExprKind::atom)) return false;
    constexpr std::string_view kOfOthers[] = {"map_get",    "is_map",  "is_map_key",
                                              "tuple_size", "element", "is_tuple"};
    return std::find(std::begin(kOfOthers), std::end(kOfOthers), names_.text(callee.name)) !=
           std::end(kOfOthers);
  }

  GuardAnswer operation(Op op, const Expr& left, const Expr& right) const {
    switch (op) {
      case Op::and_also:
      case Op::logical_and:
        return std::min(test(left), test(right));
      case Op::or_else:
      case Op::logical_or:
        return std::max(test(left), test(right));
      case Op::equal:
      case Op::exactly_equal:
        if (fails(left) || fails(right)) return GuardAnswer::no;
        if (is_reason(left) && right.is(ExprKind::atom)) return compared(right.name);
        if (is_reason(right) && left.is(ExprKind::atom)) return compared(left.name);
        return GuardAnswer::unknown;
      default:
        return GuardAnswer::unknown;
    }
  }

  GuardAnswer compared(Symbol atom) const {
    return atom == atom_ ? GuardAnswer::yes_by_name : GuardAnswer::no;
  }

  Symbol variable_, atom_;
  const SharedInterner& names_;
};

}  // namespace

GuardAnswer guards_hold(const Clause& clause, Symbol variable, Symbol atom, const SharedInterner& names) {
  if (clause.guards.empty()) return GuardAnswer::yes;
  Evaluator evaluator(variable, atom, names);
  GuardAnswer any = GuardAnswer::no;
  for (const Exprs& tests : clause.guards) {
    GuardAnswer all = GuardAnswer::yes_by_name;
    for (const Expr* test : tests) all = std::min(all, evaluator.test(*test));
    any = std::max(any, all);
  }
  return any;
}

}  // namespace dh::erlang::lowering
