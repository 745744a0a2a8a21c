// Vector clocks, indexed by slot. Missing entries are 0. Memory is proportional to the entries that are
// there, whatever their slots: a clock that knows two of a hundred thousand threads has two entries.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "dynamic/compact_array.h"
#include "dynamic/shadow_word.h"

namespace dh::dyn {

class VectorClock {
 public:
  uint32_t get(uint32_t slot) const {
    if (slot < ticks_.size()) [[likely]]
      return ticks_[slot];
    return high_.empty() ? 0 : get_high(slot);
  }
  void set(uint32_t slot, uint32_t clock) {
    if (slot < ticks_.size()) [[likely]] {
      ticks_[slot] = clock;
    } else if (slot < kAlwaysDense) {
      ticks_.resize(slot + 1);
      ticks_[slot] = clock;
    } else {
      set_high(slot, clock);
    }
  }
  bool covers(Epoch e) const { return e.clock <= get(e.slot); }
  bool empty() const { return ticks_.empty() && high_.empty(); }
  void clear() {
    ticks_.clear();
    high_.clear();
  }
  // Of all slots up to the last one that is known.
  std::vector<uint32_t> ticks() const;
  size_t slots() const { return high_.empty() ? ticks_.size() : high_.back().slot + size_t{1}; }
  size_t bytes() const { return ticks_.size() * sizeof(uint32_t) + high_.size() * sizeof(Epoch); }

  void join(const VectorClock& other) {
    const size_t n = other.ticks_.size();
    if (n > ticks_.size()) grow(n);
    uint32_t* mine = ticks_.data();
    const uint32_t* theirs = other.ticks_.data();
    for (size_t i = 0; i < n; ++i) mine[i] = std::max(mine[i], theirs[i]);
    if (!other.high_.empty()) join_high(other.high_);
  }

  // A slot whose entry is greater here than in `other`, or -1 when this clock is covered by it.
  int64_t first_not_covered(const VectorClock& other) const;

  friend bool operator==(const VectorClock& a, const VectorClock& b) {
    return a.first_not_covered(b) < 0 && b.first_not_covered(a) < 0;
  }

 protected:
  // For clocks that keep more about the slots that are stored densely.
  CompactArray<uint32_t>& dense() { return ticks_; }
  const CompactArray<uint32_t>& dense() const { return ticks_; }
  const CompactArray<Epoch>& high() const { return high_; }
  static const CompactArray<uint32_t>& dense_of(const VectorClock& clock) { return clock.ticks_; }
  static const CompactArray<Epoch>& high_of(const VectorClock& clock) { return clock.high_; }
  void grow(size_t slots);

 private:
  static constexpr uint32_t kAlwaysDense = 256;

  uint32_t get_high(uint32_t slot) const;
  void set_high(uint32_t slot, uint32_t clock);
  void join_high(const CompactArray<Epoch>& other);
  void fill_gaps();

  CompactArray<uint32_t> ticks_;  // of the first slots
  CompactArray<Epoch> high_;      // of some of the others, by slot
};

}  // namespace dh::dyn
