#include "erlang/syntax/tokenizer.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "erlang/syntax/number_text.h"
#include "erlang/syntax/text_cursor.h"

namespace dh::erlang {

namespace {

constexpr size_t kMaxTokens = 8'000'000;  // 10 times what the longest files of OTP have
constexpr size_t kMaxErrors = 100;

struct Mark {
  std::string_view text;
  Tok kind;
};
constexpr Mark kMarks[] = {
#define DH_ERLANG_WORD(id, spelling)
#define DH_ERLANG_MARK(id, spelling) {spelling, Tok::id},
#include "erlang/syntax/tokens.def"
#undef DH_ERLANG_WORD
#undef DH_ERLANG_MARK
};

struct Word {
  std::string_view text;
  Tok kind;
};
constexpr Word kWords[] = {
#define DH_ERLANG_WORD(id, spelling) {spelling, Tok::id},
#define DH_ERLANG_MARK(id, spelling)
#include "erlang/syntax/tokens.def"
#undef DH_ERLANG_WORD
#undef DH_ERLANG_MARK
};

bool is_lower(uint32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 0xdf && c <= 0xff && c != 0xf7);
}
bool is_upper(uint32_t c) {
  return (c >= 'A' && c <= 'Z') || (c >= 0xc0 && c <= 0xde && c != 0xd7);
}
bool is_digit(uint32_t c) {
  return c >= '0' && c <= '9';
}
bool is_name(uint32_t c) {
  return is_lower(c) || is_upper(c) || is_digit(c) || c == '_' || c == '@';
}
bool is_space(uint32_t c) {
  return c <= ' ' || (c >= 0x80 && c <= 0xa0);
}

class Tokenizer {
 public:
  Tokenizer(std::string_view text, SharedInterner& names) : at_(text), names_(names) {}

  TokenizedFile run() {
    skip_shebang();
    while (!at_.done() && file_.tokens.size() < kMaxTokens && file_.errors.size() < kMaxErrors) one();
    begin_ = at_.place();
    if (file_.tokens.size() >= kMaxTokens) error(fmt::format("the file has more than {} tokens", kMaxTokens));
    if (file_.errors.size() >= kMaxErrors) error("too many errors; the file does not look like Erlang");
    return std::move(file_);
  }

 private:
  void skip_shebang() {
    if (at_.rest().starts_with("#!")) at_.skip_line();
  }

  void one() {
    uint32_t c = at_.peek();
    if (is_space(c)) return at_.skip();
    if (c == '%') return at_.skip_line();
    begin_ = at_.place();
    if (is_lower(c)) return word();
    if (is_upper(c) || c == '_') return variable();
    if (is_digit(c)) return number();
    switch (c) {
      case '"':
        if (at_.triple_quoted() > 0) return triple_quoted(Tok::string);
        return quoted(Tok::string, '"', true);
      case '\'':
        return quoted(Tok::atom, '\'', true);
      case '$':
        return character();
      case '.':
        if (dot()) return;
        break;
      case '~':
        if (sigil()) return;
        break;
      default:
        break;
    }
    mark();
  }

  Token& add(Tok kind) {
    Token& token = file_.tokens.emplace_back();
    token.kind = kind;
    token.place = begin_;
    TreePlace end = at_.place();
    token.place.end_line = end.line;
    token.place.end_column = end.column;
    return token;
  }
  void error(std::string message) { file_.errors.push_back({begin_, std::move(message)}); }

  std::string_view name() {
    size_t from = at_.offset();
    std::string_view ascii = at_.rest();
    // Names are nearly always ASCII and on one line: a tight loop for them.
    size_t n = 0;
    while (n < ascii.size() && static_cast<signed char>(ascii[n]) > 0 &&
           is_name(static_cast<uint32_t>(ascii[n])))
      ++n;
    at_.skip_ascii(n);
    while (!at_.done() && is_name(at_.peek())) at_.skip();
    return at_.text_since(from, scratch_);
  }
  void word() {
    std::string_view text = name();
    if (auto reserved = reserved_word(text)) {
      add(*reserved);
    } else {
      add(Tok::atom).name = names_.intern(text);
    }
  }
  void variable() {
    std::string_view text = name();
    add(Tok::variable).name = names_.intern(text);
  }

