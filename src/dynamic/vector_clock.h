// Vector clocks, indexed by slot. Missing entries are 0, so clocks grow only with the slots they know.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "dynamic/shadow_word.h"

namespace dh::dyn {

class VectorClock {
 public:
  uint32_t get(uint32_t slot) const { return slot < ticks_.size() ? ticks_[slot] : 0; }
  void set(uint32_t slot, uint32_t clock) {
    if (slot >= ticks_.size()) ticks_.resize(slot + 1);
    ticks_[slot] = clock;
  }
  bool covers(Epoch e) const { return e.clock <= get(e.slot); }
  bool empty() const { return ticks_.empty(); }
  void clear() { ticks_.clear(); }
  const std::vector<uint32_t>& ticks() const { return ticks_; }

  void join(const VectorClock& other) {
    const size_t n = other.ticks_.size();
    if (n > ticks_.size()) ticks_.resize(n);
    uint32_t* mine = ticks_.data();
    const uint32_t* theirs = other.ticks_.data();
    for (size_t i = 0; i < n; ++i) mine[i] = std::max(mine[i], theirs[i]);
  }

  // A slot whose entry is greater here than in `other`, or -1 when this clock is covered by it.
  int64_t first_not_covered(const VectorClock& other) const {
    for (size_t i = 0; i < ticks_.size(); ++i) {
      if (ticks_[i] > other.get(static_cast<uint32_t>(i))) return static_cast<int64_t>(i);
    }
    return -1;
  }

  friend bool operator==(const VectorClock&, const VectorClock&) = default;

 private:
  std::vector<uint32_t> ticks_;
};

}  // namespace dh::dyn
