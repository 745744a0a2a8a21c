// Literals, lists, tuples, binaries, maps, records, comprehensions; the class is in parser.h.
#include <fmt/format.h>

#include "erlang/syntax/parser.h"

namespace dh::erlang {
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

}  // namespace dh::erlang
