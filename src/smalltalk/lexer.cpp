#include "smalltalk/lexer.h"

#include <cstring>

#include "base/utf8.h"

namespace dh::smalltalk {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_blank(char c) {
  // NUL and the other control characters occur between tokens of old file-outs.
  return static_cast<unsigned char>(c) <= ' ';
}

bool is_wide(char c) {
  return static_cast<unsigned char>(c) >= 0x80;
}

// Signs beyond ASCII that dialects use as operators: Latin-1 signs, arrows, mathematics, shapes.
bool is_operator_code_point(uint32_t c) {
  if (c >= 0xA1 && c <= 0xBF) return c != 0xAA && c != 0xB5 && c != 0xBA;
  return c == 0xD7 || c == 0xF7 || (c >= 0x2190 && c <= 0x23FF) || (c >= 0x25A0 && c <= 0x25FF) ||
         (c >= 0x27C0 && c <= 0x2AFF);
}

constexpr uint32_t kLeftArrow = 0x2190;

bool is_blank_code_point(uint32_t c) {
  return c == 0xA0 || c == 0xFEFF || (c >= 0x2000 && c <= 0x200F) || c == 0x2028 || c == 0x2029 ||
         c == 0x3000;
}

// Length of the operator character at the front of text that is not ASCII; 0 when it is something else.
uint32_t wide_operator_length(std::string_view text) {
  size_t length = utf8_length(text);
  if (length < 2 || !is_operator_code_point(utf8_decode(text))) return 0;
  return static_cast<uint32_t>(length);
}

int digit_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  return 99;
}

// GemStone: the environment in which a selector is looked up, `a @env0:at: 3`. Zero: there is none.
uint32_t environment_length(std::string_view text) {
  constexpr std::string_view kPrefix = "@env";
  size_t at = kPrefix.size();
  if (!text.starts_with(kPrefix)) return 0;
  while (at < text.size() && is_digit(text[at])) ++at;
  bool complete = at > kPrefix.size() && at < text.size() && text[at] == ':';
  return complete ? static_cast<uint32_t>(at + 1) : 0;
}

}  // namespace

bool is_binary_character(char c) {
  return c != '\0' && std::strchr("+-/\\*~<>=@%|&?,!", c) != nullptr;
}

uint32_t identifier_length(std::string_view text, uint32_t from) {
  uint32_t at = from;
  while (at < text.size()) {
    char c = text[at];
    if (is_ascii_letter(c) || (at > from && is_digit(c))) {
      ++at;
    } else if (is_wide(c)) {
      std::string_view rest = text.substr(at);
      uint32_t code_point = utf8_decode(rest);
      if (is_operator_code_point(code_point) || is_blank_code_point(code_point)) break;
      at += static_cast<uint32_t>(utf8_length(rest));
    } else {
      break;
    }
  }
  return at - from;
}

bool Lexer::dotted_names() const {
  switch (dialect_) {
    case Dialect::visualworks:
    case Dialect::dolphin:
    case Dialect::gnu:
    case Dialect::unknown:
      return true;
    case Dialect::pharo:
    case Dialect::squeak:
    case Dialect::cuis:
    case Dialect::gemstone:
      return false;
  }
  return false;
}

uint32_t Lexer::skip_blanks(uint32_t from) {
  uint32_t at = from;
  while (at < text_.size()) {
    char c = text_[at];
    if (is_blank(c)) {
      ++at;
    } else if (c == '@' && environment_length(text_.substr(at)) > 0) {
      at += environment_length(text_.substr(at));
    } else if (c == '"') {
      size_t close = text_.find('"', at + 1);
      if (close == std::string_view::npos) {
        error_ = "comment is not closed";
        return static_cast<uint32_t>(text_.size());
      }
      at = static_cast<uint32_t>(close + 1);
    } else if (is_wide(c)) {
      if (!is_blank_code_point(utf8_decode(text_.substr(at)))) break;
      at += static_cast<uint32_t>(utf8_length(text_.substr(at)));
    } else {
      break;
    }
  }
  return at;
}

