#include "tools/protecting_lock.h"

#include <algorithm>

namespace dh::dyn {

Flow ProtectingLock::acquire(Event& e) {
  const uint32_t others = held_.held_for_writes(*e.thread);
  held_.update(e);
  const MaybeLock lock(e.lock->mutex, e.concurrent);
  Protection& protection = locks_.of(*e.lock);
  protection.by = protection.seen ? held_.intersect(*e.thread, protection.by, others) : others;
  protection.seen = true;
  if (protection.by == 0) return Flow::pass;
  threads_.of(*e.thread).push_back(e.lock);
  return Flow::keep;
}

Flow ProtectingLock::release(Event& e) {
  held_.update(e);
  auto& filtered = threads_.of(*e.thread);
  const auto it = std::find(filtered.begin(), filtered.end(), e.lock);
  if (it == filtered.end()) return Flow::pass;
  filtered.erase(it);
  return Flow::keep;
}

}  // namespace dh::dyn
