// Which of a function's reads something depends on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace dh::erlang {

// The last one stands for all further reads together.
class ReadSet {
 public:
  static constexpr size_t kSize = 256;

  static ReadSet single(size_t read) {
    ReadSet set;
    size_t bit = read < kSize ? read : kSize - 1;
    set.words_[bit / 64] = uint64_t{1} << bit % 64;
    return set;
  }

  ReadSet& operator|=(const ReadSet& other) {
    for (size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }
  ReadSet without(const ReadSet& other) const {
    ReadSet result;
    for (size_t i = 0; i < words_.size(); ++i) result.words_[i] = words_[i] & ~other.words_[i];
    return result;
  }
  bool meets(const ReadSet& other) const {
    for (size_t i = 0; i < words_.size(); ++i) {
      if ((words_[i] & other.words_[i]) != 0) return true;
    }
    return false;
  }

  friend auto operator<=>(const ReadSet&, const ReadSet&) = default;

 private:
  std::array<uint64_t, kSize / 64> words_{};
};

}  // namespace dh::erlang