  void mark() {
    char first = at_.peek_byte(0);
    for (const Mark& mark : kMarks) {
      if (mark.text[0] != first || !at_.rest().starts_with(mark.text)) continue;
      at_.skip_ascii(mark.text.size());
      add(mark.kind);
      return;
    }
    std::string text;
    utf8_append(text, at_.peek());
    error(fmt::format("illegal character `{}`", utf8_sanitize(text)));
    at_.skip();
    add(Tok::unknown).name = names_.intern(text);
  }

  // A full stop ends a form only before white space, a comment or the end.
  bool dot() {
    std::string_view rest = at_.rest();
    if (rest.size() > 1 && rest[1] != '%' && !is_space(static_cast<unsigned char>(rest[1]))) return false;
    at_.skip();
    add(Tok::dot);
    return true;
  }

  void digits(int base) {
    for (;;) {
      uint32_t c = at_.peek();
      bool separator = c == '_' && digit_value(at_.peek_byte(1)) < base;
      if (c > 0x7f || (!separator && digit_value(static_cast<char>(c)) >= base) || at_.done()) return;
      at_.skip();
    }
  }

  void number() {
    size_t from = at_.offset();
    digits(10);
    int base = 10;
    if (at_.peek() == '#' && !at_.done()) {
      auto value = integer_of_text(at_.text_since(from, scratch_), 10);
      if (!value || value->big || value->value < 2 || value->value > 36 ||
          digit_value(at_.peek_byte(1)) >= value->value) {
        return integer(at_.text_since(from, scratch_), 10);
      }
      base = static_cast<int>(value->value);
      at_.skip();
      from = at_.offset();
      digits(base);
    }
    if (at_.peek() != '.' || at_.done() || digit_value(at_.peek_byte(1)) >= base ||
        (base == 10 && !is_digit(static_cast<unsigned char>(at_.peek_byte(1))))) {
      return integer(at_.text_since(from, scratch_), base);
    }
    fraction(from, base);
  }

  void integer(std::string_view text, int base) {
    auto value = integer_of_text(text, base);
    if (!value && text.size() > kMaxDigits)
      return error(fmt::format("the number has more than {} digits", kMaxDigits));
    if (!value) return error("illegal number");
    Token& token = add(value->big ? Tok::big_integer : Tok::integer);
    token.integer = value->value;
    if (value->big) token.name = names_.intern(value->digits);
  }

  void fraction(size_t from, int base) {
    at_.skip();
    digits(base);
    bool exponent = base == 10 ? (at_.peek() == 'e' || at_.peek() == 'E')
                               : at_.peek() == '#' && (at_.peek_byte(1) == 'e' || at_.peek_byte(1) == 'E');
    if (exponent && !at_.done()) {
      if (base != 10) at_.skip();
      at_.skip();
      if (!at_.done() && (at_.peek() == '+' || at_.peek() == '-')) at_.skip();
      digits(10);
    }
    auto value = float_of_text(at_.text_since(from, scratch_), base);
    if (!value) return error("illegal number");
    add(Tok::floating).floating = *value;
  }

  void character() {
    at_.skip();
    if (at_.done()) return error("unterminated character");
    uint32_t value = at_.peek();
    if (value == '\\') {
      at_.skip();
      auto escaped = escape();
      if (!escaped) return error("illegal character");
      value = *escaped;
    } else {
      at_.skip();
    }
    add(Tok::character).integer = value;
  }

  // After a backslash.
  std::optional<uint32_t> escape() {
    if (at_.done()) return std::nullopt;
    uint32_t c = at_.peek();
    if (c >= '0' && c <= '7') return octal();
    at_.skip();
    switch (c) {
      case 'x':
        return hexadecimal();
      case '^': {
        if (at_.done()) return std::nullopt;
        uint32_t control = at_.peek();
        at_.skip();
        return control == '\n' ? control : control & 31;
      }
      case 'n':
        return '\n';
      case 'r':
        return '\r';
      case 't':
        return '\t';
      case 'v':
        return '\v';
      case 'b':
        return '\b';
      case 'f':
        return '\f';
      case 'e':
        return 27;
      case 's':
        return ' ';
      case 'd':
        return 127;
      default:
        return c;
    }
  }
  uint32_t octal() {
    uint32_t value = 0;
    for (int i = 0; i < 3 && !at_.done() && at_.peek() >= '0' && at_.peek() <= '7'; ++i) {
      value = value * 8 + (at_.peek() - '0');
      at_.skip();
    }
    return value;
  }
  std::optional<uint32_t> hexadecimal() {
    bool braces = at_.peek() == '{' && !at_.done();
    if (braces) at_.skip();
    uint32_t value = 0;
    int count = 0;
    while (!at_.done() && at_.peek() < 0x80 && digit_value(static_cast<char>(at_.peek())) < 16 &&
           (braces || count < 2)) {
      value = value * 16 + static_cast<uint32_t>(digit_value(static_cast<char>(at_.peek())));
      if (value > 0x10ffff) return std::nullopt;
      at_.skip();
      ++count;
    }
    if (count == 0 || (!braces && count != 2)) return std::nullopt;
    if (!braces) return value;
    if (at_.done() || at_.peek() != '}') return std::nullopt;
    at_.skip();
    return value;
  }

