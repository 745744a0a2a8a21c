#include "dynamic/slots.h"

#include <algorithm>

namespace dh::dyn {

namespace {

constexpr size_t kCandidates = 64;  // looking at all free slots would make thread creation slow

bool is_earlier(Epoch a, Epoch b) {
  return a.bits() < b.bits();
}

}  // namespace

Epoch SlotTable::allot(ThreadId thread, const VectorClock& known) {
  const std::lock_guard lock(mutex_);
  const auto start = [&](Epoch first) {
    slots_[first.slot].is_taken = true;
    slots_[first.slot].tenants.push_back({first.clock, thread});
    return first;
  };
  if (!unnamed_.empty()) {
    const Epoch last = unnamed_.back();
    unnamed_.pop_back();
    return start({last.slot, last.clock + 1});
  }
  // The newest ones, and the others in turn.
  for (size_t tried = 0; tried < std::min(free_.size(), kCandidates); ++tried) {
    const bool is_new = free_.size() <= kCandidates || tried < kCandidates / 2;
    const size_t i = is_new ? free_.size() - 1 - tried : next_candidate_++ % free_.size();
    const Free candidate = free_[i];
    if (!known.covers({candidate.last.slot, candidate.named})) continue;
    free_.erase(free_.begin() + static_cast<ptrdiff_t>(i));
    return start({candidate.last.slot, candidate.last.clock + 1});
  }
  slots_.emplace_back();
  return start({static_cast<uint32_t>(slots_.size() - 1), 1});
}

void SlotTable::retire(Epoch last) {
  const std::lock_guard lock(mutex_);
  slots_[last.slot].is_taken = false;
  if (!exhausted(last)) free_.push_back({last, last.clock});
}

void SlotTable::sweep(std::vector<Epoch> named) {
  const std::lock_guard lock(mutex_);
  if (era_ == UINT16_MAX) return;  // no slot can become free in another era
  std::sort(named.begin(), named.end(), is_earlier);
  // The largest named clock value of the slot between `from` and `to`; 0: none.
  const auto last_named = [&](uint32_t slot, uint32_t from, uint32_t to) {
    const auto after = std::upper_bound(named.begin(), named.end(), Epoch{slot, to}, is_earlier);
    if (after == named.begin()) return 0U;
    const Epoch last = *std::prev(after);
    return last.slot == slot && last.clock >= from ? last.clock : 0U;
  };
  kept_.clear();
  for (uint32_t slot = 0; slot < slots_.size(); ++slot) {
    auto& tenants = slots_[slot].tenants;
    uint32_t end = UINT32_MAX;
    for (size_t i = tenants.size(); i-- > 0;) {
      const uint32_t from = tenants[i].from;
      const bool has_slot = slots_[slot].is_taken && i + 1 == tenants.size();
      if (has_slot || last_named(slot, from, end) != 0) {
        kept_.push_back(tenants[i].thread.value);
      } else {
        tenants.erase(tenants.begin() + static_cast<ptrdiff_t>(i));
      }
      end = from - 1;
    }
  }
  std::sort(kept_.begin(), kept_.end());
  bool is_new_era = false;
  for (Free& slot : free_) {
    const uint32_t last = last_named(slot.last.slot, 1, slot.last.clock);
    is_new_era |= last < slot.named;
    slot.named = last;
  }
  for (const Free& slot : free_) {
    if (slot.named == 0) unnamed_.push_back(slot.last);
  }
  std::erase_if(free_, [](const Free& slot) { return slot.named == 0; });
  if (is_new_era) ++era_;
  was_swept_ = true;
}

bool SlotTable::keeps(ThreadId thread) const {
  const std::lock_guard lock(mutex_);
  return !was_swept_ || std::binary_search(kept_.begin(), kept_.end(), thread.value);
}

size_t SlotTable::waiting() const {
  const std::lock_guard lock(mutex_);
  return free_.size();
}

ThreadId SlotTable::thread_at(Epoch e) const {
  const std::lock_guard lock(mutex_);
  if (e.slot >= slots_.size()) return {};
  const auto& tenants = slots_[e.slot].tenants;
  for (size_t i = tenants.size(); i-- > 0;) {
    if (tenants[i].from <= e.clock) return tenants[i].thread;
  }
  return {};
}

size_t SlotTable::slots_in_use() const {
  const std::lock_guard lock(mutex_);
  return slots_.size();
}

}  // namespace dh::dyn
