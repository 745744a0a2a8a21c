// Numbers and texts as bytes, for results that are kept. Numbers are short where they are small.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace dh {

class ByteWriter {
 public:
  void number(uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<char>(value | 0x80));
    bytes_.push_back(static_cast<char>(value));
  }
  void text(std::string_view text) {
    number(text.size());
    bytes_.append(text);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// Reads what ByteWriter wrote. Beyond the end it gives 0 and "", and ok() is false from then on.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  uint64_t number() {
    uint64_t value = 0;
    for (uint32_t shift = 0; shift < 64; shift += 7) {
      if (at_ == bytes_.size()) break;
      const auto byte = static_cast<uint8_t>(bytes_[at_++]);
      value |= uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return value;
    }
    ok_ = false;
    return 0;
  }
  // A number of elements, each of which takes a byte at least: never more than there are bytes.
  size_t count() {
    const uint64_t value = number();
    if (value <= bytes_.size() - at_) return static_cast<size_t>(value);
    ok_ = false;
    return 0;
  }
  std::string_view text() {
    const size_t size = count();
    const std::string_view text = bytes_.substr(at_, size);
    at_ += size;
    return text;
  }
  bool ok() const { return ok_; }
  bool at_end() const { return at_ == bytes_.size(); }

 private:
  std::string_view bytes_;
  size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace dh
