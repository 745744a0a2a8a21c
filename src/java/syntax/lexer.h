// Java's tokens, one at a time.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/shared_interner.h"
#include "java/syntax/unicode_escapes.h"
#include "source/place.h"

namespace dh::java {

enum class TokenKind : uint8_t {
#define DH_JAVA_TOKEN(kind, text) kind,
#include "java/syntax/token.def"
};

std::string_view token_text(TokenKind kind);  // "';'", "a name", "while"

struct Token {
  Span span;
  Symbol name;  // of identifiers
  TokenKind kind = TokenKind::end;
};

struct SyntaxError {
  Span span;
  std::string message;
};

// Not thread-safe. After an error every further token is `end`.
class Lexer {
 public:
  Lexer(std::string_view text, SharedInterner& names);
  Lexer(const Lexer&) = delete;
  Lexer& operator=(const Lexer&) = delete;

  Token next();

  // After an opening brace that next() gave: the closing brace that belongs to it, found without making
  // tokens of what is between. `open_end` is the end of the opening brace.
  Token skip_block(uint32_t open_end);

  const std::optional<SyntaxError>& error() const { return error_; }

 private:
  Token identifier(const char* begin);
  Token number(const char* begin);
  Token hex_or_binary(const char* begin);
  Token fraction(const char* begin, bool hex);
  Token number_end(const char* begin, TokenKind kind);
  Token string(const char* begin);
  Token text_block(const char* begin);
  Token character(const char* begin);
  Token symbol(const char* begin);
  bool skip_digits(int base);
  bool skip_escape(bool in_text_block);
  bool skip_line_comment();
  bool skip_block_comment();
  bool skip_quoted(char quote);
  bool skip_identifier_tail();

  Symbol intern(std::string_view text);
  Token make(TokenKind kind, const char* begin);
  Token fail(const char* begin, const char* end, std::string message);
  uint32_t offset(const char* p) const {
    auto at = static_cast<uint32_t>(p - text_.data());
    return escapes_.empty() ? at : escapes_.original(at);
  }

  SharedInterner& names_;
  std::string text_;  // the file with its Unicode escapes translated; a 0 after it ends every scan
  UnicodeEscapes escapes_;
  const char* p_;
  const char* end_;
  std::optional<SyntaxError> error_;

  // Names seen lately, by hash: files use the same few hundred over and over, and these stay in the cache of
  // the processor where the table of all names does not.
  struct Recent {
    uint32_t hash = 0;
    uint32_t begin = 0;  // in text_
    uint32_t length = 0;
    Symbol symbol;
  };
  std::array<Recent, 512> recent_;
};

}  // namespace dh::java
