// Tokens of Smalltalk code in all dialects.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "smallir/module.h"
#include "source/place.h"

namespace dh::smalltalk {

using smallir::Dialect;

enum class TokenKind : uint8_t {
  end,
  identifier,         // may be dotted
  keyword,            // with its colon
  binary,             // operator characters, `|` and `<` among them
  number,             // without sign
  string,             // span with quotes
  character,          // $x
  symbol,             // #foo, #foo:bar:, #+, #'a b'
  hash_paren,         // #(
  hash_bracket,       // #[
  hash_brace,         // #{
  double_hash_paren,  // ##(
  left_paren,
  right_paren,
  left_bracket,
  right_bracket,
  left_brace,
  right_brace,
  period,
  semicolon,
  caret,
  assign,    // := or _ or an arrow
  backtick,  // Cuis: compile-time constants
  colon,
  error,  // Lexer::error says why
};

struct Token {
  TokenKind kind = TokenKind::end;
  Span span;
};

// Reads on demand; copyable, so that a parser can look ahead and come back.
class Lexer {
 public:
  Lexer(std::string_view text, Dialect dialect, uint32_t from = 0)
      : text_(text), dialect_(dialect), at_(from) {}

  // The next token; comments and white space are skipped.
  Token next();
  std::string_view text(Token token) const {
    return text_.substr(token.span.begin, token.span.end - token.span.begin);
  }
  std::string_view source() const { return text_; }
  Dialect dialect() const { return dialect_; }
  uint32_t offset() const { return at_; }
  void seek(uint32_t offset) { at_ = offset; }
  const char* error() const { return error_; }

  // Where white space and comments end; the length of the text when a comment is not closed.
  uint32_t skip_blanks(uint32_t from);

 private:
  Token make(TokenKind kind, uint32_t begin) const { return {kind, {begin, at_}}; }
  Token fail(uint32_t begin, const char* why);
  Token identifier();
  Token number();
  Token binary();
  Token hash();
  bool quoted(char quote);
  char peek(uint32_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool dotted_names() const;
  uint32_t name_length(uint32_t from) const;

  std::string_view text_;
  Dialect dialect_;
  uint32_t at_;
  const char* error_ = "";
};

// Length of the identifier at an offset; 0 when there is none. Letters are ASCII letters, `_` and everything
// beyond ASCII that is not an operator.
uint32_t identifier_length(std::string_view text, uint32_t from);
bool is_binary_character(char c);

// The position of the bracket that closes the one at `open`, skipping strings, comments, characters and
// nested brackets; the size of the text when there is none.
uint32_t closing_bracket(std::string_view text, uint32_t open);

// The number of a number token in decimal, without sign, when it is an integer; empty when it is not.
std::string decimal_integer(std::string_view token);

}  // namespace dh::smalltalk
