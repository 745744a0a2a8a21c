#include "erlang/syntax/parser.h"

namespace dh::erlang {

const Expr* Parser::block() {
  TreePlace begin = take().place;
  std::vector<const Expr*> children = exprs();
  expect(Tok::kw_end, "after `begin`");
  return builder_.node(ExprKind::block, from(begin), children);
}

// `A, B; C`
std::vector<Exprs> Parser::guard() {
  std::vector<Exprs> result;
  do {
    result.push_back(builder_.exprs(exprs()));
  } while (accept(Tok::semicolon));
  return result;
}

std::vector<Exprs> Parser::optional_guard() {
  return accept(Tok::kw_when) ? guard() : std::vector<Exprs>();
}

Exprs Parser::body() {
  expect(Tok::body_arrow, "before the body of a clause");
  return builder_.exprs(exprs());
}

const Expr* Parser::if_expr() {
  TreePlace begin = take().place;
  std::vector<Clause> clauses;
  do {
    Clause clause;
    clause.guards = builder_.guards(guard());
    clause.body = body();
    clause.place = clause_place(from(peek().place), {}, clause.guards);
    clauses.push_back(clause);
  } while (accept(Tok::semicolon));
  expect(Tok::kw_end, "after `if`");
  return builder_.control(ExprKind::if_expr, from(begin), {}, {builder_.clauses(clauses), {}, {}});
}

Clause Parser::case_clause() {
  Clause clause;
  const Expr* pattern = expr();
  clause.patterns = builder_.exprs({pattern});
  clause.guards = builder_.guards(optional_guard());
  clause.body = body();
  clause.place = from(pattern->place);
  return clause;
}

std::vector<Clause> Parser::case_clauses() {
  std::vector<Clause> clauses;
  do {
    clauses.push_back(case_clause());
  } while (accept(Tok::semicolon));
  return clauses;
}

const Expr* Parser::case_expr() {
  TreePlace begin = take().place;
  const Expr* subject = expr();
  expect(Tok::kw_of, "after the subject of `case`");
  std::vector<Clause> clauses = case_clauses();
  expect(Tok::kw_end, "after `case`");
  return builder_.control(ExprKind::case_expr, from(begin), {&subject, 1},
                          {builder_.clauses(clauses), {}, {}});
}

const Expr* Parser::receive_expr() {
  TreePlace begin = take().place;
  std::vector<Clause> clauses;
  if (!at(Tok::kw_after)) clauses = case_clauses();
  std::vector<const Expr*> timeout;
  Exprs after;
  if (accept(Tok::kw_after)) {
    timeout.push_back(expr());
    after = body();
  }
  expect(Tok::kw_end, "after `receive`");
  return builder_.control(ExprKind::receive_expr, from(begin), timeout,
                          {builder_.clauses(clauses), {}, after});
}

// [Class:]Pattern[:Stack] [when Guard] -> Body; without a class it is `throw`.
Clause Parser::handler() {
  Clause clause;
  const Token& first = peek();
  bool has_class = (first.is(Tok::atom) || first.is(Tok::variable)) && peek(1).is(Tok::colon);
  const Expr* kind = nullptr;
  if (has_class) {
    kind = literal();
    take();
  }
  const Expr* pattern = expr(0, false);
  TreePlace begin = kind != nullptr ? kind->place : pattern->place;
  TreePlace implicit = begin;
  implicit.end_line = implicit.end_column = 0;
  if (kind == nullptr) kind = builder_.leaf(ExprKind::atom, implicit, names_.intern("throw"));
  const Expr* stack = nullptr;
  if (has_class && accept(Tok::colon)) {
    if (!at(Tok::variable)) unexpected("where the variable of the stack trace is expected");
    stack = literal();
  }
  // An implicit stack trace has no place in the source.
  if (stack == nullptr || names_.text(stack->name) == "_") {
    stack = builder_.leaf(ExprKind::variable, implicit, names_.intern("_"));
  }
  clause.patterns = builder_.exprs({kind, pattern, stack});
  clause.guards = builder_.guards(optional_guard());
  clause.body = body();
  clause.place = from(begin);
  return clause;
}

const Expr* Parser::try_expr() {
  TreePlace begin = take().place;
  std::vector<const Expr*> children = exprs();
  std::vector<Clause> clauses, handlers;
  Exprs after;
  if (accept(Tok::kw_of)) clauses = case_clauses();
  if (!at(Tok::kw_catch) && !at(Tok::kw_after)) unexpected("where `catch` or `after` is expected");
  if (accept(Tok::kw_catch)) {
    do {
      handlers.push_back(handler());
    } while (accept(Tok::semicolon));
  }
  if (accept(Tok::kw_after)) after = builder_.exprs(exprs());
  expect(Tok::kw_end, "after `try`");
  return builder_.control(ExprKind::try_expr, from(begin), children,
                          {builder_.clauses(clauses), builder_.clauses(handlers), after});
}

// `maybe` is an atom in older code and a word since OTP 25. It is the word where an expression follows that
// cannot follow an atom. (`maybe (` is read as a call, `maybe -` as a subtraction.)
bool Parser::at_maybe() const {
  if (!at_word("maybe")) return false;
  switch (peek(1).kind) {
    case Tok::atom:
    case Tok::variable:
    case Tok::integer:
    case Tok::big_integer:
    case Tok::floating:
    case Tok::character:
    case Tok::string:
    case Tok::binary_string:
    case Tok::bracket_open:
    case Tok::brace_open:
    case Tok::binary_open:
    case Tok::hash:
    case Tok::kw_begin:
    case Tok::kw_if:
    case Tok::kw_case:
    case Tok::kw_receive:
    case Tok::kw_try:
    case Tok::kw_fun:
    case Tok::kw_catch:
    case Tok::kw_not:
    case Tok::kw_bnot:
      return true;
    default:
      return false;
  }
}

const Expr* Parser::maybe_expr() {
  TreePlace begin = take().place;
  std::vector<const Expr*> children;
  do {
    const Expr* left = expr();
    if (accept(Tok::maybe_match)) {
      const Expr* right = expr();
      left = builder_.infix(ExprKind::maybe_match, from(left->place), {left, right});
    }
    children.push_back(left);
  } while (accept(Tok::comma));
  std::vector<Clause> otherwise;
  if (at_word("else")) {
    take();
    otherwise = case_clauses();
  }
  expect(Tok::kw_end, "after `maybe`");
  return builder_.control(ExprKind::maybe_expr, from(begin), children, {builder_.clauses(otherwise), {}, {}});
}

const Expr* Parser::fun_expr() {
  TreePlace begin = take().place;
  bool named = at(Tok::variable) && peek(1).is(Tok::open);
  if (!named && !at(Tok::open)) return fun_name(begin);
  Symbol name;
  std::vector<Clause> clauses = fun_clauses(name);
  expect(Tok::kw_end, "after `fun`");
  return builder_.control(name.valid() ? ExprKind::named_fun : ExprKind::fun_expr, from(begin), {},
                          {builder_.clauses(clauses), {}, {}}, name);
}

std::vector<Clause> Parser::fun_clauses(Symbol& name) {
  std::vector<Clause> clauses;
  do {
    Clause clause;
    TreePlace begin = peek().place;
    Symbol here;
    if (at(Tok::variable)) here = take().name;
    if (clauses.empty()) name = here;
    if (here != name) fail_at(peek(), "the clauses of a fun have different names");
    clause.patterns = builder_.exprs(arguments());
    clause.guards = builder_.guards(optional_guard());
    clause.body = body();
    clause.place = from(begin);
    clauses.push_back(clause);
  } while (accept(Tok::semicolon));
  return clauses;
}

// fun f/1, fun m:f/1; in the second each part may be a variable.
const Expr* Parser::fun_name(TreePlace begin) {
  auto name = [&](bool integer) {
    bool right = at(Tok::variable) || at(integer ? Tok::integer : Tok::atom);
    if (!right) unexpected("in the name of a fun");
    return literal();
  };
  const Expr* first = name(false);
  if (accept(Tok::colon)) {
    const Expr* function = name(false);
    expect(Tok::slash, "before the arity of a fun");
    const Expr* arity = name(true);
    return builder_.node(ExprKind::fun_remote, from(begin), {first, function, arity});
  }
  expect(Tok::slash, "before the arity of a fun");
  if (!at(Tok::integer)) unexpected("where the arity of a fun is expected");
  int64_t arity = take().integer;
  Expr* made = builder_.leaf(ExprKind::fun_local, from(begin), first->name);
  made->integer = arity;
  return made;
}

}  // namespace dh::erlang
