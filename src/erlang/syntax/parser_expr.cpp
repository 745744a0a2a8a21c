#include <fmt/format.h>

#include "erlang/syntax/parser.h"

namespace dh::erlang {

Parser::Parser(std::span<const Token> tokens, TreePlace end, Module& module, SharedInterner& names)
    : tokens_(tokens), module_(module), names_(names), builder_(module) {
  end_.kind = Tok::dot;
  end_.place = end;
  end_.name = names.intern("");  // after an error it matches whatever is expected
}

const Token& Parser::peek(size_t ahead) const {
  return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead] : end_;
}

bool Parser::at_word(std::string_view atom, size_t ahead) const {
  const Token& token = peek(ahead);
  return token.is(Tok::atom) && !token.quoted && names_.text(token.name) == atom;
}

const Token& Parser::take() {
  const Token& token = peek();
  if (at_ < tokens_.size()) ++at_;
  return token;
}

bool Parser::accept(Tok kind) {
  if (!at(kind)) return false;
  take();
  return true;
}

void Parser::expect(Tok kind, std::string_view where) {
  if (!accept(kind)) fail_at(peek(), fmt::format("`{}` is missing {}", tok_text(kind), where));
}

void Parser::fail_at(const Token& token, std::string message) {
  if (!error_) error_ = SyntaxError{token.place, std::move(message)};
  at_ = tokens_.size();
}

void Parser::unexpected(std::string_view where) {
  const Token& token = peek();
  if (token.is(Tok::dot)) return fail_at(token, fmt::format("the form ends {}", where));
  std::string text(token.is(Tok::atom) || token.is(Tok::variable) ? names_.text(token.name)
                                                                  : tok_text(token.kind));
  fail_at(token, fmt::format("syntax error before `{}`, {}", text, where));
}

TreePlace Parser::from(const TreePlace& begin) const {
  TreePlace place = begin;
  place.end_line = place.end_column = 0;
  if (at_ == 0 || at_ > tokens_.size()) return place;
  const TreePlace& last = tokens_[at_ - 1].place;
  // Text of a macro has the place of its call, so an end may be before the beginning, or in another file.
  bool after = last.end_line > begin.line || (last.end_line == begin.line && last.end_column > begin.column);
  if (last.file == begin.file && after) {
    place.end_line = last.end_line;
    place.end_column = last.end_column;
  }
  return place;
}

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

const Expr* Parser::literal() {
  const Token& token = take();
  switch (token.kind) {
    case Tok::integer:
      return builder_.integer(token.place, token.integer);
    case Tok::character: {
      Expr* e = builder_.integer(token.place, token.integer);
      e->kind = ExprKind::character;
      return e;
    }
    case Tok::floating: {
      Expr* e = builder_.leaf(ExprKind::floating, token.place);
      e->floating = token.floating;
      return e;
    }
    case Tok::big_integer:
      return builder_.leaf(ExprKind::big_integer, token.place, token.name);
    case Tok::variable:
      return builder_.leaf(ExprKind::variable, token.place, token.name);
    default:
      return builder_.leaf(ExprKind::atom, token.place, token.name);
  }
}

// Strings that follow each other are one.
const Expr* Parser::string() {
  const Token& first = take();
  if (first.is(Tok::binary_string)) {
    const Expr* text = builder_.leaf(ExprKind::string, first.place, first.name);
    const Expr* segment = builder_.node(ExprKind::segment, first.place, {text}, names_.intern("utf8"));
    return builder_.node(ExprKind::binary, first.place, {segment});
  }
  if (!at(Tok::string)) return builder_.leaf(ExprKind::string, first.place, first.name);
  std::string text(names_.text(first.name));
  while (at(Tok::string)) text += names_.text(take().name);
  return builder_.leaf(ExprKind::string, from(first.place), names_.intern(text));
}

const Expr* Parser::list() {
  TreePlace begin = take().place;
  if (accept(Tok::bracket_close)) return builder_.leaf(ExprKind::list, from(begin));
  std::vector<const Expr*> elements{expr()};
  if (at(Tok::bars))
    return comprehension(ExprKind::list_comprehension, begin, elements[0], Tok::bracket_close);
  while (accept(Tok::comma)) elements.push_back(expr());
  const Expr* tail = accept(Tok::bar) ? expr() : nullptr;
  expect(Tok::bracket_close, "after a list");
  return builder_.list(from(begin), elements, tail);
}

const Expr* Parser::tuple() {
  TreePlace begin = take().place;
  std::vector<const Expr*> elements;
  if (!at(Tok::brace_close)) elements = exprs();
  expect(Tok::brace_close, "after a tuple");
  return builder_.node(ExprKind::tuple, from(begin), elements);
}

const Expr* Parser::binary() {
  TreePlace begin = take().place;
  std::vector<const Expr*> segments;
  if (!at(Tok::binary_close)) {
    segments.push_back(segment());
    if (at(Tok::bars)) {
      return comprehension(ExprKind::binary_comprehension, begin, segments[0]->children[0],
                           Tok::binary_close);
    }
    while (accept(Tok::comma)) segments.push_back(segment());
  }
  expect(Tok::binary_close, "after a binary");
  return builder_.node(ExprKind::binary, from(begin), segments);
}

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

