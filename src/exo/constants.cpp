#include "exo/constants.h"

namespace dh::exo {

namespace {

constexpr int kMaxChain = 50;  // of constants that are defined by constants

class Evaluator {
 public:
  explicit Evaluator(const Module& module) : module_(module) {}

  // The last binding of `name` in `scope` above `line`.
  const Constant* find(std::string_view name, uint32_t scope, uint32_t line) const {
    const Constant* last = nullptr;
    for (const Constant& constant : module_.constants) {
      if (constant.line < line && constant.scope == scope && constant.name == name) last = &constant;
    }
    return last;
  }

  std::optional<int64_t> value(const Constant& constant, int chain) const {
    if (constant.value == nullptr || chain > kMaxChain) return std::nullopt;
    return evaluate(*constant.value, constant, chain);
  }

 private:
  std::optional<int64_t> evaluate(const Expr& expr, const Constant& at, int chain) const {
    switch (expr.kind) {
      case ExprKind::integer:
        return expr.value;
      case ExprKind::name: {
        const Constant* other = find(expr.name, at.scope, at.line);
        if (other == nullptr) other = find(expr.name, UINT32_MAX, at.line);
        return other == nullptr ? std::nullopt : value(*other, chain + 1);
      }
      case ExprKind::negate: {
        std::optional<int64_t> inner = evaluate(*expr.args[0], at, chain);
        if (!inner || *inner == INT64_MIN) return std::nullopt;
        return -*inner;
      }
      case ExprKind::binary:
        return binary(expr, at, chain);
      case ExprKind::real:
      case ExprKind::string:
      case ExprKind::boolean:
      case ExprKind::attribute:
      case ExprKind::index:
      case ExprKind::call:
      case ExprKind::compare:
      case ExprKind::logic:
        return std::nullopt;
    }
    return std::nullopt;
  }

  std::optional<int64_t> binary(const Expr& expr, const Constant& at, int chain) const {
    std::optional<int64_t> a = evaluate(*expr.args[0], at, chain);
    std::optional<int64_t> b = a ? evaluate(*expr.args[1], at, chain) : std::nullopt;
    if (!b) return std::nullopt;
    int64_t result = 0;
    switch (expr.op) {
      case BinaryOp::add:
        if (__builtin_add_overflow(*a, *b, &result)) return std::nullopt;
        return result;
      case BinaryOp::sub:
        if (__builtin_sub_overflow(*a, *b, &result)) return std::nullopt;
        return result;
      case BinaryOp::mul:
        if (__builtin_mul_overflow(*a, *b, &result)) return std::nullopt;
        return result;
      case BinaryOp::div:
        // Python's `/` gives a float where it does not come out even; both are the same where it does.
        if (*b == 0 || (*a == INT64_MIN && *b == -1)) return std::nullopt;
        return floor_div(*a, *b);
      case BinaryOp::mod:
        if (*b == 0 || *b == -1) return std::nullopt;
        return floor_mod(*a, *b);
    }
    return std::nullopt;
  }

  const Module& module_;
};

}  // namespace

ConstantLookup find_constant(const Proc& proc, std::string_view name) {
  Evaluator evaluator(*proc.module);
  for (auto scope = proc.scopes.rbegin(); scope != proc.scopes.rend(); ++scope) {
    if (const Constant* constant = evaluator.find(name, *scope, proc.header_line)) {
      return {true, evaluator.value(*constant, 0)};
    }
  }
  if (const Constant* constant = evaluator.find(name, UINT32_MAX, proc.header_line)) {
    return {true, evaluator.value(*constant, 0)};
  }
  return {};
}

}  // namespace dh::exo
