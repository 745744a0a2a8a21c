// Expressions with operators; lambdas and switch.
#include "java/syntax/parser_impl.h"

namespace dh::java {

namespace {

constexpr int kRelational = 7;  // of < > <= >= instanceof

}  // namespace

// The binary operator at the front. '>' tokens that touch make >> and >>>, unless '=' follows.
Parser::BinaryToken Parser::binary_at() {
  switch (kind()) {
    case K::or_or:
      return {1, BinaryOp::kOrOr};
    case K::and_and:
      return {2, BinaryOp::kAndAnd};
    case K::bar:
      return {3, BinaryOp::kOr};
    case K::caret:
      return {4, BinaryOp::kXor};
    case K::ampersand:
      return {5, BinaryOp::kAnd};
    case K::equal:
      return {6, BinaryOp::kEqual};
    case K::not_equal:
      return {6, BinaryOp::kNotEqual};
    case K::less:
      return {kRelational, BinaryOp::kLess};
    case K::less_equal:
      return {kRelational, BinaryOp::kLessEqual};
    case K::greater_equal:
      return {kRelational, BinaryOp::kGreaterEqual};
    case K::kw_instanceof:
      return {kRelational};
    case K::shift_left:
      return {8, BinaryOp::kShiftLeft};
    case K::plus:
      return {9, BinaryOp::kAdd};
    case K::minus:
      return {9, BinaryOp::kSubtract};
    case K::star:
      return {10, BinaryOp::kMultiply};
    case K::slash:
      return {10, BinaryOp::kDivide};
    case K::percent:
      return {10, BinaryOp::kRemainder};
    case K::greater:
      break;
    default:
      return {};
  }
  if (!touches_next(0)) return {kRelational, BinaryOp::kGreater};
  if (kind(1) == K::greater_equal) return {};  // >>=
  if (kind(1) != K::greater) return {kRelational, BinaryOp::kGreater};
  if (!touches_next(1)) return {8, BinaryOp::kShiftRight, 2};
  if (kind(2) == K::greater_equal) return {};  // >>>=
  if (kind(2) != K::greater) return {8, BinaryOp::kShiftRight, 2};
  return {8, BinaryOp::kShiftRightUnsigned, 3};
}

bool Parser::assign_at(AssignOp& op, uint8_t& tokens) {
  tokens = 1;
  switch (kind()) {
    case K::assign:
      op = AssignOp::kAssign;
      return true;
    case K::plus_assign:
      op = AssignOp::kAdd;
      return true;
    case K::minus_assign:
      op = AssignOp::kSubtract;
      return true;
    case K::star_assign:
      op = AssignOp::kMultiply;
      return true;
    case K::slash_assign:
      op = AssignOp::kDivide;
      return true;
    case K::percent_assign:
      op = AssignOp::kRemainder;
      return true;
    case K::and_assign:
      op = AssignOp::kAnd;
      return true;
    case K::or_assign:
      op = AssignOp::kOr;
      return true;
    case K::xor_assign:
      op = AssignOp::kXor;
      return true;
    case K::shift_left_assign:
      op = AssignOp::kShiftLeft;
      return true;
    case K::greater:
      break;
    default:
      return false;
  }
  if (!touches_next(0)) return false;
  if (kind(1) == K::greater_equal) {
    op = AssignOp::kShiftRight;
    tokens = 2;
    return true;
  }
  op = AssignOp::kShiftRightUnsigned;
  tokens = 3;
  return kind(1) == K::greater && touches_next(1) && kind(2) == K::greater_equal;
}

const Expr* Parser::parse_expr() {
  Nesting nesting(*this);
  if (!nesting) return nothing_;
  uint32_t begin = peek().span.begin;
  const Expr* target = parse_conditional();
  AssignOp op;
  uint8_t tokens;
  if (!assign_at(op, tokens)) return target;
  auto* assign = make<Assign>(begin);
  assign->op = static_cast<uint8_t>(op);
  for (int i = 0; i < tokens; ++i) take();
  assign->target = target;
  assign->value = parse_expr();
  return done(assign);
}

// c ? a : d ? b : e groups to the right, but is read in a loop: generated code has long ones.
const Expr* Parser::parse_conditional() {
  uint32_t begin = peek().span.begin;
  const Expr* last = parse_binary(1);
  if (!at(K::question)) return last;
  size_t m = mark();
  size_t first_begin = begins_.size();
  while (accept(K::question)) {
    begins_.push_back(begin);
    push(last);
    push(parse_expr());
    expect(K::colon);
    begin = peek().span.begin;
    last = parse_binary(1);
  }
  longest_chain_ = std::max(longest_chain_, static_cast<uint32_t>((mark() - m) / 2));
  while (mark() > m) {
    auto* made = make<Conditional>(begins_.back());
    begins_.pop_back();
    made->condition = static_cast<const Expr*>(scratch_[scratch_.size() - 2]);
    made->if_true = static_cast<const Expr*>(scratch_.back());
    made->if_false = last;
    scratch_.resize(scratch_.size() - 2);
    last = done(made);
  }
  begins_.resize(first_begin);
  return last;
}

const Expr* Parser::parse_binary(int min_precedence) {
  uint32_t begin = peek().span.begin;
  const Expr* left = parse_unary();
  for (;;) {
    BinaryToken token = binary_at();
    if (token.precedence == 0 || token.precedence < min_precedence) return left;
    if (at(K::kw_instanceof)) {
      left = parse_instance_of(left, begin);
      continue;
    }
    int precedence = token.precedence;
    auto* chain = make<Binary>(begin);
    size_t m = mark();
    size_t first_op = ops_.size();
    push(left);
    do {
      for (int i = 0; i < token.tokens; ++i) take();
      ops_.push_back(token.op);
      push(parse_binary(precedence + 1));
      token = binary_at();
    } while (token.precedence == precedence && !at(K::kw_instanceof));
    chain->operands = take_list<Expr>(m);
    chain->ops = arena_.copy(std::span<const BinaryOp>(ops_).subspan(first_op));
    ops_.resize(first_op);
    left = done(chain);
  }
}

const Expr* Parser::parse_instance_of(const Expr* operand, uint32_t begin) {
  auto* test = make<InstanceOf>(begin);
  test->operand = operand;
  take();
  ++longest_chain_;  // a instanceof B instanceof C ... nests to the left without limit
  if (at_pattern()) {
    test->pattern = parse_pattern();
  } else {
    test->type = parse_type();
  }
  return done(test);
}

const Expr* Parser::parse_unary() {
  switch (kind()) {
    case K::plus:
    case K::minus:
    case K::tilde:
    case K::bang: {
      Nesting nesting(*this);
      if (!nesting) return nothing_;
      auto* unary = make<Unary>(peek().span.begin);
      switch (take().kind) {
        case K::plus:
          unary->op = static_cast<uint8_t>(UnaryOp::kPlus);
          break;
        case K::minus:
          unary->op = static_cast<uint8_t>(UnaryOp::kMinus);
          break;
        case K::tilde:
          unary->op = static_cast<uint8_t>(UnaryOp::kComplement);
          break;
        default:
          unary->op = static_cast<uint8_t>(UnaryOp::kNot);
          break;
      }
      unary->operand = parse_unary();
      return done(unary);
    }
    case K::plus_plus:
    case K::minus_minus: {
      Nesting nesting(*this);
      if (!nesting) return nothing_;
      auto* step = make<IncDec>(peek().span.begin);
      bool plus = take().kind == K::plus_plus;
      step->op = static_cast<uint8_t>(plus ? IncDecOp::kPreIncrement : IncDecOp::kPreDecrement);
      step->operand = parse_unary();
      return done(step);
    }
    case K::l_paren: {
      if (at_lambda()) return parse_lambda();
      if (at_cast()) return parse_cast();
      uint32_t begin = peek().span.begin;
      return parse_postfix(parse_parenthesized(), begin);
    }
    default: {
      uint32_t begin = peek().span.begin;
      return parse_postfix(parse_primary(), begin);
    }
  }
}

const Expr* Parser::parse_cast() {
  Nesting nesting(*this);
  if (!nesting) return nothing_;
  auto* cast = make<Cast>(peek().span.begin);
  take();
  cast->types = parse_type_list(K::ampersand);
  expect(K::r_paren);
  cast->operand = parse_unary();
  return done(cast);
}

const Expr* Parser::parse_parenthesized() {
  take();
  bool lambdas = std::exchange(lambdas_, true);
  const Expr* inner = parse_expr();
  lambdas_ = lambdas;
  expect(K::r_paren);
  // The node is new; nothing else refers to it yet.
  const_cast<Expr*>(inner)->flags |= kParenthesized;
  return inner;
}

const Expr* Parser::parse_lambda() {
  uint32_t begin = peek().span.begin;
  if (at(K::identifier)) {
    auto* var = make<Var>(begin);
    var->op = static_cast<uint8_t>(VarRole::kLambdaParam);
    var->modifiers = no_modifiers();
    var->name = expect_ident();
    return parse_lambda_body(begin, single(done(var)));
  }
  return parse_lambda_body(begin, parse_params(VarRole::kLambdaParam, nullptr));
}

const Expr* Parser::parse_lambda_body(uint32_t begin, List<Var> params) {
  auto* lambda = make<Lambda>(begin);
  lambda->params = params;
  expect(K::arrow);
  lambda->body = at(K::l_brace) ? static_cast<const Node*>(parse_block()) : parse_expr();
  return done(lambda);
}

const Switch* Parser::parse_switch() {
  Nesting nesting(*this);
  auto* made = make<Switch>(peek().span.begin);
  take();
  made->selector = parse_condition();
  expect(K::l_brace);
  size_t m = mark();
  bool lambdas = std::exchange(lambdas_, true);
  while (nesting && (at(K::kw_case) || at(K::kw_default))) push(parse_switch_case());
  lambdas_ = lambdas;
  made->cases = take_list<SwitchCase>(m);
  expect(K::r_brace);
  return done(made);
}

const SwitchCase* Parser::parse_switch_case() {
  auto* made = make<SwitchCase>(peek().span.begin);
  size_t m = mark();
  lambdas_ = false;
  if (at(K::kw_default)) {
    parse_case_label();
  } else {
    take();
    do {
      parse_case_label();
    } while (accept(K::comma));
    if (at_name(contextual_.when)) {
      take();
      made->guard = parse_expr();
    }
  }
  lambdas_ = true;
  made->labels = take_list<Node>(m);
  m = mark();
  if (accept(K::arrow)) {
    made->op = 1;
    if (at(K::l_brace)) {
      push<Stmt>(parse_block());
    } else if (at(K::kw_throw)) {
      push(parse_throw());
    } else {
      auto* statement = make<ExprStmt>(peek().span.begin);
      statement->expr = parse_expr();
      expect(K::semicolon);
      push<Stmt>(done(statement));
    }
  } else {
    if (!accept(K::colon)) fail_expected("':' or '->'");
    parse_block_statements();
  }
  made->body = take_list<Stmt>(m);
  return done(made);
}

void Parser::parse_case_label() {
  if (at(K::kw_default)) {
    auto* label = make<DefaultLabel>(take().span.begin);
    push<Node>(done(label));
  } else if (at_pattern()) {
    push<Node>(parse_pattern());
  } else {
    push<Node>(parse_conditional());
  }
}

const Pattern* Parser::parse_pattern() {
  Nesting nesting(*this);
  uint32_t begin = peek().span.begin;
  if (!nesting || (at_name(contextual_.underscore) && (kind(1) == K::comma || kind(1) == K::r_paren))) {
    take();
    return done(make<AnyPattern>(begin));
  }
  const Modifiers* modifiers = parse_modifiers();
  const Type* type = var_or(parse_type());
  if (accept(K::l_paren)) {
    auto* record = make<RecordPattern>(begin);
    record->modifiers = modifiers;
    record->type = type;
    size_t m = mark();
    if (!at(K::r_paren)) {
      do {
        push(parse_pattern());
      } while (accept(K::comma));
    }
    record->parts = take_list<Pattern>(m);
    expect(K::r_paren);
    return done(record);
  }
  auto* var = make<Var>(begin);
  var->op = static_cast<uint8_t>(VarRole::kPattern);
  var->modifiers = modifiers;
  var->type = type;
  var->name = expect_ident();
  auto* pattern = make<TypePattern>(begin);
  pattern->var = done(var);
  return done(pattern);
}

}  // namespace dh::java
