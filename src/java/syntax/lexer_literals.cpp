// Numbers, strings and characters, and how a block is skipped over without making tokens.
#include <algorithm>
#include <cstring>

#include "base/utf8.h"
#include "java/syntax/identifier_chars.h"
#include "java/syntax/lexer.h"

namespace dh::java {

namespace {

bool is_digit(char c, int base) {
  if (base == 16) return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  return c >= '0' && c < '0' + base;
}

bool is_line_end(char c) {
  return c == '\n' || c == '\r';
}

}  // namespace

// Digits with underscores between them. False: an underscore comes first or last.
bool Lexer::skip_digits(int base) {
  if (*p_ == '_') return false;
  while (is_digit(*p_, base) || *p_ == '_') ++p_;
  return p_[-1] != '_';
}

Token Lexer::number_end(const char* begin, TokenKind kind) {
  switch (*p_) {
    case 'l':
    case 'L':
      if (kind != TokenKind::int_literal) break;
      ++p_;
      kind = TokenKind::long_literal;
      break;
    case 'f':
    case 'F':
    case 'd':
    case 'D':
      kind = *p_ == 'f' || *p_ == 'F' ? TokenKind::float_literal : TokenKind::double_literal;
      ++p_;
      break;
    default:
      break;
  }
  if (is_name_char(*p_)) return fail(begin, p_ + 1, "malformed number");
  return make(kind, begin);
}

// After the digits before the point: [. digits] [exponent] [suffix].
Token Lexer::fraction(const char* begin, bool hex) {
  bool is_float = false;
  if (*p_ == '.') {
    is_float = true;
    ++p_;
    if (is_digit(*p_, hex ? 16 : 10) && !skip_digits(hex ? 16 : 10)) {
      return fail(begin, p_, "malformed number: misplaced underscore");
    }
    if (hex && p_ - begin == 3) return fail(begin, p_, "malformed number: no digits");
  }
  char lower = static_cast<char>(*p_ | 0x20);
  if (lower == (hex ? 'p' : 'e')) {
    is_float = true;
    ++p_;
    if (*p_ == '+' || *p_ == '-') ++p_;
    if (!is_digit(*p_, 10) || !skip_digits(10)) return fail(begin, p_, "malformed number: no exponent");
  } else if (hex && is_float) {
    return fail(begin, p_, "malformed number: a hexadecimal fraction needs an exponent");
  }
  return number_end(begin, is_float ? TokenKind::double_literal : TokenKind::int_literal);
}

Token Lexer::hex_or_binary(const char* begin) {
  int base = (p_[1] | 0x20) == 'x' ? 16 : 2;
  p_ += 2;
  bool fraction_first = base == 16 && *p_ == '.';
  if (!fraction_first && (!is_digit(*p_, base) || !skip_digits(base))) {
    return fail(begin, p_, "malformed number: no digits, or a misplaced underscore");
  }
  if (base == 16) return fraction(begin, true);
  if ((*p_ | 0x20) != 'l' && is_name_char(*p_)) return fail(begin, p_ + 1, "malformed number");
  return number_end(begin, TokenKind::int_literal);
}

Token Lexer::number(const char* begin) {
  if (*p_ == '0' && ((p_[1] | 0x20) == 'x' || (p_[1] | 0x20) == 'b')) return hex_or_binary(begin);
  if (*p_ != '.' && !skip_digits(10)) return fail(begin, p_, "malformed number: misplaced underscore");
  const char* digits_end = p_;
  Token token = fraction(begin, false);
  if ((token.kind == TokenKind::int_literal || token.kind == TokenKind::long_literal) && *begin == '0') {
    if (std::any_of(begin, digits_end, [](char c) { return c == '8' || c == '9'; })) {
      return fail(begin, p_, "malformed number: 8 and 9 are not octal digits");
    }
  }
  return token;
}

// At a backslash. False: no such escape.
bool Lexer::skip_escape(bool in_text_block) {
  ++p_;
  if (p_ == end_) return false;
  char c = *p_;
  if (c >= '0' && c <= '7') {
    int max_digits = c <= '3' ? 3 : 2;
    for (int i = 0; i < max_digits && *p_ >= '0' && *p_ <= '7'; ++i) ++p_;
    return true;
  }
  if (in_text_block && is_line_end(c)) {
    ++p_;
    return true;
  }
  if (c == 0 || std::strchr("btnfrs\"'\\", c) == nullptr) return false;
  ++p_;
  return true;
}

Token Lexer::string(const char* begin) {
  if (p_[1] == '"' && p_[2] == '"') return text_block(begin);
  ++p_;
  for (;;) {
    while (*p_ != '"' && *p_ != '\\' && !is_line_end(*p_) && p_ != end_) ++p_;
    if (*p_ == '"') break;
    if (*p_ != '\\') return fail(begin, p_, "the string is not closed");
    const char* escape = p_;
    if (!skip_escape(false)) return fail(escape, escape + 2, "unknown escape sequence in a string");
  }
  ++p_;
  return make(TokenKind::string_literal, begin);
}

Token Lexer::text_block(const char* begin) {
  p_ += 3;
  while (*p_ == ' ' || *p_ == '\t' || *p_ == '\f') ++p_;
  if (!is_line_end(*p_))
    return fail(begin, p_, "expected a line break after the opening quotes of a text block");
  for (;;) {
    while (*p_ != '"' && *p_ != '\\' && p_ != end_) ++p_;
    if (p_ == end_) return fail(begin, begin + 3, "the text block is not closed");
    if (*p_ == '\\') {
      const char* escape = p_;
      if (!skip_escape(true)) return fail(escape, escape + 2, "unknown escape sequence in a text block");
    } else if (p_[1] == '"' && p_[2] == '"') {
      p_ += 3;
      return make(TokenKind::text_block, begin);
    } else {
      ++p_;
    }
  }
}

Token Lexer::character(const char* begin) {
  ++p_;
  if (p_ == end_ || is_line_end(*p_)) return fail(begin, p_, "the character literal is not closed");
  if (*p_ == '\'') return fail(begin, p_ + 1, "empty character literal");
  if (*p_ == '\\') {
    const char* escape = p_;
    if (!skip_escape(false))
      return fail(escape, escape + 2, "unknown escape sequence in a character literal");
  } else {
    p_ += utf8_length({p_, static_cast<size_t>(end_ - p_)});
  }
  if (*p_ != '\'') return fail(begin, p_, "the character literal is not closed");
  ++p_;
  return make(TokenKind::char_literal, begin);
}

// The rest of a string or character, roughly: only its end matters. False: it has none.
bool Lexer::skip_quoted(char quote) {
  if (quote == '"' && p_[1] == '"' && p_[2] == '"') {
    for (p_ += 3; p_ != end_; ++p_) {
      if (*p_ == '\\' && p_ + 1 != end_) {
        ++p_;
      } else if (*p_ == '"' && p_[1] == '"' && p_[2] == '"') {
        p_ += 3;
        return true;
      }
    }
    return false;
  }
  for (++p_; p_ != end_ && !is_line_end(*p_); ++p_) {
    if (*p_ == '\\' && p_ + 1 != end_) {
      ++p_;
    } else if (*p_ == quote) {
      ++p_;
      return true;
    }
  }
  return false;
}

Token Lexer::skip_block(uint32_t open_end) {
  const char* open =
      escapes_.empty() ? text_.data() + open_end : text_.data() + escapes_.translated(open_end);
  p_ = open;
  for (size_t depth = 1;;) {
    while (*p_ != '{' && *p_ != '}' && *p_ != '"' && *p_ != '\'' && *p_ != '/' && *p_ != 0) ++p_;
    const char* begin = p_;
    bool closed = true;
    switch (*p_) {
      case '{':
        ++depth;
        ++p_;
        break;
      case '}':
        ++p_;
        if (--depth == 0) return make(TokenKind::r_brace, begin);
        break;
      case '"':
      case '\'':
        closed = skip_quoted(*p_);
        break;
      case '/':
        if (p_[1] == '/') {
          closed = skip_line_comment();
        } else if (p_[1] == '*') {
          closed = skip_block_comment();
        } else {
          ++p_;
        }
        break;
      default:
        if (p_ == end_) return fail(open - 1, open, "the block is not closed");
        ++p_;  // a 0 in the text
        break;
    }
    if (!closed) return fail(begin, begin + 1, "not closed");
  }
}

}  // namespace dh::java
