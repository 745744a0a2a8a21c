#include "java/flow/lock_set.h"

#include <algorithm>

namespace dh::java {

namespace {
constexpr uint8_t kMaxCount = 64;  // keeps a lock taken in a loop from counting forever
}

std::vector<Held>::iterator LockSet::position(MonitorId monitor) {
  return std::lower_bound(held_.begin(), held_.end(), monitor,
                          [](const Held& h, MonitorId m) { return h.monitor < m; });
}

const Held* LockSet::find(MonitorId monitor) const {
  auto it = std::lower_bound(held_.begin(), held_.end(), monitor,
                             [](const Held& h, MonitorId m) { return h.monitor < m; });
  return it != held_.end() && it->monitor == monitor ? &*it : nullptr;
}

LockMode Held::mode() const {
  for (size_t i = counts.size(); i-- > 1;) {
    if (counts[i] != 0) return static_cast<LockMode>(i);
  }
  return LockMode::optimistic;
}

void LockSet::acquire(MonitorId monitor, LockMode mode) {
  auto it = position(monitor);
  if (it == held_.end() || it->monitor != monitor) it = held_.insert(it, Held{monitor, {}});
  uint8_t& count = it->counts[static_cast<size_t>(mode)];
  if (count < kMaxCount) ++count;
}

void LockSet::release(MonitorId monitor, LockMode mode) {
  auto it = position(monitor);
  if (it == held_.end() || it->monitor != monitor) return;
  uint8_t& count = it->counts[static_cast<size_t>(mode)];
  if (count != 0) --count;
  if (it->counts == std::array<uint8_t, 3>{}) held_.erase(it);
}

void LockSet::release_strongest(MonitorId monitor) {
  const Held* held = find(monitor);
  if (held != nullptr) release(monitor, held->mode());
}

void LockSet::drop(MonitorId monitor) {
  auto it = position(monitor);
  if (it != held_.end() && it->monitor == monitor) held_.erase(it);
}

void LockSet::convert(MonitorId monitor, LockMode mode) {
  drop(monitor);
  acquire(monitor, mode);
}

void LockSet::share() {
  for (Held& held : held_) {
    uint8_t& exclusive = held.counts[static_cast<size_t>(LockMode::exclusive)];
    uint8_t& read = held.counts[static_cast<size_t>(LockMode::read)];
    read = std::max(read, exclusive);
    exclusive = 0;
  }
}

bool LockSet::meet(const LockSet& other) {
  bool changed = false;
  size_t kept = 0;
  for (const Held& mine : held_) {
    const Held* theirs = other.find(mine.monitor);
    if (theirs == nullptr) {
      changed = true;
      continue;
    }
    Held both{mine.monitor, {}};
    for (size_t i = 0; i < 3; ++i) both.counts[i] = std::min(mine.counts[i], theirs->counts[i]);
    // The write lock here and the read lock there: at least the read lock in both.
    LockMode weaker = std::min(mine.mode(), theirs->mode());
    if (both.counts == std::array<uint8_t, 3>{}) both.counts[static_cast<size_t>(weaker)] = 1;
    changed = changed || !(both == mine);
    held_[kept++] = both;
  }
  held_.resize(kept);
  return changed;
}

size_t hash_value(const LockSet& set) {
  uint64_t h = set.size();
  for (const Held& held : set) {
    h = hash_combine(h, (uint64_t{held.monitor.value} << 24) | (uint64_t{held.counts[2]} << 16) |
                            (uint64_t{held.counts[1]} << 8) | held.counts[0]);
  }
  return h;
}

}  // namespace dh::java
