#include "java/syntax/unicode_escapes.h"

#include <algorithm>

#include "base/utf8.h"

namespace dh::java {

namespace {

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The UTF-16 unit of an escape whose backslash is at `at`; moves `at` past it. -1: malformed.
int read_escape(std::string_view text, size_t& at) {
  size_t p = at + 1;
  while (p < text.size() && text[p] == 'u') ++p;
  if (text.size() - p < 4) return -1;
  int unit = 0;
  for (size_t i = 0; i < 4; ++i) {
    int digit = hex_value(text[p + i]);
    if (digit < 0) return -1;
    unit = unit * 16 + digit;
  }
  at = p + 4;
  return unit;
}

bool is_escape(std::string_view text, size_t at) {
  return at + 1 < text.size() && text[at] == '\\' && text[at + 1] == 'u';
}

}  // namespace

uint32_t UnicodeEscapes::original(uint32_t translated) const {
  auto it = std::upper_bound(steps_.begin(), steps_.end(), translated,
                             [](uint32_t offset, const Step& step) { return offset < step.translated; });
  return it == steps_.begin() ? translated : translated + std::prev(it)->difference;
}

uint32_t UnicodeEscapes::translated(uint32_t original_offset) const {
  auto it = std::upper_bound(
      steps_.begin(), steps_.end(), original_offset,
      [](uint32_t offset, const Step& step) { return offset < step.translated + step.difference; });
  return it == steps_.begin() ? original_offset : original_offset - std::prev(it)->difference;
}

bool has_unicode_escape(std::string_view text) {
  return text.find("\\u") != std::string_view::npos;
}

Translated translate_unicode_escapes(std::string_view text) {
  Translated out;
  out.text.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    if (text[at] != '\\') {
      size_t stop = std::min(text.find('\\', at), text.size());
      out.text.append(text.substr(at, stop - at));
      at = stop;
    } else if (!is_escape(text, at)) {
      // A backslash after a backslash never begins an escape.
      size_t length = std::min<size_t>(2, text.size() - at);
      out.text.append(text.substr(at, length));
      at += length;
    } else {
      size_t begin = at;
      int unit = read_escape(text, at);
      if (unit < 0) {
        out.bad = static_cast<uint32_t>(begin);
        return out;
      }
      auto code_point = static_cast<uint32_t>(unit);
      if (unit >= 0xd800 && unit < 0xdc00 && is_escape(text, at)) {
        size_t after = at;
        int low = read_escape(text, after);
        if (low >= 0xdc00 && low < 0xe000) {
          code_point = 0x10000 + ((static_cast<uint32_t>(unit) - 0xd800) << 10) +
                       (static_cast<uint32_t>(low) - 0xdc00);
          at = after;
        }
      }
      if (code_point >= 0xd800 && code_point < 0xe000) code_point = 0xfffd;
      utf8_append(out.text, code_point);
      // A backslash made by an escape does not begin another; it does escape what follows.
      if (code_point == '\\' && at < text.size() && text[at] == '\\' && !is_escape(text, at)) {
        out.text.push_back(text[at++]);
      }
      out.escapes.add_step(static_cast<uint32_t>(out.text.size()),
                           static_cast<uint32_t>(at - out.text.size()));
    }
  }
  return out;
}

}  // namespace dh::java