Token Lexer::fail(uint32_t begin, const char* why) {
  error_ = why;
  return make(TokenKind::error, begin);
}

Token Lexer::next() {
  error_ = "";
  uint32_t blanks = at_;
  at_ = skip_blanks(at_);
  uint32_t begin = at_;
  if (*error_ != '\0') {
    // Point at the comment: it is the last quote that opens one.
    size_t open = text_.rfind('"');
    return fail(open == std::string_view::npos ? blanks : static_cast<uint32_t>(open), error_);
  }
  if (at_ >= text_.size()) return make(TokenKind::end, begin);
  char c = text_[at_];
  if (is_digit(c)) return number();
  if (identifier_length(text_, at_) > 0) return identifier();
  if (is_binary_character(c)) return binary();
  if (is_wide(c)) {
    std::string_view rest = text_.substr(at_);
    if (utf8_decode(rest) == kLeftArrow) {
      at_ += static_cast<uint32_t>(utf8_length(rest));
      return make(TokenKind::assign, begin);
    }
    return binary();
  }
  if (c == '#') return hash();
  if (c == '\'') return quoted('\'') ? make(TokenKind::string, begin) : fail(begin, "string is not closed");
  ++at_;
  switch (c) {
    case '(':
      return make(TokenKind::left_paren, begin);
    case ')':
      return make(TokenKind::right_paren, begin);
    case '[':
      return make(TokenKind::left_bracket, begin);
    case ']':
      return make(TokenKind::right_bracket, begin);
    case '{':
      return make(TokenKind::left_brace, begin);
    case '}':
      return make(TokenKind::right_brace, begin);
    case '.':
      return make(TokenKind::period, begin);
    case ';':
      return make(TokenKind::semicolon, begin);
    case '^':
      return make(TokenKind::caret, begin);
    case '`':
      return make(TokenKind::backtick, begin);
    case ':':
      if (peek() != '=') return make(TokenKind::colon, begin);
      ++at_;
      return make(TokenKind::assign, begin);
    case '$': {
      if (at_ >= text_.size()) return fail(begin, "no character after $");
      if (dialect_ == Dialect::gnu && peek() == '<' && is_digit(peek(1))) {  // $<10>: by its code
        uint32_t close = at_ + 1;
        while (close < text_.size() && (is_digit(text_[close]) || digit_value(text_[close]) < 36)) ++close;
        if (close < text_.size() && text_[close] == '>') {
          at_ = close + 1;
          return make(TokenKind::character, begin);
        }
      }
      bool escape = dialect_ == Dialect::dolphin && peek() == '\\';  // $\n, $\0, $\x41
      at_ += static_cast<uint32_t>(utf8_length(text_.substr(at_)));
      if (escape && peek() == 'x' && digit_value(peek(1)) < 16) {
        ++at_;
        while (digit_value(peek()) < 16) ++at_;
      } else if (escape && peek() != '\0' && std::strchr("0abfnrtv", peek()) != nullptr) {
        ++at_;
      }
      return make(TokenKind::character, begin);
    }
    default:
      return fail(begin, "unexpected character");
  }
}

// In GNU Smalltalk a dollar inside a name belongs to it: java_util_Map$Entry.
uint32_t Lexer::name_length(uint32_t from) const {
  uint32_t length = identifier_length(text_, from);
  if (dialect_ != Dialect::gnu || length == 0) return length;
  while (from + length < text_.size() && text_[from + length] == '$') {
    ++length;
    while (from + length < text_.size() && is_digit(text_[from + length])) ++length;
    length += identifier_length(text_, from + length);
  }
  return length;
}

