// Literals and pragmas.
#include <fmt/format.h>

#include "smalltalk/parser_state.h"

namespace dh::smalltalk {

LiteralNode* Parser::make_literal(LiteralKind kind, std::string_view text, uint32_t begin, uint32_t end) {
  auto* literal = arena_.make<LiteralNode>(Node{NodeKind::literal, {begin, end}});
  literal->literal = kind;
  literal->text = text;
  return literal;
}

std::string_view Parser::unquoted(std::string_view quoted) {
  std::string_view inside = quoted.substr(1, quoted.size() - 2);
  if (inside.find('\'') == std::string_view::npos) return inside;
  std::string single;
  single.reserve(inside.size());
  for (size_t i = 0; i < inside.size(); ++i) {
    single += inside[i];
    if (inside[i] == '\'') ++i;
  }
  return arena_.copy(std::string_view(single));
}

LiteralNode* Parser::parse_literal() {
  Span span = token_.span;
  switch (token_.kind) {
    case TokenKind::number:
      return parse_number();
    case TokenKind::string: {
      LiteralNode* literal = make_literal(LiteralKind::string, unquoted(token_text()), span.begin, span.end);
      advance();
      return literal;
    }
    case TokenKind::character: {
      LiteralNode* literal =
          make_literal(LiteralKind::character, token_text().substr(1), span.begin, span.end);
      advance();
      return literal;
    }
    case TokenKind::symbol: {
      std::string_view text = token_text();
      while (text.starts_with('#') || text.starts_with(' ') || text.starts_with('\t')) text.remove_prefix(1);
      if (text.starts_with(':') && text.size() > 1) text.remove_prefix(1);
      if (text.starts_with('\'')) text = unquoted(text);
      LiteralNode* literal = make_literal(LiteralKind::symbol, text, span.begin, span.end);
      advance();
      return literal;
    }
    case TokenKind::hash_paren:
      return parse_literal_array();
    case TokenKind::hash_bracket:
      return parse_byte_array(span.begin);
    case TokenKind::hash_brace:
      return parse_binding();
    case TokenKind::double_hash_paren:
      return parse_compile_time();
    case TokenKind::backtick:
      return parse_backtick();
    case TokenKind::binary: {
      // A minus right before a number is its sign.
      if (token_text() != "-") return nullptr;
      char next = span.end < lexer_.source().size() ? lexer_.source()[span.end] : '\0';
      bool number_follows = next >= '0' && next <= '9';
      if (!number_follows) {
        Lexer ahead = lexer_;
        number_follows = ahead.next().kind == TokenKind::number;  // "- 3": some compilers take it
      }
      if (!number_follows) return nullptr;
      advance();
      LiteralNode* literal = parse_number();
      literal->span.begin = span.begin;
      literal->text = literal->text.starts_with('-')
                          ? literal->text.substr(1)
                          : arena_.copy(std::string_view("-" + std::string(literal->text)));
      return literal;
    }
    case TokenKind::end:
    case TokenKind::identifier:
    case TokenKind::keyword:
    case TokenKind::left_paren:
    case TokenKind::right_paren:
    case TokenKind::left_bracket:
    case TokenKind::right_bracket:
    case TokenKind::left_brace:
    case TokenKind::right_brace:
    case TokenKind::period:
    case TokenKind::semicolon:
    case TokenKind::caret:
    case TokenKind::assign:
    case TokenKind::colon:
    case TokenKind::error:
      return nullptr;
  }
  return nullptr;
}

LiteralNode* Parser::parse_number() {
  std::string decimal = decimal_integer(token_text());
  LiteralNode* literal =
      decimal.empty()
          ? make_literal(LiteralKind::number, token_text(), token_.span.begin, token_.span.end)
          : make_literal(LiteralKind::integer,
                         decimal == token_text() ? token_text() : arena_.copy(std::string_view(decimal)),
                         token_.span.begin, token_.span.end);
  advance();
  return literal;
}

LiteralNode* Parser::parse_literal_array() {
  if (++depth_ > kMaxNesting) {
    fail(token_.span, fmt::format("nested more than {} deep", kMaxNesting));
  }
  uint32_t begin = token_.span.begin;
  advance();
  std::vector<LiteralNode*> elements;
  while (!at(TokenKind::right_paren) && !error_) {
    if (at(TokenKind::end)) {
      fail_here("')' of the literal array");
      break;
    }
    LiteralNode* element = parse_array_element();
    if (element != nullptr) elements.push_back(element);
  }
  --depth_;
  if (error_) return nullptr;
  advance();
  LiteralNode* array = make_literal(LiteralKind::array, {}, begin, previous_end_);
  array->elements = arena_.copy(elements);
  return array;
}

LiteralNode* Parser::parse_array_element() {
  Span span = token_.span;
  std::string_view text = token_text();
  switch (token_.kind) {
    case TokenKind::left_paren:
      return parse_literal_array();
    case TokenKind::left_bracket: {
      Lexer ahead = lexer_;
      TokenKind next = ahead.next().kind;
      if (next == TokenKind::number || next == TokenKind::right_bracket) return parse_byte_array(span.begin);
      break;
    }
    case TokenKind::identifier: {
      LiteralKind kind = text == "nil"     ? LiteralKind::nil
                         : text == "true"  ? LiteralKind::true_value
                         : text == "false" ? LiteralKind::false_value
                                           : LiteralKind::symbol;
      advance();
      return make_literal(kind, kind == LiteralKind::symbol ? text : std::string_view(), span.begin,
                          span.end);
    }
    case TokenKind::keyword: {
      // foo:bar: is one symbol, foo: bar: are two.
      while (at(TokenKind::keyword) && token_.span.begin <= span.end && !error_) {
        span.end = token_.span.end;
        advance();
      }
      std::string_view joined = lexer_.source().substr(span.begin, span.end - span.begin);
      return make_literal(LiteralKind::symbol, joined, span.begin, span.end);
    }
    default:
      break;
  }
  if (LiteralNode* literal = parse_literal()) return literal;
  if (error_) return nullptr;
  // Everything else stands for its own text: #(+ ; . := ^ | { }).
  advance();
  return make_literal(LiteralKind::symbol, text, span.begin, span.end);
}

LiteralNode* Parser::parse_byte_array(uint32_t begin) {
  advance();
  std::vector<LiteralNode*> elements;
  while (!at(TokenKind::right_bracket) && !error_) {
    if (!at(TokenKind::number) && !at_binary("-")) {
      fail_here("a number or ']' of the byte array");
      return nullptr;
    }
    LiteralNode* element = parse_literal();
    if (element == nullptr) {
      fail_here("a number");
      return nullptr;
    }
    elements.push_back(element);
  }
  if (error_) return nullptr;
  advance();
  LiteralNode* bytes = make_literal(LiteralKind::bytes, {}, begin, previous_end_);
  bytes->elements = arena_.copy(elements);
  return bytes;
}

// #{Core.Foo}: a variable, not its value.
LiteralNode* Parser::parse_binding() {
  uint32_t begin = token_.span.begin;
  advance();
  std::string name;
  while (!at(TokenKind::right_brace) && !error_) {
    if (!at_name() && !at(TokenKind::period)) {
      fail_here("a name");
      return nullptr;
    }
    name += token_text();
    advance();
  }
  if (error_) return nullptr;
  advance();
  return make_literal(LiteralKind::binding, arena_.copy(std::string_view(name)), begin, previous_end_);
}

// ##( ... ): evaluated by the compiler; its value is opaque to us.
LiteralNode* Parser::parse_compile_time() {
  if (++depth_ > kMaxNesting) {
    fail(token_.span, fmt::format("nested more than {} deep", kMaxNesting));
  }
  uint32_t begin = token_.span.begin;
  advance();
  BodyParts parts;
  parse_body(parts, TokenKind::right_paren, false);
  --depth_;
  if (error_ || !expect(TokenKind::right_paren, "')'")) return nullptr;
  std::string_view text = lexer_.source().substr(begin, previous_end_ - begin);
  return make_literal(LiteralKind::opaque, text, begin, previous_end_);
}

// `expression`, in Cuis the same.
LiteralNode* Parser::parse_backtick() {
  if (++depth_ > kMaxNesting) {
    fail(token_.span, fmt::format("nested more than {} deep", kMaxNesting));
  }
  uint32_t begin = token_.span.begin;
  advance();
  BodyParts parts;
  parse_body(parts, TokenKind::backtick, false);
  --depth_;
  if (error_ || !expect(TokenKind::backtick, "'`'")) return nullptr;
  std::string_view text = lexer_.source().substr(begin, previous_end_ - begin);
  return make_literal(LiteralKind::opaque, text, begin, previous_end_);
}

namespace {

// The '>' that ends a pragma, looking through strings and arrows.
size_t closing_angle(std::string_view text, size_t from) {
  for (size_t at = text.find_first_of("'>", from); at != std::string_view::npos;
       at = text.find_first_of("'>", at + 1)) {
    if (text[at] == '>' && text[at - 1] != '-') return at;
    size_t quote = text[at] == '\'' ? text.find('\'', at + 1) : at;
    if (quote != std::string_view::npos) at = quote;
  }
  return std::string_view::npos;
}

}  // namespace

// <foo>, <foo: 1 bar: #x>, <primitive: 60 error: code>, and declarations of foreign functions, whose inside
// has a grammar of its own: <stdcall: handle GetDC handle>, <C: int getpid(void)>.
void Parser::parse_pragma(BodyParts& parts) {
  uint32_t begin = token_.span.begin;
  rescan(begin + 1);
  PragmaNode pragma;
  Lexer saved = lexer_;
  Token first = token_;
  std::string_view name = at(TokenKind::end) ? std::string_view() : token_text();
  bool unary = at(TokenKind::identifier);
  if (unary) {
    pragma.selector = name;
    advance();
  }
  if (unary && at(TokenKind::binary)) {
    // <foo>
  } else if (unary || at(TokenKind::keyword)) {
    if (unary || !parse_pragma_arguments(pragma, parts)) {  // <virtual stdcall: ...> too
      // Not of the usual form: keep its name and skip to the closing bracket.
      error_.reset();
      lexer_ = saved;
      token_ = first;
      pragma = PragmaNode{name, {}, {}};
      size_t close = closing_angle(lexer_.source(), first.span.end);
      if (close == std::string_view::npos) {
        fail({begin, first.span.end}, "pragma is not closed");
        return;
      }
      rescan(static_cast<uint32_t>(close));
    }
  } else if (at(TokenKind::binary)) {
    pragma.selector = token_text();
    advance();
    LiteralNode* argument = parse_array_element();
    if (argument == nullptr) return;
    pragma.arguments = arena_.copy(std::span<LiteralNode* const>(&argument, 1));
  } else {
    fail_here("a pragma");
    return;
  }
  if (!at(TokenKind::binary) || token_text().front() != '>') {
    fail_here("'>'");
    return;
  }
  pragma.span = {begin, token_.span.begin + 1};
  rescan(token_.span.begin + 1);
  parts.pragmas.push_back(pragma);
}

bool Parser::parse_pragma_arguments(PragmaNode& pragma, BodyParts& parts) {
  std::string joined;
  std::vector<LiteralNode*> arguments;
  size_t declared = parts.temporaries.size();
  while (at(TokenKind::keyword) && !error_) {
    std::string_view keyword = token_text();
    joined += keyword;
    advance();
    // <primitive: 60 error: code> declares a temporary that holds the reason of a failure.
    if (at(TokenKind::identifier) && joined.starts_with("primitive:") &&
        (keyword == "error:" || keyword == "errorCode:")) {
      parts.temporaries.push_back({token_text(), token_.span});
    }
    if (at(TokenKind::end) || at(TokenKind::right_paren) || at(TokenKind::keyword) ||
        (at(TokenKind::binary) && token_text().front() == '>')) {
      fail_here("an argument of the pragma");
      break;
    }
    // A symbol such as #> must not swallow the bracket: <foo: #bar> never has this problem.
    arguments.push_back(at(TokenKind::left_brace) ? nullptr : parse_array_element());
    if (arguments.back() == nullptr) {
      fail_here("a literal");
      break;
    }
  }
  if (error_ || !at(TokenKind::binary) || token_text().front() != '>') {
    parts.temporaries.resize(declared);
    return false;
  }
  pragma.selector = arena_.copy(std::string_view(joined));
  pragma.arguments = arena_.copy(arguments);
  return true;
}

}  // namespace dh::smalltalk
