#include "java/syntax/lexer.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "base/utf8.h"
#include "java/syntax/identifier_chars.h"

namespace dh::java {

namespace {

struct Keyword {
  TokenKind kind;
  std::string_view text;
};

constexpr Keyword kKeywords[] = {
#define DH_JAVA_TOKEN(kind, text)
#define DH_JAVA_KEYWORD(kind, text) {TokenKind::kind, text},
#include "java/syntax/token.def"
};

// Keywords by first letter; token.def has them in alphabetical order.
struct KeywordRange {
  uint8_t begin = 0;
  uint8_t end = 0;
};
constexpr std::array<KeywordRange, 26> kKeywordsByLetter = [] {
  std::array<KeywordRange, 26> ranges{};
  for (size_t i = 0; i < std::size(kKeywords); ++i) {
    KeywordRange& range = ranges[static_cast<size_t>(kKeywords[i].text[0] - 'a')];
    if (range.end == 0) range.begin = static_cast<uint8_t>(i);
    range.end = static_cast<uint8_t>(i + 1);
  }
  return ranges;
}();

TokenKind keyword_or_identifier(std::string_view text) {
  if (text[0] < 'a' || text[0] > 'z' || text.size() < 2 || text.size() > 12) return TokenKind::identifier;
  KeywordRange range = kKeywordsByLetter[static_cast<size_t>(text[0] - 'a')];
  for (size_t i = range.begin; i < range.end; ++i) {
    const Keyword& keyword = kKeywords[i];
    if (keyword.text.size() == text.size() && keyword.text[1] == text[1] && keyword.text == text) {
      return keyword.kind;
    }
  }
  return TokenKind::identifier;
}

struct Range {
  uint32_t first;
  uint32_t last;
};

// Blocks without letters, less the few characters in them that Java allows (currency signs, joiners).
constexpr Range kNotNames[] = {
    {0x80, 0xa1},     {0xa6, 0xa9},     {0xab, 0xac},     {0xae, 0xb4},       {0xb6, 0xb6},
    {0xb8, 0xb9},     {0xbb, 0xbf},     {0xd7, 0xd7},     {0xf7, 0xf7},       {0x2000, 0x200a},
    {0x2010, 0x2029}, {0x202f, 0x203e}, {0x2041, 0x2053}, {0x2055, 0x205f},   {0x2190, 0x245f},
    {0x2500, 0x2bff}, {0x2e00, 0x2e2e}, {0x2e30, 0x2fff}, {0x3000, 0x3004},   {0x3008, 0x3020},
    {0xd800, 0xdfff}, {0xe000, 0xf8ff}, {0xfffc, 0xffff}, {0x1f000, 0x1faff},
};

}  // namespace

bool is_name_code_point(uint32_t code_point) {
  for (Range range : kNotNames) {
    if (code_point >= range.first && code_point <= range.last) return false;
  }
  return true;
}

std::string_view token_text(TokenKind kind) {
  switch (kind) {
#define DH_JAVA_TOKEN(name, text) \
  case TokenKind::name:           \
    return text;
#include "java/syntax/token.def"
  }
  return "";
}

Lexer::Lexer(std::string_view text, SharedInterner& names) : names_(names) {
  std::optional<uint32_t> bad;
  if (has_unicode_escape(text)) {
    Translated translated = translate_unicode_escapes(text);
    text_ = std::move(translated.text);
    escapes_ = std::move(translated.escapes);
    bad = translated.bad;
  } else {
    text_ = text;
  }
  // Ctrl-Z as the last character is allowed. It goes, so that a 0 is at the end, where the loops stop.
  if (text_.ends_with('\x1a')) text_.pop_back();
  p_ = text_.data();
  end_ = p_ + text_.size();
  if (text_.starts_with("\xef\xbb\xbf")) p_ += 3;
  if (bad) {
    error_ = SyntaxError{{*bad, *bad + 2}, "\\u must be followed by four hexadecimal digits"};
    p_ = end_;
  }
}

Token Lexer::make(TokenKind kind, const char* begin) {
  return {{offset(begin), offset(p_)}, Symbol(), kind};
}

Token Lexer::fail(const char* begin, const char* end, std::string message) {
  if (!error_) error_ = SyntaxError{{offset(begin), offset(std::min(end, end_))}, std::move(message)};
  p_ = end_;
  return make(TokenKind::end, p_);
}

Token Lexer::next() {
  for (;;) {
    switch (kCharClass[static_cast<unsigned char>(*p_)]) {
      case CharClass::space:
        do {
          ++p_;
        } while (*p_ == ' ');
        continue;
      case CharClass::letter:
      case CharClass::high:
        return identifier(p_);
      case CharClass::digit:
        return number(p_);
      case CharClass::other:
        if (*p_ == '/' && p_[1] == '/') {
          skip_line_comment();
          continue;
        }
        if (*p_ == '/' && p_[1] == '*') {
          const char* begin = p_;
          if (skip_block_comment()) continue;
          return fail(begin, begin + 2, "the comment is not closed");
        }
        return symbol(p_);
    }
  }
}

Token Lexer::identifier(const char* begin) {
  const char* p = p_;
  while (is_name_char(*p)) ++p;
  p_ = p;
  if (static_cast<unsigned char>(*p) >= 0x80 && !skip_identifier_tail()) {
    uint32_t code_point = utf8_decode({p_, static_cast<size_t>(end_ - p_)});
    const char* after = p_ + utf8_length({p_, static_cast<size_t>(end_ - p_)});
    if (code_point == 0xfffd) return fail(p_, after, "invalid UTF-8 outside of comments and strings");
    return fail(p_, after, fmt::format("unexpected character U+{:04X}", code_point));
  }
  std::string_view text(begin, static_cast<size_t>(p_ - begin));
  Token token = make(keyword_or_identifier(text), begin);
  if (token.kind == TokenKind::identifier) token.name = intern(text);
  return token;
}

Symbol Lexer::intern(std::string_view text) {
  uint64_t hash = SharedInterner::hash(text);
  Recent& recent = recent_[hash % recent_.size()];
  auto high = static_cast<uint32_t>(hash >> 32);
  if (recent.hash == high && recent.length == text.size() &&
      std::memcmp(text_.data() + recent.begin, text.data(), text.size()) == 0) {
    return recent.symbol;
  }
  Symbol symbol = names_.intern(text, hash);
  recent = {high, static_cast<uint32_t>(text.data() - text_.data()), static_cast<uint32_t>(text.size()),
            symbol};
  return symbol;
}

// The rest of a name with letters outside ASCII; false at a character that is none.
bool Lexer::skip_identifier_tail() {
  while (p_ != end_) {
    if (is_name_char(*p_)) {
      ++p_;
      continue;
    }
    if (static_cast<unsigned char>(*p_) < 0x80) return true;
    std::string_view rest(p_, static_cast<size_t>(std::min<ptrdiff_t>(end_ - p_, 4)));
    if (!is_name_code_point(utf8_decode(rest))) return false;
    p_ += utf8_length(rest);
  }
  return true;
}

bool Lexer::skip_line_comment() {
  while (p_ != end_ && *p_ != '\n' && *p_ != '\r') ++p_;
  return true;
}

bool Lexer::skip_block_comment() {
  p_ += 2;
  for (;;) {
    const void* star = std::memchr(p_, '*', static_cast<size_t>(end_ - p_));
    if (star == nullptr) return false;
    p_ = static_cast<const char*>(star) + 1;
    if (*p_ == '/' && p_ != end_) {
      ++p_;
      return true;
    }
  }
}

Token Lexer::symbol(const char* begin) {
  const auto one = [&](TokenKind kind) {
    ++p_;
    return make(kind, begin);
  };
  // `if_more` for the character followed by `more`, else `plain`.
  const auto with = [&](char more, TokenKind if_more, TokenKind plain) {
    ++p_;
    if (*p_ != more) return make(plain, begin);
    ++p_;
    return make(if_more, begin);
  };
  using K = TokenKind;
  switch (*p_) {
    case '(':
      return one(K::l_paren);
    case ')':
      return one(K::r_paren);
    case '{':
      return one(K::l_brace);
    case '}':
      return one(K::r_brace);
    case '[':
      return one(K::l_bracket);
    case ']':
      return one(K::r_bracket);
    case ';':
      return one(K::semicolon);
    case ',':
      return one(K::comma);
    case '@':
      return one(K::at);
    case '?':
      return one(K::question);
    case '~':
      return one(K::tilde);
    case '"':
      return string(begin);
    case '\'':
      return character(begin);
    case ':':
      return with(':', K::colon_colon, K::colon);
    case '=':
      return with('=', K::equal, K::assign);
    case '!':
      return with('=', K::not_equal, K::bang);
    case '*':
      return with('=', K::star_assign, K::star);
    case '/':
      return with('=', K::slash_assign, K::slash);
    case '%':
      return with('=', K::percent_assign, K::percent);
    case '^':
      return with('=', K::xor_assign, K::caret);
    case '>':
      return with('=', K::greater_equal, K::greater);
    case '+':
      return p_[1] == '+' ? with('+', K::plus_plus, K::plus) : with('=', K::plus_assign, K::plus);
    case '&':
      return p_[1] == '&' ? with('&', K::and_and, K::ampersand) : with('=', K::and_assign, K::ampersand);
    case '|':
      return p_[1] == '|' ? with('|', K::or_or, K::bar) : with('=', K::or_assign, K::bar);
    case '-':
      if (p_[1] == '>') return with('>', K::arrow, K::minus);
      return p_[1] == '-' ? with('-', K::minus_minus, K::minus) : with('=', K::minus_assign, K::minus);
    case '<':
      if (p_[1] != '<') return with('=', K::less_equal, K::less);
      ++p_;
      return with('=', K::shift_left_assign, K::shift_left);
    case '.':
      if (p_[1] >= '0' && p_[1] <= '9') return number(begin);
      if (p_[1] != '.' || p_[2] != '.') return one(K::dot);
      p_ += 3;
      return make(K::ellipsis, begin);
    default:
      break;
  }
  if (p_ == end_) return make(K::end, begin);
  auto c = static_cast<unsigned char>(*p_);
  if (c > ' ' && c < 0x7f) return fail(p_, p_ + 1, fmt::format("unexpected character '{}'", *p_));
  return fail(p_, p_ + 1, fmt::format("unexpected character U+{:04X}", c));
}

}  // namespace dh::java