Token Lexer::identifier() {
  uint32_t begin = at_;
  at_ += name_length(at_);
  if (at_ - begin == 1 && text_[begin] == '_') {
    // The old form of an assignment, or the name of an unused argument; `_:` is a keyword.
    if (peek() != ':' || peek(1) == '=') return make(TokenKind::assign, begin);
  }
  uint32_t first = text_[begin] == '_' && at_ - begin > 1 ? begin + 1 : begin;
  bool capital = text_[first] >= 'A' && text_[first] <= 'Z';
  while (dotted_names() && capital && peek() == '.') {
    uint32_t more = identifier_length(text_, at_ + 1);
    if (more == 0) break;
    at_ += 1 + more;
  }
  if (peek() == ':' && peek(1) != '=') {
    ++at_;
    return make(TokenKind::keyword, begin);
  }
  return make(TokenKind::identifier, begin);
}

Token Lexer::number() {
  uint32_t begin = at_;
  auto digits = [&](int base) {
    uint32_t from = at_;
    while (digit_value(peek()) < base || (peek() == '_' && digit_value(peek(1)) < base && at_ > from)) ++at_;
    return at_ - from;
  };
  digits(10);
  int base = 10;
  // 16#1F is GemStone's way to write 16r1F; 16#FF in a literal array is a number and a symbol elsewhere.
  if (peek() == 'r' || (peek() == '#' && is_digit(peek(1)))) {
    int given = 0;
    for (uint32_t i = begin; i < at_ && given < 1000; ++i) {
      if (text_[i] != '_') given = given * 10 + (text_[i] - '0');
    }
    uint32_t sign = peek(1) == '-' ? 1 : 0;
    if (given >= 2 && given <= 36 && digit_value(peek(1 + sign)) < given) {
      at_ += 1 + sign;
      base = given;
      digits(base);
    }
  }
  if (peek() == '.' && digit_value(peek(1)) < base && !(base > 10 && !is_digit(peek(1)))) {
    ++at_;
    digits(base);
  }
  char mark = peek();
  if (mark == 'e' || mark == 'd' || mark == 'q' || mark == 's') {
    uint32_t sign = (peek(1) == '-' || peek(1) == '+') && mark != 's' ? 1 : 0;
    if (is_digit(peek(1 + sign))) {
      at_ += 1 + sign;
      digits(10);
    } else if (identifier_length(text_, at_) == 1 && peek(1) != ':') {
      ++at_;  // 1.0d, 3s: precision without a number
    }
  }
  return make(TokenKind::number, begin);
}

Token Lexer::binary() {
  uint32_t begin = at_;
  while (at_ < text_.size()) {
    char c = text_[at_];
    // In GNU Smalltalk's own format a bang ends what it follows.
    if (c == '!' && dialect_ == Dialect::gnu) {
      if (at_ == begin) ++at_;
      break;
    }
    // x>-1 and 2**-3: a minus before a digit belongs to the number, unless it is all there is.
    if (c == '-' && at_ > begin && is_digit(peek(1))) break;
    if (is_binary_character(c)) {
      ++at_;
      continue;
    }
    uint32_t wide = is_wide(c) ? wide_operator_length(text_.substr(at_)) : 0;
    if (wide == 0) break;
    at_ += wide;
  }
  if (at_ == begin) {
    at_ += static_cast<uint32_t>(utf8_length(text_.substr(at_)));
    return fail(begin, "unexpected character");
  }
  return make(TokenKind::binary, begin);
}

