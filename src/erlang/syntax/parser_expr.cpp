// Expressions by precedence, calls and brackets; the class is in parser.h.
#include <fmt/format.h>

#include "erlang/syntax/parser.h"

namespace dh::erlang {

namespace {

struct Binary {
  int precedence;
  bool right;     // associates to the right
  bool compares;  // does not associate at all
  Op op;          // not of match
};

constexpr int kMatch = 100;
constexpr int kPrefix = 600;

std::optional<Binary> binary_operator(Tok kind) {
  switch (kind) {
    case Tok::match:
      return Binary{kMatch, true, false, Op::plus};
    case Tok::bang:
      return Binary{kMatch, true, false, Op::send};
    case Tok::kw_orelse:
      return Binary{150, true, false, Op::or_else};
    case Tok::kw_andalso:
      return Binary{160, true, false, Op::and_also};
    case Tok::equal:
      return Binary{200, false, true, Op::equal};
    case Tok::not_equal:
      return Binary{200, false, true, Op::not_equal};
    case Tok::less_equal:
      return Binary{200, false, true, Op::less_equal};
    case Tok::less:
      return Binary{200, false, true, Op::less};
    case Tok::greater_equal:
      return Binary{200, false, true, Op::greater_equal};
    case Tok::greater:
      return Binary{200, false, true, Op::greater};
    case Tok::exactly_equal:
      return Binary{200, false, true, Op::exactly_equal};
    case Tok::exactly_not_equal:
      return Binary{200, false, true, Op::exactly_not_equal};
    case Tok::append:
      return Binary{300, true, false, Op::append};
    case Tok::subtract:
      return Binary{300, true, false, Op::subtract};
    case Tok::plus:
      return Binary{400, false, false, Op::plus};
    case Tok::minus:
      return Binary{400, false, false, Op::minus};
    case Tok::kw_bor:
      return Binary{400, false, false, Op::bit_or};
    case Tok::kw_bxor:
      return Binary{400, false, false, Op::bit_xor};
    case Tok::kw_bsl:
      return Binary{400, false, false, Op::shift_left};
    case Tok::kw_bsr:
      return Binary{400, false, false, Op::shift_right};
    case Tok::kw_or:
      return Binary{400, false, false, Op::logical_or};
    case Tok::kw_xor:
      return Binary{400, false, false, Op::logical_xor};
    case Tok::slash:
      return Binary{500, false, false, Op::divide};
    case Tok::star:
      return Binary{500, false, false, Op::times};
    case Tok::kw_div:
      return Binary{500, false, false, Op::int_div};
    case Tok::kw_rem:
      return Binary{500, false, false, Op::int_rem};
    case Tok::kw_band:
      return Binary{500, false, false, Op::bit_and};
    case Tok::kw_and:
      return Binary{500, false, false, Op::logical_and};
    default:
      return std::nullopt;
  }
}

std::optional<Op> prefix_operator(Tok kind) {
  switch (kind) {
    case Tok::plus:
      return Op::plus;
    case Tok::minus:
      return Op::minus;
    case Tok::kw_bnot:
      return Op::bit_not;
    case Tok::kw_not:
      return Op::logical_not;
    default:
      return std::nullopt;
  }
}

}  // namespace

// Operators of at least that precedence.
const Expr* Parser::expr(int precedence, bool remote) {
  if (depth_ >= 2 * kMaxNesting) return too_deep();
  ++depth_;
  const Expr* left = prefix(remote);
  int limit = 1000;  // a comparison does not take another as its left side
  for (;;) {
    std::optional<Binary> op = binary_operator(peek().kind);
    if (!op || op->precedence < precedence || op->precedence > limit) break;
    bool match = at(Tok::match);
    take();
    const Expr* right = expr(op->right ? op->precedence : op->precedence + 1, remote);
    Expr* made =
        builder_.infix(match ? ExprKind::match : ExprKind::binary_op, from(left->place), {left, right});
    if (!match) made->op = op->op;
    left = made;
    limit = op->compares ? op->precedence - 1 : 1000;
    if (builder_.too_deep()) too_deep();
  }
  --depth_;
  return left;
}

const Expr* Parser::too_deep() {
  fail_at(peek(), fmt::format("expressions are nested more than {} deep", kMaxNesting));
  return builder_.leaf(ExprKind::list, {});
}

const Expr* Parser::prefix(bool remote) {
  const Token& token = peek();
  if (token.is(Tok::kw_catch)) {
    take();
    const Expr* operand = expr(0, remote);
    return builder_.node(ExprKind::catch_expr, from(token.place), {operand});
  }
  std::optional<Op> op = prefix_operator(token.kind);
  if (!op) return postfix(remote);
  take();
  const Expr* operand = expr(kPrefix, remote);
  Expr* made = builder_.node(ExprKind::unary_op, from(token.place), {operand});
  made->op = *op;
  return made;
}

const Expr* Parser::postfix(bool remote) {
  const Expr* left = primary();
  if (remote && at(Tok::colon)) {
    take();
    const Expr* function = primary();
    left = builder_.infix(ExprKind::remote, from(left->place), {left, function});
  }
  while (at(Tok::open)) {
    std::vector<const Expr*> children{left};
    for (const Expr* argument : arguments()) children.push_back(argument);
    left = builder_.infix(ExprKind::call, from(left->place), children);
    if (builder_.too_deep()) too_deep();
  }
  while (at(Tok::hash)) {
    left = hash(left);
    if (builder_.too_deep()) too_deep();
  }
  return left;
}

std::vector<const Expr*> Parser::exprs() {
  std::vector<const Expr*> result;
  do {
    result.push_back(expr());
  } while (accept(Tok::comma));
  return result;
}

std::vector<const Expr*> Parser::arguments() {
  std::vector<const Expr*> result;
  expect(Tok::open, "before arguments");
  if (!at(Tok::close)) result = exprs();
  expect(Tok::close, "after arguments");
  return result;
}

// Segments of binaries nest without passing expr(), so depth counts here too.
const Expr* Parser::primary() {
  if (depth_ >= 2 * kMaxNesting) return too_deep();
  ++depth_;
  const Expr* result = bracketed();
  --depth_;
  return result;
}

const Expr* Parser::bracketed() {
  switch (peek().kind) {
    case Tok::atom:
      if (at_maybe()) return maybe_expr();
      return literal();
    case Tok::variable:
    case Tok::integer:
    case Tok::big_integer:
    case Tok::floating:
    case Tok::character:
      return literal();
    case Tok::string:
    case Tok::binary_string:
      return string();
    case Tok::bracket_open:
      return list();
    case Tok::brace_open:
      return tuple();
    case Tok::binary_open:
      return binary();
    case Tok::hash:
      return hash(nullptr);
    case Tok::open: {
      take();
      const Expr* inner = expr();
      expect(Tok::close, "after an expression in parentheses");
      return inner;
    }
    case Tok::kw_begin:
      return block();
    case Tok::kw_if:
      return if_expr();
    case Tok::kw_case:
      return case_expr();
    case Tok::kw_receive:
      return receive_expr();
    case Tok::kw_try:
      return try_expr();
    case Tok::kw_fun:
      return fun_expr();
    default:
      unexpected("where an expression is expected");
      return builder_.leaf(ExprKind::list, {});
  }
}

// One segment of a binary.
// Value[:Size][/Types]; value and size are primaries, so that the colon and the slash stay free.
const Expr* Parser::segment() {
  const Token& first = peek();
  std::vector<const Expr*> children;
  if (std::optional<Op> op = prefix_operator(first.kind)) {
    take();
    const Expr* operand = primary();
    Expr* made = builder_.node(ExprKind::unary_op, from(first.place), {operand});
    made->op = *op;
    children.push_back(made);
  } else {
    children.push_back(primary());
  }
  if (accept(Tok::colon)) children.push_back(primary());
  Symbol types = accept(Tok::slash) ? segment_types() : Symbol();
  return builder_.infix(ExprKind::segment, from(children[0]->place), children, types);
}

}  // namespace dh::erlang
