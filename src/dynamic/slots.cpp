#include "dynamic/slots.h"

namespace dh::dyn {

namespace {
constexpr size_t kCandidates = 64;  // looking at all free slots would make thread creation slow
}

Epoch SlotTable::allot(ThreadId thread, const VectorClock& known) {
  const std::lock_guard lock(mutex_);
  const size_t oldest = free_.size() > kCandidates ? free_.size() - kCandidates : 0;
  for (size_t i = free_.size(); i-- > oldest;) {
    const Epoch last = free_[i];
    if (!known.covers(last) || exhausted(last)) continue;
    free_.erase(free_.begin() + static_cast<ptrdiff_t>(i));
    tenants_[last.slot].push_back({last.clock + 1, thread});
    return {last.slot, last.clock + 1};
  }
  const auto slot = static_cast<uint32_t>(tenants_.size());
  tenants_.push_back({{1, thread}});
  return {slot, 1};
}

void SlotTable::retire(Epoch last) {
  const std::lock_guard lock(mutex_);
  if (!exhausted(last)) free_.push_back(last);
}

ThreadId SlotTable::thread_at(Epoch e) const {
  const std::lock_guard lock(mutex_);
  if (e.slot >= tenants_.size()) return {};
  const auto& tenants = tenants_[e.slot];
  for (size_t i = tenants.size(); i-- > 0;) {
    if (tenants[i].from <= e.clock || i == 0) return tenants[i].thread;
  }
  return {};
}

size_t SlotTable::slots_in_use() const {
  const std::lock_guard lock(mutex_);
  return tenants_.size();
}

}  // namespace dh::dyn
