#include "report/line_hash.h"

#include <fmt/format.h>

#include <array>
#include <deque>

#include "base/hash.h"

namespace dh {

namespace {

constexpr size_t kBlock = 100;
constexpr uint64_t kBase = 37;
constexpr uint16_t kEnd = 0xFFFF;
constexpr uint32_t kShownForInvalid = 0xFFFD;

constexpr uint64_t power_of_base(size_t exponent) {
  uint64_t result = 1;
  for (size_t i = 0; i < exponent; ++i) result *= kBase;
  return result;
}

// Decodes one character as the WHATWG does: a broken sequence is replaced up to where it breaks, not byte
// by byte as utf8_decode does. Returns its length.
size_t decode_replacing(std::string_view text, uint32_t& code_point) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned char first = byte(0);
  code_point = first;
  if (first < 0x80) return 1;
  code_point = kShownForInvalid;
  if (first < 0xC2 || first > 0xF4) return 1;
  size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  // Overlong forms, surrogates and too large values already show in the second byte.
  unsigned char low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  unsigned char high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  uint32_t value = first & (0x7Fu >> length);
  for (size_t i = 1; i < length; ++i) {
    if (i >= text.size() || byte(i) < low || byte(i) > high) return i;
    value = (value << 6) | (byte(i) & 0x3Fu);
    low = 0x80;
    high = 0xBF;
  }
  code_point = value;
  return length;
}

// The polynomial over the last kBlock units.
class RollingHash {
 public:
  void push(uint16_t unit) {
    uint16_t& slot = window_[count_ % kBlock];
    hash_ = hash_ * kBase + unit - slot * power_of_base(kBlock);
    slot = unit;
    ++count_;
  }
  uint64_t hash() const { return hash_; }
  uint64_t count() const { return count_; }

 private:
  std::array<uint16_t, kBlock> window_{};
  uint64_t hash_ = 0;
  uint64_t count_ = 0;
};

}  // namespace

LineHashes::LineHashes(std::string_view text) {
  RollingHash rolling;
  std::deque<uint64_t> open;  // where lines began whose kBlock units are not all seen yet
  FlatMap<uint64_t, uint32_t> seen;
  auto push = [&](uint16_t unit) {
    rolling.push(unit);
    if (open.empty() || rolling.count() != open.front() + kBlock) return;
    open.pop_front();
    lines_.push_back({rolling.hash(), ++seen[rolling.hash()]});
  };

  bool at_line_start = true;
  auto push_text = [&](uint16_t unit) {
    if (at_line_start) open.push_back(rolling.count());
    at_line_start = unit == '\n';
    push(unit);
  };
  bool after_cr = false;
  while (!text.empty()) {
    uint32_t c = 0;
    text.remove_prefix(decode_replacing(text, c));
    bool skip = c == ' ' || c == '\t' || (c == '\n' && after_cr);
    after_cr = c == '\r';
    if (skip) continue;
    if (c == '\r') c = '\n';
    if (c >= 0x10000) {
      push_text(static_cast<uint16_t>(0xD7C0 + (c >> 10)));
      push_text(static_cast<uint16_t>(0xDC00 + (c & 0x3FF)));
    } else {
      push_text(static_cast<uint16_t>(c));
    }
  }
  push_text(kEnd);
  while (!open.empty()) push(0);
}

std::string LineHashes::of_line(uint32_t line) const {
  if (line == 0 || line > lines_.size()) return {};
  return fmt::format("{:x}:{}", lines_[line - 1].hash, lines_[line - 1].occurrence);
}

}  // namespace dh
