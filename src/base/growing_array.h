// An array that only grows, and whose elements stay where they are: threads that were told of an element may
// read it while another one appends.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "base/check.h"

namespace dh {

// Appending needs a lock of the caller's. Reading an element needs none, as long as its index came from the
// thread that appended it by something that orders the two, for example a lock.
template <typename T, uint32_t kBits = 14>
class GrowingArray {
 public:
  GrowingArray() : chunks_(new std::unique_ptr<T[]>[kMaxChunks]) {}

  const T& operator[](uint32_t index) const { return chunks_[index >> kBits][index & kMask]; }
  T& operator[](uint32_t index) { return chunks_[index >> kBits][index & kMask]; }
  uint32_t size() const { return size_; }

  uint32_t push_back(T value) {
    uint32_t index = reserve(1);
    (*this)[index] = std::move(value);
    return index;
  }
  // Elements that follow each other, at most kMaxRun; where the first one is.
  uint32_t append(std::span<const T> values) {
    uint32_t index = reserve(static_cast<uint32_t>(values.size()));
    for (uint32_t i = 0; i < values.size(); ++i) (*this)[index + i] = values[i];
    return index;
  }

  static constexpr uint32_t kMaxRun = 64;

 private:
  static constexpr uint32_t kMask = (1u << kBits) - 1;
  static constexpr uint32_t kMaxChunks = 1u << 13;

  // Room for so many elements in one chunk; the rest of the last chunk stays unused where it is too small.
  uint32_t reserve(uint32_t count) {
    DH_CHECK(count <= kMaxRun, "too many elements in one piece");
    uint32_t rest = (used_ << kBits) - size_;
    if (count > rest) {
      DH_CHECK(used_ < kMaxChunks, "too many elements");
      size_ = used_ << kBits;
      chunks_[used_++] = std::make_unique<T[]>(size_t{1} << kBits);
    }
    uint32_t index = size_;
    size_ += count;
    return index;
  }

  std::unique_ptr<std::unique_ptr<T[]>[]> chunks_;
  uint32_t used_ = 0;  // chunks
  uint32_t size_ = 0;
};

}  // namespace dh
