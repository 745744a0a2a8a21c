#include "tools/eraser_with_barrier.h"

#include <algorithm>

#include "tools/lock_set.h"

namespace dh::dyn {

EraserWithBarrier::EraserWithBarrier(ToolSetup& setup)
    : name_(setup.name),
      tag_(DefaultLayout::owner_bits(setup.owner)),
      reports_(setup.reports),
      counter_(setup.reports.counter(setup.name)),
      held_(setup),
      threads_(setup.thread_layout),
      barriers_(setup.lock_layout) {}

Flow EraserWithBarrier::acquire(Event& e) {
  held_.update(e);
  return Flow::pass;
}

Flow EraserWithBarrier::release(Event& e) {
  held_.update(e);
  return Flow::pass;
}

Flow EraserWithBarrier::barrier_enter(Event& e) {
  const MaybeLock lock(e.lock->mutex, e.concurrent);
  threads_.of(*e.thread).visits.push_back({e.lock, barriers_.of(*e.lock).generation});
  return Flow::pass;
}

Flow EraserWithBarrier::barrier_leave(Event& e) {
  PerThread& t = threads_.of(*e.thread);
  const auto visit =
      std::find_if(t.visits.begin(), t.visits.end(), [&](const Visit& v) { return v.barrier == e.lock; });
  if (visit == t.visits.end()) return Flow::pass;
  const MaybeLock lock(e.lock->mutex, e.concurrent);
  Barrier& barrier = barriers_.of(*e.lock);
  const uint64_t generation = visit->generation;
  t.visits.erase(visit);
  if (generation == barrier.generation) {  // the first to leave begins a phase for all
    barrier.phase[generation % 2] = std::min(kMaxPhase, phases_.fetch_add(1, std::memory_order_relaxed) + 1);
    ++barrier.generation;
  }
  t.phase = std::max(t.phase, barrier.phase[generation % 2]);
  return Flow::pass;
}

// The location's next word; empty: no lock protects it any more.
uint64_t EraserWithBarrier::next(const Event& e, bool& empty) {
  empty = false;
  const uint64_t then = e.shadow >> 32 & kMaxPhase;
  const uint64_t now = std::max(then, phase(e));
  auto state = static_cast<State>(e.shadow >> (32 + kPhaseBits) & 3);
  uint32_t value = index_of(e.shadow);
  if (now > then) return word(exclusive, now, e.thread->id.value);
  if (state == exclusive) {
    if (value == e.thread->id.value) return e.shadow;
    state = e.is_write() ? modified : shared;
    value = held_.held(e);
  } else {
    if (e.is_write()) state = modified;
    value = held_.intersect(*e.thread, value, held_.held(e));
  }
  empty = state == modified && value == 0;
  return word(empty ? reported : state, now, value);
}

Flow EraserWithBarrier::access(Event& e) {
  if ((e.shadow >> (32 + kPhaseBits) & 3) == reported) {
    counter_.add(e.location, e.concurrent);
    return Flow::advance;
  }
  bool empty;
  const uint64_t after = next(e, empty);
  if (after != e.shadow && !e.put(after)) return Flow::retry;
  if (!empty) return Flow::keep;
  reports_.add(discipline_report(name_, e));
  return Flow::advance;
}

void EraserWithBarrier::sweep(const LiveWords& live) {
  FlatSet<uint32_t> used;
  live([&](uint64_t w) {
    if ((w & DefaultLayout::kOwnerMask) == tag_)
      used.insert(index_of(w));  // thread ids keep a few sets too many
  });
  held_.sweep(std::move(used));
}

}  // namespace dh::dyn
