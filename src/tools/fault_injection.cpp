#include "tools/fault_injection.h"

#include <fmt/format.h>

#include <algorithm>

namespace dh::dyn {

FaultInjection::FaultInjection(ToolSetup& setup)
    : seed_(static_cast<uint64_t>(setup.number("seed", 1, 0, 1e15))),
      rate_(setup.number("rate", 0.01, 0, 1)),
      threads_(setup.thread_layout) {}

void FaultInjection::thread_made(ShadowThread& thread) {
  threads_.of(thread).random = hash_combine(seed_, thread.id.value);
  const std::lock_guard lock(mutex_);
  all_.push_back(&thread);
}

bool FaultInjection::fails(PerThread& t) {
  t.random += 0x9e3779b97f4a7c15ull;
  ++t.events;
  const bool fault = static_cast<double>(hash_mix(t.random) >> 11) * 0x1.0p-53 < rate_;
  t.faults += fault;
  return fault;
}

Flow FaultInjection::sync(Event& e) {
  PerThread& t = threads_.of(*e.thread);
  const bool closes = e.kind == EventKind::release || e.kind == EventKind::barrier_leave;
  if (closes) {
    const auto it = std::find(t.dropped.rbegin(), t.dropped.rend(), e.lock);
    if (it == t.dropped.rend()) return Flow::pass;
    t.dropped.erase(std::next(it).base());
    return Flow::keep;
  }
  if (!fails(t)) return Flow::pass;
  if (e.kind == EventKind::acquire || e.kind == EventKind::barrier_enter) t.dropped.push_back(e.lock);
  return Flow::keep;
}

void FaultInjection::finish(ToolOutput& output) {
  uint64_t events = 0;
  uint64_t faults = 0;
  for (ShadowThread* thread : all_) {
    events += threads_.of(*thread).events;
    faults += threads_.of(*thread).faults;
  }
  output.lines.push_back(
      fmt::format("dropped {} of {} synchronization operations (seed {})", faults, events, seed_));
}

}  // namespace dh::dyn
