#include "exo/syntax/tokens.h"

#include <fmt/format.h>

namespace dh::exo {

namespace {

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_name_char(char c) {
  return is_name_start(c) || is_digit(c);
}

class Tokenizer {
 public:
  Tokenizer(const SourceFile& file, Diagnostics& diagnostics)
      : file_(file), text_(file.text()), diagnostics_(diagnostics) {}

  TokenFile run() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    while (at_ < text_.size()) step();
    if (!brackets_.empty()) report_open_bracket();
    end_line();
    return std::move(result_);
  }

 private:
  char peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  void report(size_t begin, size_t end, std::string message) {
    diagnostics_.push_back({Severity::error,
                            file_.place(static_cast<uint32_t>(begin), static_cast<uint32_t>(end)),
                            std::move(message)});
  }

  void report_open_bracket() {
    size_t begin = brackets_.back();
    report(begin, begin + 1, fmt::format("syntax error: '{}' is never closed", text_[begin]));
    brackets_.clear();
  }

  void add(TokenKind kind, size_t begin) {
    if (!line_open_) {
      result_.lines.push_back({static_cast<uint32_t>(result_.tokens.size()), 0, indent_});
      line_open_ = true;
    }
    Span span{static_cast<uint32_t>(begin), static_cast<uint32_t>(at_)};
    result_.tokens.push_back({kind, span, text_.substr(begin, at_ - begin)});
  }

  void end_line() {
    if (line_open_) result_.lines.back().last = static_cast<uint32_t>(result_.tokens.size());
    line_open_ = false;
  }

  void new_physical_line() {
    if (peek() == '\r' && peek(1) == '\n') ++at_;
    ++at_;
    if (!brackets_.empty()) {
      if (!starts_definition()) return;
      report_open_bracket();  // one lost bracket must not swallow the rest of the file
    }
    end_line();
    measure_indent();
  }

  // A line that begins, in the first column, with what only begins a statement.
  bool starts_definition() const {
    std::string_view rest = text_.substr(at_);
    return rest.starts_with("def ") || rest.starts_with("@proc") || rest.starts_with("@instr") ||
           rest.starts_with("@config") || rest.starts_with("class ");
  }

  void measure_indent() {
    indent_ = 0;
    for (; at_ < text_.size(); ++at_) {
      char c = text_[at_];
      if (c == ' ') {
        ++indent_;
      } else if (c == '\t') {
        indent_ = (indent_ / 8 + 1) * 8;
      } else if (c != '\f') {
        break;
      }
    }
  }

  void step() {
    char c = peek();
    if (c == '\n' || c == '\r') return new_physical_line();
    if (c == ' ' || c == '\t' || c == '\f' || c == '\v') {
      if (!line_open_ && brackets_.empty()) return measure_indent_or_skip();
      ++at_;
      return;
    }
    if (c == '#') {
      while (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '\r') ++at_;
      return;
    }
    if (c == '\\' && (peek(1) == '\n' || peek(1) == '\r')) {
      at_ += peek(1) == '\r' && peek(2) == '\n' ? 3 : 2;
      return;
    }
    if (is_name_start(c)) return name();
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
    if (c == '"' || c == '\'') return string(at_);
    op();
  }

  void measure_indent_or_skip() {
    size_t before = at_;
    measure_indent();
    if (at_ == before) ++at_;
  }

  void name() {
    size_t begin = at_;
    while (at_ < text_.size() && is_name_char(text_[at_])) ++at_;
    if (at_ - begin <= 2 && (peek() == '"' || peek() == '\'')) {
      std::string_view prefix = text_.substr(begin, at_ - begin);
      if (prefix.find_first_not_of("rRbBuUfF") == std::string_view::npos) return string(begin);
    }
    add(TokenKind::name, begin);
  }

  void number() {
    size_t begin = at_;
    bool real = false;
    if (peek() == '0' && (peek(1) == 'x' || peek(1) == 'X' || peek(1) == 'b' || peek(1) == 'B' ||
                          peek(1) == 'o' || peek(1) == 'O')) {
      at_ += 2;
      while (is_name_char(peek())) ++at_;
    } else {
      while (is_digit(peek()) || peek() == '_') ++at_;
      if (peek() == '.') {
        real = true;
        ++at_;
        while (is_digit(peek()) || peek() == '_') ++at_;
      }
      bool exponent = (peek() == 'e' || peek() == 'E') &&
                      (is_digit(peek(1)) || ((peek(1) == '+' || peek(1) == '-') && is_digit(peek(2))));
      if (exponent) {
        real = true;
        at_ += 2;
        while (is_digit(peek()) || peek() == '_') ++at_;
      }
      if (peek() == 'j' || peek() == 'J') {
        real = true;
        ++at_;
      }
    }
    add(real ? TokenKind::real : TokenKind::integer, begin);
  }

  void string(size_t begin) {
    char quote = peek();
    bool triple = peek(1) == quote && peek(2) == quote;
    at_ += triple ? 3 : 1;
    while (true) {
      if (at_ >= text_.size() || (!triple && (peek() == '\n' || peek() == '\r'))) {
        report(begin, at_, "syntax error: this string is never closed");
        break;
      }
      if (peek() == '\\' && at_ + 1 < text_.size()) {
        at_ += 2;
      } else if (peek() == quote && !triple) {
        ++at_;
        break;
      } else if (peek() == quote && peek(1) == quote && peek(2) == quote) {
        at_ += 3;
        break;
      } else {
        ++at_;
      }
    }
    if (at_ > text_.size()) at_ = text_.size();
    add(TokenKind::string, begin);
  }

  void op() {
    static constexpr std::string_view kOps[] = {
        "...", "**=", "//=", "<<=", ">>=", "**", "//", "<=", ">=", "==", "!=", "->",
        "+=",  "-=",  "*=",  "/=",  "%=",  "@=", "&=", "|=", "^=", ":=", "<<", ">>"};
    size_t begin = at_;
    std::string_view rest = text_.substr(at_);
    for (std::string_view candidate : kOps) {
      if (rest.starts_with(candidate)) {
        at_ += candidate.size();
        return add(TokenKind::op, begin);
      }
    }
    char c = text_[at_++];
    if (c == '(' || c == '[' || c == '{') brackets_.push_back(begin);
    if ((c == ')' || c == ']' || c == '}') && !brackets_.empty()) brackets_.pop_back();
    add(TokenKind::op, begin);
  }

  const SourceFile& file_;
  std::string_view text_;
  Diagnostics& diagnostics_;
  TokenFile result_;
  std::vector<size_t> brackets_;  // offsets of the open ones
  size_t at_ = 0;
  uint32_t indent_ = 0;
  bool line_open_ = false;
};

}  // namespace

TokenFile tokenize(const SourceFile& file, Diagnostics& diagnostics) {
  return Tokenizer(file, diagnostics).run();
}

}  // namespace dh::exo
