// Numbers (LEB128) and strings in blocks: written to a string, read back with every bound checked.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace dh::dyn {

inline void put_number(std::string& to, uint64_t n) {
  while (n >= 0x80) {
    to.push_back(static_cast<char>(n | 0x80));
    n >>= 7;
  }
  to.push_back(static_cast<char>(n));
}

inline void put_text(std::string& to, std::string_view text) {
  put_number(to, text.size());
  to.append(text);
}

class ByteCursor {
 public:
  explicit ByteCursor(std::string_view raw) : raw_(raw) {}

  bool byte(uint8_t& value) {
    if (raw_.empty()) return false;
    value = static_cast<uint8_t>(raw_.front());
    raw_.remove_prefix(1);
    return true;
  }
  bool number(uint64_t& value) {
    value = 0;
    uint8_t b;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (!byte(b)) return false;
      value |= uint64_t{b & 0x7fu} << shift;
      if (b < 0x80) return true;
    }
    return false;
  }
  // A number that fits 32 bits.
  bool number(uint32_t& value) {
    uint64_t wide;
    if (!number(wide) || wide > UINT32_MAX) return false;
    value = static_cast<uint32_t>(wide);
    return true;
  }
  bool text(std::string_view& value) {
    uint64_t size;
    if (!number(size) || size > raw_.size()) return false;
    value = raw_.substr(0, size);
    raw_.remove_prefix(size);
    return true;
  }
  size_t left() const { return raw_.size(); }
  bool at_end() const { return raw_.empty(); }

 private:
  std::string_view raw_;
};

}  // namespace dh::dyn