Symbol Parser::segment_types() {
  std::string joined;
  do {
    if (!joined.empty()) joined += '-';
    if (!at(Tok::atom)) {
      unexpected("where the type of a binary segment is expected");
      return Symbol();
    }
    joined += names_.text(take().name);
    if (!accept(Tok::colon)) continue;
    if (!at(Tok::integer)) unexpected("where the unit of a binary segment is expected");
    joined += fmt::format(":{}", take().integer);
  } while (accept(Tok::minus));
  return names_.intern(joined);
}

// #name{...} #name.field #{...}, alone or after an expression.
const Expr* Parser::hash(const Expr* left) {
  TreePlace begin = take().place;
  if (at(Tok::brace_open)) return map_fields(left, begin);
  if (!at(Tok::atom)) {
    unexpected("where the name of a record is expected");
    return builder_.leaf(ExprKind::list, {});
  }
  Symbol name = take().name;
  if (accept(Tok::period)) {
    if (!at(Tok::atom)) unexpected("where the field of a record is expected");
    const Expr* field = literal();
    if (left == nullptr) return builder_.node(ExprKind::record_index, from(begin), {field}, name);
    return builder_.infix(ExprKind::record_access, from(left->place), {left, field}, name);
  }
  std::vector<const Expr*> children;
  if (left != nullptr) children.push_back(left);
  for (const Expr* field : record_fields()) children.push_back(field);
  if (left == nullptr) return builder_.node(ExprKind::record, from(begin), children, name);
  return builder_.infix(ExprKind::record_update, from(left->place), children, name);
}

std::vector<const Expr*> Parser::record_fields() {
  std::vector<const Expr*> result;
  expect(Tok::brace_open, "after the name of a record");
  while (!at(Tok::brace_close) && !failed()) {
    if (!at(Tok::atom) && !at(Tok::variable)) unexpected("where the field of a record is expected");
    const Expr* name = literal();
    expect(Tok::match, "after the field of a record");
    const Expr* value = expr();
    result.push_back(builder_.node(ExprKind::record_field, from(name->place), {name, value}));
    if (!accept(Tok::comma)) break;
  }
  expect(Tok::brace_close, "after the fields of a record");
  return result;
}

const Expr* Parser::map_fields(const Expr* left, TreePlace begin) {
  take();
  std::vector<const Expr*> children;
  if (left != nullptr) children.push_back(left);
  if (!at(Tok::brace_close)) {
    children.push_back(map_field());
    if (left == nullptr && at(Tok::bars)) {
      return comprehension(ExprKind::map_comprehension, begin, children[0], Tok::brace_close);
    }
    while (accept(Tok::comma)) children.push_back(map_field());
  }
  expect(Tok::brace_close, "after the fields of a map");
  if (left == nullptr) return builder_.node(ExprKind::map, from(begin), children);
  return builder_.infix(ExprKind::map_update, from(left->place), children);
}

const Expr* Parser::map_field() {
  const Expr* key = expr();
  bool exact = at(Tok::exact);
  if (!exact && !at(Tok::assoc)) {
    unexpected("where `=>` or `:=` is expected");
    return key;
  }
  take();
  const Expr* value = expr();
  return builder_.infix(exact ? ExprKind::map_field_exact : ExprKind::map_field_assoc, from(key->place),
                        {key, value});
}

const Expr* Parser::comprehension(ExprKind kind, TreePlace begin, const Expr* element, Tok closer) {
  take();
  std::vector<const Expr*> children{element};
  do {
    children.push_back(qualifier());
  } while (accept(Tok::comma));
  expect(closer, "after a comprehension");
  return builder_.node(kind, from(begin), children);
}

const Expr* Parser::qualifier() {
  const Expr* first = generator();
  if (!at(Tok::zip)) return first;
  std::vector<const Expr*> generators{first};
  while (accept(Tok::zip)) generators.push_back(generator());
  return builder_.infix(ExprKind::zip_generator, from(first->place), generators);
}

// A generator, or an expression that filters.
const Expr* Parser::generator() {
  const Expr* pattern = expr();
  bool map = accept(Tok::exact);
  if (map) {
    const Expr* value = expr();
    pattern = builder_.infix(ExprKind::map_field_exact, from(pattern->place), {pattern, value});
  }
  ExprKind kind;
  switch (peek().kind) {
    case Tok::arrow:
      kind = map ? ExprKind::map_generator : ExprKind::generator;
      break;
    case Tok::strict_arrow:
      kind = map ? ExprKind::strict_map_generator : ExprKind::strict_generator;
      break;
    case Tok::binary_arrow:
      kind = ExprKind::binary_generator;
      break;
    case Tok::strict_binary_arrow:
      kind = ExprKind::strict_binary_generator;
      break;
    default:
      if (map) unexpected("where `<-` is expected");
      return pattern;
  }
  take();
  const Expr* source = expr();
  return builder_.infix(kind, from(pattern->place), {pattern, source});
}

const Expr* Parser::whole_expression() {
  const Expr* result = expr();
  if (!at(Tok::dot)) unexpected("where the expression should end");
  return result;
}

}  // namespace dh::erlang
