// Which share of a trace's variables an id belongs to. Of every `shares` neighbours each share has one, so
// the ids of a share are dense, too; who has which changes from group to group, so that a pattern of the
// program (every second field is busy) does not load one share with all of it.
#pragma once

#include <bit>
#include <cstdint>

#include "base/hash.h"

namespace dh::dyn {

class LocationSplit {
 public:
  explicit LocationSplit(uint32_t shares = 1) : shares_(shares) {
    if (std::has_single_bit(shares)) shift_ = std::countr_zero(shares);
  }

  uint32_t shares() const { return shares_; }
  uint32_t share(uint32_t var) const {
    const uint32_t group = index(var);
    const auto rotation = static_cast<uint32_t>((hash_mix(group) >> 32) * shares_ >> 32);
    const uint32_t share = var - group * shares_ + rotation;
    return share >= shares_ ? share - shares_ : share;
  }
  // Among the variables of its share.
  uint32_t index(uint32_t var) const { return shift_ >= 0 ? var >> shift_ : var / shares_; }

 private:
  uint32_t shares_;
  int shift_ = -1;  // of a power of two
};

}  // namespace dh::dyn