Token Lexer::hash() {
  uint32_t begin = at_;
  ++at_;
  if (peek() == '#' && peek(1) == '(') {
    at_ += 2;
    return make(TokenKind::double_hash_paren, begin);
  }
  while (peek() == '#') ++at_;  // ##foo is #foo in some dialects
  switch (peek()) {
    case '(':
      ++at_;
      return make(TokenKind::hash_paren, begin);
    case '[':
      ++at_;
      return make(TokenKind::hash_bracket, begin);
    case '{':
      ++at_;
      return make(TokenKind::hash_brace, begin);
    case '\'':
      return quoted('\'') ? make(TokenKind::symbol, begin) : fail(begin, "symbol is not closed");
    default:
      break;
  }
  const bool colon = peek() == ':';  // #:foo, which some parsers accept, and #: of Squeak
  if (colon) ++at_;
  uint32_t length = name_length(at_);
  if (colon && length == 0) return make(TokenKind::symbol, begin);
  if (length == 0 && (peek() == ' ' || peek() == '\t') && dialect_ != Dialect::gnu) {  // "# foo"
    uint32_t after = at_;
    while (after < text_.size() && (text_[after] == ' ' || text_[after] == '\t')) ++after;
    length = identifier_length(text_, after);
    if (length > 0) at_ = after;
  }
  if (length > 0) {
    at_ += length;
    while (true) {
      if (peek() == ':' && peek(1) != '=') {
        ++at_;
        at_ += identifier_length(text_, at_);
      } else if (peek() == '.' && dotted_names() && identifier_length(text_, at_ + 1) > 0) {
        at_ += 1 + identifier_length(text_, at_ + 1);
      } else {
        break;
      }
    }
    return make(TokenKind::symbol, begin);
  }
  if (at_ < text_.size() && (is_binary_character(peek()) || is_wide(peek()))) {
    Token token = binary();
    token.span.begin = begin;
    if (token.kind == TokenKind::binary) token.kind = TokenKind::symbol;
    return token;
  }
  return fail(begin, "nothing after #");
}

bool Lexer::quoted(char quote) {
  size_t at = at_ + 1;
  while (true) {
    at = text_.find(quote, at);
    if (at == std::string_view::npos) {
      at_ = static_cast<uint32_t>(text_.size());
      return false;
    }
    if (at + 1 < text_.size() && text_[at + 1] == quote) {
      at += 2;
      continue;
    }
    at_ = static_cast<uint32_t>(at + 1);
    return true;
  }
}

uint32_t closing_bracket(std::string_view text, uint32_t open) {
  uint32_t depth = 0;
  size_t at = open;
  while (at < text.size()) {
    switch (text[at]) {
      case '[':
        ++depth;
        break;
      case ']':
        if (--depth == 0) return static_cast<uint32_t>(at);
        break;
      case '\'':
      case '"':  // a doubled quote reads as two strings in a row: the same end
        at = text.find(text[at], at + 1);
        if (at == std::string_view::npos) return static_cast<uint32_t>(text.size());
        break;
      case '$':
        ++at;
        break;
      default:
        break;
    }
    ++at;
  }
  return static_cast<uint32_t>(text.size());
}

std::string decimal_integer(std::string_view token) {
  uint64_t value = 0;
  uint64_t base = 10;
  bool negative = false;
  bool fits = true;
  size_t i = 0;
  auto read = [&](uint64_t radix) {
    value = 0;
    for (; i < token.size(); ++i) {
      if (token[i] == '_') continue;
      uint64_t digit = static_cast<uint64_t>(digit_value(token[i]));
      if (digit >= radix) break;
      fits = fits && !__builtin_mul_overflow(value, radix, &value) &&
             !__builtin_add_overflow(value, digit, &value);
    }
  };
  read(10);
  if (i < token.size() && (token[i] == 'r' || token[i] == '#')) {
    base = value;
    ++i;
    negative = i < token.size() && token[i] == '-';
    if (negative) ++i;
    read(base);
  }
  if (i < token.size() && token[i] == 'e') {
    uint64_t mantissa = value;
    ++i;
    if (i < token.size() && token[i] == '+') ++i;
    if (i < token.size() && token[i] == '-') return {};
    read(10);
    uint64_t exponent = value;
    value = mantissa;
    for (uint64_t k = 0; fits && k < exponent; ++k) {
      fits = exponent < 70 && !__builtin_mul_overflow(value, base, &value);
    }
  }
  if (i != token.size()) return {};  // a fraction, a scale, an exponent of its own kind
  if (!fits) return std::string(token);
  return (negative ? "-" : "") + std::to_string(value);
}

}  // namespace dh::smalltalk
