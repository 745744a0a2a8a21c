#include "tools/parts/held_locks.h"

#include <algorithm>

namespace dh::dyn {

void HeldLocks::thread_made(ShadowThread& thread) {
  const std::lock_guard lock(mutex_);
  all_threads_.push_back(&thread);
}

void HeldLocks::update(Event& e) {
  PerThread& t = threads_.of(*e.thread);
  const auto is_it = [&](const ShadowThread::Held& h) { return h.lock == e.lock && h.mode == e.mode; };
  if (e.kind == EventKind::acquire) {
    t.held.push_back({e.lock, e.mode});
  } else if (const auto it = std::find_if(t.held.begin(), t.held.end(), is_it); it != t.held.end()) {
    t.held.erase(it);
  }
  std::vector<uint64_t> all;
  std::vector<uint64_t> exclusive;
  for (const auto& held : t.held) {
    all.push_back(held.lock->id);
    if (held.mode == LockMode::exclusive) exclusive.push_back(held.lock->id);
  }
  for (auto* set : {&all, &exclusive}) {
    std::sort(set->begin(), set->end());
    set->erase(std::unique(set->begin(), set->end()), set->end());
  }
  t.all = sets_.intern(all);
  t.exclusive = sets_.intern(exclusive);
}

uint32_t HeldLocks::compute(uint32_t a, uint32_t b) {
  const auto x = sets_[a];
  const auto y = sets_[b];
  std::vector<uint64_t> both;
  std::set_intersection(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(both));
  return sets_.intern(both);
}

std::vector<uint32_t> HeldLocks::locks(uint32_t set) const {
  std::vector<uint32_t> result;
  for (const uint64_t id : sets_[set]) result.push_back(static_cast<uint32_t>(id));
  return result;
}

void HeldLocks::sweep(FlatSet<uint32_t> used) {
  const std::lock_guard lock(mutex_);
  for (ShadowThread* thread : all_threads_) {
    PerThread& t = threads_.of(*thread);
    used.insert(t.all);
    used.insert(t.exclusive);
    t.cache.fill({});
  }
  sets_.sweep([&](uint32_t index) { return used.contains(index); });
}

}  // namespace dh::dyn
