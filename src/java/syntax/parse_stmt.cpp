// Statements.
#include "java/syntax/parser_impl.h"

namespace dh::java {

const Block* Parser::parse_block() {
  auto* block = make<Block>(peek().span.begin);
  if (skim_ && at(K::l_brace)) {
    Token closing = lexer_.skip_block(peek().span.end);
    tokens_.resize(at_);
    tokens_.push_back(closing);
    if (lexer_.error()) fail_at(lexer_.error()->span, lexer_.error()->message);
    expect(K::r_brace);
    return done(block);
  }
  expect(K::l_brace);
  // A block is a place where lambdas are lambdas again, whatever surrounds it.
  bool lambdas = std::exchange(lambdas_, true);
  size_t m = mark();
  parse_block_statements();
  block->statements = take_list<Stmt>(m);
  lambdas_ = lambdas;
  expect(K::r_brace);
  return done(block);
}

// Statements up to a brace or the next label, onto the scratch stack.
void Parser::parse_block_statements() {
  for (;;) {
    switch (kind()) {
      case K::r_brace:
      case K::end:
      case K::kw_case:
        return;
      case K::kw_default:
        if (kind(1) == K::colon || kind(1) == K::arrow) return;
        break;
      default:
        break;
    }
    push(parse_block_statement());
  }
}

const Stmt* Parser::parse_block_statement() {
  switch (kind()) {
    case K::kw_final:
    case K::kw_abstract:
    case K::kw_static:
    case K::kw_strictfp:
    case K::at: {
      if (at(K::at) && kind(1) == K::kw_interface) return parse_local_class(no_modifiers());
      return parse_local_declaration(parse_modifiers());
    }
    case K::kw_class:
    case K::kw_interface:
    case K::kw_enum:
      return parse_local_class(no_modifiers());
    case K::identifier:
      if (at_name(contextual_.yield) && at_yield_statement()) break;
      if (at_local_class(0)) return parse_local_class(parse_modifiers());
      [[fallthrough]];
    case K::kw_boolean:
    case K::kw_byte:
    case K::kw_short:
    case K::kw_int:
    case K::kw_long:
    case K::kw_char:
    case K::kw_float:
    case K::kw_double:
      if (at_local_declaration()) return parse_local_declaration(no_modifiers());
      break;
    default:
      break;
  }
  return parse_statement();
}

const Stmt* Parser::parse_local_declaration(const Modifiers* modifiers) {
  if (at_class_keyword(0)) return parse_local_class(modifiers);
  uint32_t begin = modifiers == no_modifiers() ? peek().span.begin : modifiers->span.begin;
  const LocalVars* vars = parse_local_vars(modifiers, begin);
  expect(K::semicolon);
  return vars;
}

const Stmt* Parser::parse_local_class(const Modifiers* modifiers) {
  auto* statement = make<LocalClass>(peek().span.begin);
  statement->decl = parse_class(modifiers);
  statement->span = statement->decl->span;
  return statement;
}

const LocalVars* Parser::parse_local_vars(const Modifiers* modifiers, uint32_t begin) {
  auto* vars = make<LocalVars>(begin);
  const Type* type = var_or(parse_type());
  size_t m = mark();
  uint32_t start = begin;
  do {
    push(parse_declarator(modifiers, type, VarRole::kLocal, start));
    start = peek(1).span.begin;
  } while (accept(K::comma));
  vars->vars = take_list<Var>(m);
  return done(vars);
}

const Stmt* Parser::parse_statement() {
  Nesting nesting(*this);
  if (!nesting) return done(make<Empty>(peek().span.begin));
  switch (kind()) {
    case K::l_brace:
      return parse_block();
    case K::semicolon: {
      auto* empty = make<Empty>(take().span.begin);
      return done(empty);
    }
    case K::kw_if:
      return parse_if();
    case K::kw_while:
      return parse_while();
    case K::kw_do:
      return parse_do();
    case K::kw_for:
      return parse_for();
    case K::kw_try:
      return parse_try();
    case K::kw_switch: {
      auto* statement = make<SwitchStmt>(peek().span.begin);
      statement->body = parse_switch();
      return done(statement);
    }
    case K::kw_synchronized:
      return parse_synchronized();
    case K::kw_return:
      return parse_return();
    case K::kw_throw:
      return parse_throw();
    case K::kw_break:
      return parse_jump<Break>();
    case K::kw_continue:
      return parse_jump<Continue>();
    case K::kw_assert:
      return parse_assert();
    case K::identifier:
      if (kind(1) == K::colon) {
        auto* labeled = make<Labeled>(peek().span.begin);
        labeled->label = expect_ident();
        take();
        labeled->body = parse_statement();
        return done(labeled);
      }
      if (at_name(contextual_.yield) && at_yield_statement()) {
        auto* yield = make<Yield>(take().span.begin);
        yield->value = parse_expr();
        expect(K::semicolon);
        return done(yield);
      }
      return parse_expr_statement();
    case K::kw_else:
      fail("else without if");
      break;
    case K::kw_catch:
      fail("catch without try");
      break;
    case K::kw_finally:
      fail("finally without try");
      break;
    default:
      return parse_expr_statement();
  }
  return done(make<Empty>(peek().span.begin));
}

const Stmt* Parser::parse_expr_statement() {
  const Stmt* statement = statement_of(parse_expr());
  expect(K::semicolon);
  const_cast<Stmt*>(statement)->span.end = previous_end_;
  return statement;
}

// Only expressions that do something are statements.
const Stmt* Parser::statement_of(const Expr* expr) {
  uint32_t begin = expr->span.begin;
  const auto* call = as<Call>(expr);
  if (call != nullptr && (call->name.name == contextual_.this_ || call->name.name == contextual_.super_)) {
    auto* made = make<ConstructorCall>(begin);
    made->op = call->name.name == contextual_.super_ ? 1 : 0;
    made->outer = call->target;
    made->type_args = call->type_args;
    made->args = call->args;
    return done(made);
  }
  bool acts = call != nullptr || is<Assign>(expr) || is<IncDec>(expr) || is<NewObject>(expr);
  if (!failed() && (!acts || (expr->flags & kParenthesized) != 0)) fail_at(expr->span, "not a statement");
  auto* made = make<ExprStmt>(begin);
  made->expr = expr;
  return done(made);
}

const Expr* Parser::parse_condition() {
  expect(K::l_paren);
  bool lambdas = std::exchange(lambdas_, true);
  const Expr* condition = parse_expr();
  lambdas_ = lambdas;
  expect(K::r_paren);
  return condition;
}

const Stmt* Parser::parse_if() {
  auto* made = make<If>(peek().span.begin);
  std::vector<IfArm> arms;
  for (;;) {
    take();
    const Expr* condition = parse_condition();
    arms.push_back({condition, parse_statement()});
    if (!accept(K::kw_else)) break;
    if (!at(K::kw_if)) {
      made->else_body = parse_statement();
      break;
    }
  }
  made->arms = arena_.copy(arms);
  return done(made);
}

const Stmt* Parser::parse_while() {
  auto* made = make<While>(take().span.begin);
  made->condition = parse_condition();
  made->body = parse_statement();
  return done(made);
}

const Stmt* Parser::parse_do() {
  auto* made = make<Do>(take().span.begin);
  made->body = parse_statement();
  expect(K::kw_while);
  made->condition = parse_condition();
  expect(K::semicolon);
  return done(made);
}

const Stmt* Parser::parse_for() {
  uint32_t begin = take().span.begin;
  expect(K::l_paren);
  size_t m = mark();
  if (at(K::kw_final) || at(K::at) || at_local_declaration()) {
    const Modifiers* modifiers = parse_modifiers();
    size_t after = skip_type(0);
    if (after != 0 && kind(after) == K::identifier && kind(skip_dims(after + 1)) == K::colon) {
      return parse_for_each(modifiers, begin);
    }
    uint32_t vars_begin = modifiers == no_modifiers() ? peek().span.begin : modifiers->span.begin;
    push<Stmt>(parse_local_vars(modifiers, vars_begin));
  } else if (!at(K::semicolon)) {
    do {
      push(statement_of(parse_expr()));
    } while (accept(K::comma));
  }
  auto* made = make<For>(begin);
  made->init = take_list<Stmt>(m);
  expect(K::semicolon);
  if (!at(K::semicolon)) made->condition = parse_expr();
  expect(K::semicolon);
  if (!at(K::r_paren)) {
    do {
      push(parse_expr());
    } while (accept(K::comma));
  }
  made->update = take_list<Expr>(m);
  expect(K::r_paren);
  made->body = parse_statement();
  return done(made);
}

const Stmt* Parser::parse_for_each(const Modifiers* modifiers, uint32_t begin) {
  auto* made = make<ForEach>(begin);
  uint32_t var_begin = modifiers == no_modifiers() ? peek().span.begin : modifiers->span.begin;
  const Type* type = var_or(parse_type());
  made->var = parse_declarator(modifiers, type, VarRole::kForEach, var_begin);
  expect(K::colon);
  made->iterable = parse_expr();
  expect(K::r_paren);
  made->body = parse_statement();
  return done(made);
}

const Stmt* Parser::parse_try() {
  auto* made = make<Try>(take().span.begin);
  size_t m = mark();
  bool with_resources = accept(K::l_paren);
  if (with_resources) {
    do {
      if (at(K::r_paren) && mark() > m) break;  // the last resource may have a ';' too
      push(parse_resource());
    } while (accept(K::semicolon));
    made->resources = take_list<Node>(m);
    expect(K::r_paren);
  }
  made->body = parse_block();
  while (at(K::kw_catch)) push(parse_catch());
  made->catches = take_list<Catch>(m);
  if (accept(K::kw_finally)) made->finally_block = parse_block();
  if (!with_resources && made->catches.empty() && made->finally_block == nullptr) {
    fail_at({made->span.begin, made->span.begin + 3}, "try without catch, finally or resources");
  }
  return done(made);
}

const Node* Parser::parse_resource() {
  if (!at(K::kw_final) && !at(K::at) && !at_local_declaration()) return parse_expr();
  uint32_t begin = peek().span.begin;
  const Modifiers* modifiers = parse_modifiers();
  const Type* type = var_or(parse_type());
  const Var* var = parse_declarator(modifiers, type, VarRole::kResource, begin);
  if (var->init == nullptr && !failed()) fail_expected("'='");
  return var;
}

const Catch* Parser::parse_catch() {
  auto* made = make<Catch>(take().span.begin);
  expect(K::l_paren);
  auto* var = make<Var>(peek().span.begin);
  var->op = static_cast<uint8_t>(VarRole::kCatchParam);
  var->modifiers = parse_modifiers();
  made->types = parse_type_list(K::bar);
  var->type = made->types.front();
  var->name = expect_ident();
  made->param = done(var);
  expect(K::r_paren);
  made->body = parse_block();
  return done(made);
}

const Stmt* Parser::parse_synchronized() {
  auto* made = make<Synchronized>(take().span.begin);
  made->lock = parse_condition();
  made->body = parse_block();
  return done(made);
}

template <typename T>
const Stmt* Parser::parse_jump() {
  auto* made = make<T>(take().span.begin);
  if (at(K::identifier)) made->label = expect_ident();
  expect(K::semicolon);
  return done(made);
}

const Stmt* Parser::parse_return() {
  auto* made = make<Return>(take().span.begin);
  if (!at(K::semicolon)) made->value = parse_expr();
  expect(K::semicolon);
  return done(made);
}

const Stmt* Parser::parse_throw() {
  auto* made = make<Throw>(take().span.begin);
  made->value = parse_expr();
  expect(K::semicolon);
  return done(made);
}

const Stmt* Parser::parse_assert() {
  auto* made = make<Assert>(take().span.begin);
  made->condition = parse_expr();
  if (accept(K::colon)) made->message = parse_expr();
  expect(K::semicolon);
  return done(made);
}

}  // namespace dh::java
