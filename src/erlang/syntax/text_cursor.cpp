#include "erlang/syntax/text_cursor.h"

#include <algorithm>
#include <vector>

#include "base/utf8.h"

namespace dh::erlang {

namespace {

// `coding: latin-1` or `coding=latin1` in a comment of the first two lines, as epp looks for it.
bool says_latin1(std::string_view text) {
  size_t end = text.find('\n');
  if (end != std::string_view::npos) end = text.find('\n', end + 1);
  std::string_view head = text.substr(0, std::min<size_t>(end, 1000));
  size_t at = head.find("coding");
  if (at == std::string_view::npos || head.find('%') > at) return false;
  std::string_view value = head.substr(at + 6);
  while (!value.empty() && (value[0] == ':' || value[0] == '=' || value[0] == ' ')) value.remove_prefix(1);
  std::string lower;
  for (char c : value.substr(0, 7)) lower += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  return lower.starts_with("latin-1") || lower.starts_with("latin1");
}

}  // namespace

TextCursor::TextCursor(std::string_view text) : text_(text), latin1_(says_latin1(text)) {
  if (text.starts_with("\xEF\xBB\xBF")) at_ = 3;
}

size_t TextCursor::length() const {
  if (latin1_ || static_cast<signed char>(text_[at_]) >= 0) return 1;
  return utf8_length(rest());
}

uint32_t TextCursor::peek() const {
  if (done()) return 0;
  unsigned char byte = static_cast<unsigned char>(text_[at_]);
  if (byte < 0x80 || latin1_) return byte;
  return utf8_length(rest()) == 1 ? byte : utf8_decode(rest());
}

void TextCursor::skip() {
  if (done()) return;
  if (text_[at_] == '\n') {
    ++at_;
    ++line_;
    column_ = 1;
    return;
  }
  at_ += length();
  ++column_;
}

void TextCursor::skip_line() {
  size_t end = text_.find('\n', at_);
  if (end == std::string_view::npos) {
    at_ = text_.size();
    return;
  }
  at_ = end + 1;
  ++line_;
  column_ = 1;
}

std::string_view TextCursor::text_since(size_t from, std::string& scratch) const {
  std::string_view text = text_.substr(from, at_ - from);
  if (std::all_of(text.begin(), text.end(), [](char c) { return static_cast<signed char>(c) >= 0; }))
    return text;
  if (!latin1_ && utf8_valid(text)) return text;
  scratch.clear();
  TextCursor copy(*this);
  copy.at_ = from;
  while (copy.at_ < at_) {
    utf8_append(scratch, copy.peek());
    copy.skip();
  }
  return scratch;
}

TreePlace TextCursor::place() const {
  TreePlace result;
  result.line = line_;
  result.column = static_cast<uint16_t>(std::min<uint32_t>(column_, UINT16_MAX));
  return result;
}

size_t TextCursor::triple_quoted() const {
  size_t quotes = 0;
  while (peek_byte(quotes) == '"') ++quotes;
  if (quotes < 3) return 0;
  for (size_t i = quotes;; ++i) {
    char c = peek_byte(i);
    if (c == '\n') return quotes;
    if (c != ' ' && c != '\t' && c != '\r') return 0;
  }
}

std::optional<std::string> TextCursor::take_triple_quoted() {
  size_t quotes = triple_quoted();
  skip_line();
  std::vector<std::string> lines;
  std::string scratch;
  while (!done()) {
    size_t from = at_;
    std::string_view line = rest().substr(0, rest().find('\n'));
    size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
    std::string_view closing = line.substr(indent);
    if (closing.size() >= quotes &&
        closing.substr(0, quotes).find_first_not_of('"') == std::string_view::npos) {
      std::string_view margin = line.substr(0, indent);
      skip_ascii(indent + quotes);
      std::string text;
      for (size_t i = 0; i < lines.size(); ++i) {
        std::string_view one = lines[i];
        one.remove_prefix(one.starts_with(margin) ? margin.size() : std::min(one.size(), size_t{0}));
        if (i > 0) text += '\n';
        text += one;
      }
      return text;
    }
    while (!done() && text_[at_] != '\n') skip();
    std::string_view content = text_since(from, scratch);
    while (content.ends_with('\r')) content.remove_suffix(1);
    lines.emplace_back(content);
    skip();
  }
  return std::nullopt;
}

}  // namespace dh::erlang