  void quoted(Tok kind, uint32_t closer, bool escapes) {
    at_.skip();
    std::string text;
    bool bad_escape = false;
    for (;;) {
      if (at_.done()) {
        return error(kind == Tok::atom ? "unterminated quoted atom" : "unterminated string");
      }
      uint32_t c = at_.peek();
      if (c == closer) break;
      if (c == '\\' && escapes) {
        at_.skip();
        auto value = escape();
        bad_escape = bad_escape || !value;
        utf8_append(text, value.value_or('?'));
      } else {
        utf8_append(text, c);
        at_.skip();
      }
    }
    at_.skip();
    if (bad_escape) error("illegal escape in a string");
    Token& token = add(kind);
    token.quoted = true;
    token.name = names_.intern(text);
  }

  void triple_quoted(Tok kind) {
    auto text = at_.take_triple_quoted();
    if (!text) return error("unterminated triple-quoted string");
    add(kind).name = names_.intern(*text);
  }

  // ~s(...) ~S ~b ~B and ~ alone, with any of the delimiters; see EEP 66.
  bool sigil() {
    char kind = at_.peek_byte(1);
    size_t prefix = 1;
    if (kind == 's' || kind == 'S' || kind == 'b' || kind == 'B') {
      prefix = 2;
    } else {
      kind = 0;
    }
    constexpr std::string_view kOpen = "([{</|'\"`#";
    constexpr std::string_view kClose = ")]}>/|'\"`#";
    size_t delimiter = kOpen.find(at_.peek_byte(prefix));
    if (delimiter == std::string_view::npos || at_.peek_byte(prefix) == 0) return false;
    at_.skip_ascii(prefix);
    Tok tok = kind == 's' || kind == 'S' ? Tok::string : Tok::binary_string;
    if (kOpen[delimiter] == '"' && at_.triple_quoted() > 0) {
      triple_quoted(tok);
    } else {
      quoted(tok, static_cast<uint32_t>(kClose[delimiter]), kind != 'S' && kind != 'B');
    }
    return true;
  }

  TextCursor at_;
  SharedInterner& names_;
  TokenizedFile file_;
  TreePlace begin_;
  std::string scratch_;
};

}  // namespace

std::string_view tok_text(Tok kind) {
  switch (kind) {
#define DH_ERLANG_WORD(id, spelling) \
  case Tok::id:                      \
    return spelling;
#define DH_ERLANG_MARK(id, spelling) \
  case Tok::id:                      \
    return spelling;
#include "erlang/syntax/tokens.def"
#undef DH_ERLANG_WORD
#undef DH_ERLANG_MARK
    case Tok::atom:
      return "an atom";
    case Tok::variable:
      return "a variable";
    case Tok::integer:
    case Tok::big_integer:
    case Tok::floating:
      return "a number";
    case Tok::character:
      return "a character";
    case Tok::string:
    case Tok::binary_string:
      return "a string";
    case Tok::dot:
      return "the end of the form";
    case Tok::unknown:
      return "an illegal character";
    case Tok::end:
      return "the end of the file";
  }
  return {};
}

std::optional<Tok> reserved_word(std::string_view text) {
  if (text.size() < 2 || text.size() > 7) return std::nullopt;
  for (const Word& word : kWords) {
    if (word.text[0] == text[0] && word.text == text) return word.kind;
  }
  return std::nullopt;
}

TokenizedFile tokenize(std::string_view text, SharedInterner& names) {
  return Tokenizer(text, names).run();
}

}  // namespace dh::erlang
