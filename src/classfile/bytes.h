// Big-endian bytes: a reader that never leaves its span, and a writer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace dh::classfile {

using Bytes = std::span<const uint8_t>;

// After a read past the end, ok() is false and everything reads as zero.
class Reader {
 public:
  explicit Reader(Bytes data) : data_(data) {}

  uint8_t u1() { return need(1) ? data_[at_++] : uint8_t{0}; }
  uint16_t u2() {
    if (!need(2)) return 0;
    const auto value = static_cast<uint16_t>(data_[at_] << 8 | data_[at_ + 1]);
    at_ += 2;
    return value;
  }
  uint32_t u4() {
    const uint32_t high = u2();
    return high << 16 | u2();
  }
  Bytes bytes(size_t count) {
    if (!need(count)) return {};
    const Bytes result = data_.subspan(at_, count);
    at_ += count;
    return result;
  }

  bool ok() const { return ok_; }
  size_t at() const { return at_; }
  size_t left() const { return data_.size() - at_; }
  Bytes since(size_t start) const { return data_.subspan(start, at_ - start); }

 private:
  bool need(size_t count) {
    if (count <= data_.size() - at_) return ok_;
    ok_ = false;
    at_ = data_.size();
    return false;
  }

  Bytes data_;
  size_t at_ = 0;
  bool ok_ = true;
};

class Writer {
 public:
  void u1(unsigned value) { out_.push_back(static_cast<uint8_t>(value)); }
  void u2(unsigned value) {
    u1(value >> 8 & 0xff);
    u1(value & 0xff);
  }
  void u4(uint32_t value) {
    u2(value >> 16);
    u2(value & 0xffff);
  }
  void bytes(Bytes data) { out_.insert(out_.end(), data.begin(), data.end()); }
  void text(std::string_view data) { out_.insert(out_.end(), data.begin(), data.end()); }
  void patch_u2(size_t at, unsigned value) {
    out_[at] = static_cast<uint8_t>(value >> 8);
    out_[at + 1] = static_cast<uint8_t>(value);
  }
  void patch_u4(size_t at, uint32_t value) {
    patch_u2(at, value >> 16);
    patch_u2(at + 2, value & 0xffff);
  }

  size_t size() const { return out_.size(); }
  void reserve(size_t size) { out_.reserve(size); }
  const std::vector<uint8_t>& data() const { return out_; }
  std::vector<uint8_t> take() { return std::move(out_); }

 private:
  std::vector<uint8_t> out_;
};

inline uint16_t u2_at(Bytes data, size_t at) {
  return static_cast<uint16_t>(data[at] << 8 | data[at + 1]);
}
inline int32_t s2_at(Bytes data, size_t at) {
  return static_cast<int16_t>(u2_at(data, at));
}
inline int32_t s4_at(Bytes data, size_t at) {
  return static_cast<int32_t>(uint32_t{u2_at(data, at)} << 16 | u2_at(data, at + 2));
}

}  // namespace dh::classfile
