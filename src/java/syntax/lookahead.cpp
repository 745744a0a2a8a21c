// Deciding what comes from the tokens ahead, without consuming any.
#include "java/syntax/parser_impl.h"

namespace dh::java {

namespace {

// Type arguments within each other, in look-ahead: deeper ones are read as comparisons.
constexpr int kMaxTypeArgs = 100;

bool is_primitive(TokenKind kind) {
  switch (kind) {
    case TokenKind::kw_boolean:
    case TokenKind::kw_byte:
    case TokenKind::kw_short:
    case TokenKind::kw_int:
    case TokenKind::kw_long:
    case TokenKind::kw_char:
    case TokenKind::kw_float:
    case TokenKind::kw_double:
      return true;
    default:
      return false;
  }
}

}  // namespace

size_t Parser::skip_parens(size_t n) {
  size_t depth = 0;
  for (;; ++n) {
    switch (kind(n)) {
      case K::l_paren:
        ++depth;
        break;
      case K::r_paren:
        if (--depth == 0) return n + 1;
        break;
      case K::end:
        return 0;
      default:
        break;
    }
  }
}

// Never fails: n itself where there are none.
size_t Parser::skip_annotations(size_t n) {
  while (kind(n) == K::at && kind(n + 1) == K::identifier) {
    n += 2;
    while (kind(n) == K::dot && kind(n + 1) == K::identifier) n += 2;
    if (kind(n) == K::l_paren) {
      size_t after = skip_parens(n);
      if (after == 0) return n;
      n = after;
    }
  }
  return n;
}

// Never fails either.
size_t Parser::skip_dims(size_t n) {
  for (;;) {
    size_t bracket = kind(n) == K::at ? skip_annotations(n) : n;
    if (kind(bracket) != K::l_bracket || kind(bracket + 1) != K::r_bracket) return n;
    n = bracket + 2;
  }
}

size_t Parser::skip_type_args(size_t n, int depth) {
  if (depth > kMaxTypeArgs) return 0;
  ++n;  // <
  if (kind(n) == K::greater) return n + 1;
  for (;;) {
    n = skip_annotations(n);
    if (kind(n) == K::question) {
      ++n;
      if (kind(n) == K::kw_extends || kind(n) == K::kw_super) {
        n = skip_type_inner(n + 1, depth);
        if (n == 0) return 0;
      }
    } else {
      n = skip_type_inner(n, depth);
      if (n == 0) return 0;
    }
    if (kind(n) == K::greater) return n + 1;
    if (kind(n) != K::comma) return 0;
    ++n;
  }
}

size_t Parser::skip_type_inner(size_t n, int depth) {
  n = skip_annotations(n);
  if (is_primitive(kind(n))) return skip_dims(n + 1);
  for (;;) {
    if (kind(n) != K::identifier) return 0;
    ++n;
    if (kind(n) == K::less) {
      n = skip_type_args(n, depth + 1);
      if (n == 0) return 0;
    }
    if (kind(n) != K::dot) break;
    n = skip_annotations(n + 1);
  }
  return skip_dims(n);
}

size_t Parser::skip_type(size_t n) {
  return skip_type_inner(n, 0);
}

bool Parser::at_class_keyword(size_t n) {
  switch (kind(n)) {
    case K::kw_class:
    case K::kw_interface:
    case K::kw_enum:
      return true;
    case K::at:
      return kind(n + 1) == K::kw_interface;
    case K::identifier:
      return peek(n).name == contextual_.record && kind(n + 1) == K::identifier &&
             (kind(n + 2) == K::l_paren || kind(n + 2) == K::less);
    default:
      return false;
  }
}

// `sealed` and `non-sealed` where they are modifiers.
bool Parser::at_contextual_modifier(size_t n) {
  size_t after = 0;
  if (at_name(contextual_.sealed, n)) {
    after = n + 1;
  } else if (at_name(contextual_.non, n) && kind(n + 1) == K::minus && at_name(contextual_.sealed, n + 2) &&
             touches_next(n) && touches_next(n + 1)) {
    after = n + 3;
  } else {
    return false;
  }
  switch (kind(after)) {
    case K::kw_class:
    case K::kw_interface:
    case K::kw_abstract:
    case K::kw_public:
    case K::kw_protected:
    case K::kw_private:
    case K::kw_static:
    case K::kw_final:
    case K::kw_strictfp:
    case K::at:
      return true;
    default:
      return false;
  }
}

bool Parser::at_local_class(size_t n) {
  return at_class_keyword(n) || kind(n) == K::kw_abstract || kind(n) == K::kw_static ||
         kind(n) == K::kw_strictfp || at_contextual_modifier(n);
}

// A type and a name, without modifiers before it.
bool Parser::at_local_declaration() {
  if (!is_primitive(kind()) && !at(K::identifier)) return false;
  size_t n = skip_type(0);
  return n != 0 && kind(n) == K::identifier;
}

bool Parser::starts_cast_operand(size_t n) {
  switch (kind(n)) {
    case K::bang:
    case K::tilde:
    case K::l_paren:
    case K::identifier:
    case K::int_literal:
    case K::long_literal:
    case K::float_literal:
    case K::double_literal:
    case K::char_literal:
    case K::string_literal:
    case K::text_block:
    case K::kw_true:
    case K::kw_false:
    case K::kw_null:
    case K::kw_this:
    case K::kw_super:
    case K::kw_new:
    case K::kw_switch:
    case K::kw_void:
      return true;
    default:
      return is_primitive(kind(n));
  }
}

// At '('.
bool Parser::at_lambda() {
  if (!lambdas_) return false;
  switch (kind(1)) {
    case K::r_paren:
      return kind(2) == K::arrow;
    case K::kw_final:
      return true;
    case K::identifier:
      if (kind(2) == K::r_paren) return kind(3) == K::arrow;
      if (kind(2) == K::comma) return true;
      break;
    default:
      if (kind(1) != K::at && !is_primitive(kind(1))) return false;
      break;
  }
  size_t n = skip_annotations(1);
  if (kind(n) == K::kw_final) return true;
  n = skip_type(n);
  if (n == 0) return false;
  n = skip_annotations(n);
  return kind(n) == K::identifier || kind(n) == K::ellipsis;
}

// At '(' that is not a lambda.
bool Parser::at_cast() {
  size_t start = skip_annotations(1);
  if (is_primitive(kind(start))) {
    size_t n = skip_type(start);
    if (kind(n) == K::r_paren) return true;
    if (kind(n) != K::ampersand) return false;
  }
  size_t n = skip_type(start);
  while (n != 0 && kind(n) == K::ampersand) n = skip_type(n + 1);
  return n != 0 && kind(n) == K::r_paren && starts_cast_operand(n + 1);
}

// At '<' after names: whether they are a type with arguments, as in Map.Entry<K, V>::getKey.
bool Parser::at_type_of_method_ref() {
  size_t n = skip_type_args(0, 0);
  while (n != 0 && kind(n) == K::dot) {
    n = skip_annotations(n + 1);
    if (kind(n) != K::identifier) return false;
    ++n;
    if (kind(n) == K::less) n = skip_type_args(n, 0);
  }
  return n != 0 && kind(skip_dims(n)) == K::colon_colon;
}

// In a label or after instanceof: a type followed by a name or by the parts of a record.
bool Parser::at_pattern() {
  if (at(K::kw_final) || at(K::at)) return true;
  size_t n = skip_type(0);
  return n != 0 && (kind(n) == K::identifier || kind(n) == K::l_paren);
}

// At `yield`: whether it is the statement, not a variable or method of that name.
bool Parser::at_yield_statement() {
  switch (kind(1)) {
    case K::plus:
    case K::minus:
    case K::bang:
    case K::tilde:
      return true;
    case K::plus_plus:
    case K::minus_minus:
      return kind(2) != K::semicolon;
    case K::l_paren:
      if (kind(2) != K::r_paren) return true;
      return kind(3) == K::arrow;
    default:
      return starts_cast_operand(1);
  }
}

}  // namespace dh::java
