#include "base/utf8.h"

namespace dh {

namespace {

struct Decoded {
  uint32_t code_point;
  size_t length;
  bool valid;
};

constexpr uint32_t kReplacement = 0xFFFD;

// Follows table 3-7 of the Unicode standard: no overlong forms, no surrogates, nothing above U+10FFFF.
Decoded decode(std::string_view text) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned char first = byte(0);
  if (first < 0x80) return {first, 1, true};
  size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return {kReplacement, 1, false};
  uint32_t code_point = first & (0x7Fu >> length);
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {kReplacement, 1, false};
    code_point = (code_point << 6) | (byte(i) & 0x3Fu);
  }
  bool overlong = (length == 3 && code_point < 0x800) || (length == 4 && code_point < 0x10000);
  bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
  if (overlong || surrogate || code_point > 0x10FFFF) return {kReplacement, 1, false};
  return {code_point, length, true};
}

}  // namespace

size_t utf8_length(std::string_view text) {
  return decode(text).length;
}

uint32_t utf8_decode(std::string_view text) {
  return decode(text).code_point;
}

size_t utf8_count(std::string_view text) {
  size_t count = 0;
  while (!text.empty()) {
    text.remove_prefix(utf8_length(text));
    ++count;
  }
  return count;
}

size_t utf16_units(std::string_view text, size_t characters) {
  size_t units = 0;
  for (size_t i = 0; i < characters && !text.empty(); ++i) {
    units += utf8_decode(text) > 0xFFFF ? 2 : 1;
    text.remove_prefix(utf8_length(text));
  }
  return units;
}

bool utf8_valid(std::string_view text) {
  while (!text.empty()) {
    Decoded next = decode(text);
    if (!next.valid) return false;
    text.remove_prefix(next.length);
  }
  return true;
}

std::string utf8_sanitize(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    Decoded next = decode(text);
    if (next.valid) {
      out.append(text.substr(0, next.length));
    } else {
      utf8_append(out, kReplacement);
    }
    text.remove_prefix(next.length);
  }
  return out;
}

void utf8_append(std::string& out, uint32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | (c >> 6));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | (c >> 12));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | (c >> 18));
    out += static_cast<char>(0x80 | ((c >> 12) & 0x3F));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

}  // namespace dh
