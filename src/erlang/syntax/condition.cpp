#include "erlang/syntax/condition.h"

#include <optional>
#include <string_view>
#include <variant>

namespace dh::erlang {

namespace {

struct Atom {
  std::string_view text;
  friend bool operator==(const Atom&, const Atom&) = default;
};
struct Text {
  std::string_view text;
  friend bool operator==(const Text&, const Text&) = default;
};
using Value = std::variant<int64_t, double, Atom, Text>;  // not the order of Erlang's terms
using Maybe = std::optional<Value>;

Value boolean(bool b) {
  return Atom{b ? "true" : "false"};
}
std::optional<bool> as_boolean(const Maybe& value) {
  if (!value || !std::holds_alternative<Atom>(*value)) return std::nullopt;
  std::string_view text = std::get<Atom>(*value).text;
  if (text == "true") return true;
  if (text == "false") return false;
  return std::nullopt;
}
std::optional<double> as_number(const Value& value) {
  if (const auto* i = std::get_if<int64_t>(&value)) return static_cast<double>(*i);
  if (const auto* d = std::get_if<double>(&value)) return *d;
  return std::nullopt;
}
// Numbers before atoms before lists.
int rank(const Value& value) {
  return std::holds_alternative<Atom>(value) ? 1 : std::holds_alternative<Text>(value) ? 2 : 0;
}

int compare(const Value& a, const Value& b) {
  if (rank(a) != rank(b)) return rank(a) < rank(b) ? -1 : 1;
  if (auto x = as_number(a)) {
    double y = *as_number(b);
    return *x < y ? -1 : *x > y ? 1 : 0;
  }
  if (const auto* x = std::get_if<Atom>(&a)) return x->text.compare(std::get<Atom>(b).text);
  return std::get<Text>(a).text.compare(std::get<Text>(b).text);
}

class Evaluator {
 public:
  Evaluator(const SharedInterner& names, const std::function<bool(Symbol)>& defined)
      : names_(names), defined_(defined) {}

  // Recursion is bounded: trees are at most kMaxNesting deep.
  Maybe value(const Expr& e) const {
    switch (e.kind) {
      case ExprKind::integer:
      case ExprKind::character:
        return e.integer;
      case ExprKind::floating:
        return e.floating;
      case ExprKind::atom:
        return Atom{names_.text(e.name)};
      case ExprKind::string:
        return Text{names_.text(e.name)};
      case ExprKind::unary_op:
        return unary(e.op, value(e.child(0)));
      case ExprKind::binary_op:
        return binary(e);
      case ExprKind::call:
        return call(e);
      default:
        return std::nullopt;
    }
  }

 private:
  Maybe call(const Expr& e) const {
    if (!e.callee().is(ExprKind::atom) || e.arguments().size() != 1) return std::nullopt;
    const Expr& argument = e.child(1);
    std::string_view name = names_.text(e.callee().name);
    if (name == "defined") {
      if (!argument.is(ExprKind::atom) && !argument.is(ExprKind::variable)) return std::nullopt;
      return boolean(defined_(argument.name));
    }
    Maybe operand = value(argument);
    if (!operand) return std::nullopt;
    if (name == "is_atom") return boolean(std::holds_alternative<Atom>(*operand));
    if (name == "is_integer") return boolean(std::holds_alternative<int64_t>(*operand));
    if (name == "is_list") return boolean(std::holds_alternative<Text>(*operand));
    return std::nullopt;
  }

  static Maybe unary(Op op, const Maybe& operand) {
    if (op == Op::logical_not) {
      auto b = as_boolean(operand);
      return b ? Maybe(boolean(!*b)) : std::nullopt;
    }
    if (!operand) return std::nullopt;
    const auto* i = std::get_if<int64_t>(&*operand);
    if (i == nullptr) return std::nullopt;
    if (op == Op::minus) return static_cast<int64_t>(-static_cast<uint64_t>(*i));
    if (op == Op::bit_not) return ~*i;
    return op == Op::plus ? Maybe(*i) : std::nullopt;
  }

  Maybe binary(const Expr& e) const {
    Maybe left = value(e.child(0));
    if (e.op == Op::and_also || e.op == Op::or_else) {
      auto b = as_boolean(left);
      if (!b) return std::nullopt;
      return *b == (e.op == Op::or_else) ? boolean(*b) : value(e.child(1));
    }
    Maybe right = value(e.child(1));
    if (!left || !right) return std::nullopt;
    switch (e.op) {
      case Op::equal:
        return boolean(compare(*left, *right) == 0);
      case Op::not_equal:
        return boolean(compare(*left, *right) != 0);
      case Op::exactly_equal:
        return boolean(*left == *right);
      case Op::exactly_not_equal:
        return boolean(*left != *right);
      case Op::less:
        return boolean(compare(*left, *right) < 0);
      case Op::less_equal:
        return boolean(compare(*left, *right) <= 0);
      case Op::greater:
        return boolean(compare(*left, *right) > 0);
      case Op::greater_equal:
        return boolean(compare(*left, *right) >= 0);
      default:
        break;
    }
    auto a = as_boolean(left);
    auto b = as_boolean(right);
    if (a && b) {
      if (e.op == Op::logical_and) return boolean(*a && *b);
      if (e.op == Op::logical_or) return boolean(*a || *b);
      if (e.op == Op::logical_xor) return boolean(*a != *b);
    }
    const auto* x = std::get_if<int64_t>(&*left);
    const auto* y = std::get_if<int64_t>(&*right);
    return x != nullptr && y != nullptr
               ? arithmetic(e.op, static_cast<uint64_t>(*x), static_cast<uint64_t>(*y))
               : std::nullopt;
  }

  // Wraps where Erlang continues with big numbers: no -if uses them.
  static Maybe arithmetic(Op op, uint64_t x, uint64_t y) {
    switch (op) {
      case Op::plus:
        return static_cast<int64_t>(x + y);
      case Op::minus:
        return static_cast<int64_t>(x - y);
      case Op::times:
        return static_cast<int64_t>(x * y);
      case Op::bit_and:
        return static_cast<int64_t>(x & y);
      case Op::bit_or:
        return static_cast<int64_t>(x | y);
      case Op::bit_xor:
        return static_cast<int64_t>(x ^ y);
      case Op::int_div:
      case Op::int_rem: {
        int64_t a = static_cast<int64_t>(x), b = static_cast<int64_t>(y);
        if (b == 0 || (a == INT64_MIN && b == -1)) return std::nullopt;
        return op == Op::int_div ? a / b : a % b;
      }
      default:
        return std::nullopt;
    }
  }

  const SharedInterner& names_;
  const std::function<bool(Symbol)>& defined_;
};

}  // namespace

bool condition_holds(const Expr& expr, const SharedInterner& names,
                     const std::function<bool(Symbol)>& defined) {
  return as_boolean(Evaluator(names, defined).value(expr)).value_or(false);
}

}  // namespace dh::erlang
