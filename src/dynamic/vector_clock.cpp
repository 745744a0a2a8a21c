#include "dynamic/vector_clock.h"

#include <cstddef>

namespace dh::dyn {

namespace {

bool is_before(const Epoch& entry, uint32_t slot) {
  return entry.slot < slot;
}

}  // namespace

uint32_t VectorClock::get_high(uint32_t slot) const {
  const auto it = std::lower_bound(high_.begin(), high_.end(), slot, is_before);
  return it != high_.end() && it->slot == slot ? it->clock : 0;
}

void VectorClock::set_high(uint32_t slot, uint32_t clock) {
  Epoch* const it = std::lower_bound(high_.begin(), high_.end(), slot, is_before);
  if (it != high_.end() && it->slot == slot) {
    it->clock = clock;
    return;
  }
  high_.insert(it, {slot, clock});
  fill_gaps();
}

// At least so many slots are stored densely; entries of those move there.
void VectorClock::grow(size_t slots) {
  ticks_.resize(slots);
  size_t moved = 0;
  for (; moved < high_.size() && high_[moved].slot < slots; ++moved)
    ticks_[high_[moved].slot] = high_[moved].clock;
  high_.erase(high_.begin(), high_.begin() + moved);
}

// A quarter of the slots known is enough to store them all densely.
void VectorClock::fill_gaps() {
  if (high_.empty()) return;
  const size_t slots = high_.back().slot + size_t{1};
  if (slots - ticks_.size() <= 4 * high_.size()) grow(slots);
}

void VectorClock::join_high(const CompactArray<Epoch>& other) {
  CompactArray<Epoch> both;
  both.reserve(high_.size() + other.size());
  const Epoch* mine = high_.begin();
  for (const Epoch& theirs : other) {
    if (theirs.slot < ticks_.size()) {
      ticks_[theirs.slot] = std::max(ticks_[theirs.slot], theirs.clock);
      continue;
    }
    while (mine != high_.end() && mine->slot < theirs.slot) both.push_back(*mine++);
    const bool is_known = mine != high_.end() && mine->slot == theirs.slot;
    both.push_back({theirs.slot, is_known ? std::max(mine->clock, theirs.clock) : theirs.clock});
    if (is_known) ++mine;
  }
  for (; mine != high_.end(); ++mine) both.push_back(*mine);
  high_ = std::move(both);
  fill_gaps();
}

int64_t VectorClock::first_not_covered(const VectorClock& other) const {
  for (size_t i = 0; i < ticks_.size(); ++i) {
    if (ticks_[i] > other.get(static_cast<uint32_t>(i))) return static_cast<int64_t>(i);
  }
  for (const Epoch& entry : high_) {
    if (!other.covers(entry)) return entry.slot;
  }
  return -1;
}

std::vector<uint32_t> VectorClock::ticks() const {
  std::vector<uint32_t> all(ticks_.begin(), ticks_.end());
  for (const Epoch& entry : high_) {
    all.resize(entry.slot + size_t{1});
    all[entry.slot] = entry.clock;
  }
  return all;
}

}  // namespace dh::dyn
