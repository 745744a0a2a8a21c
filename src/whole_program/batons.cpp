#include "whole_program/batons.h"

#include <algorithm>

namespace dh::whole {

Batons::Batons(const Heap& heap, const Multiplicity& multiplicity, const Traces& traces)
    : traces_(traces), ring_of_(traces.threads.size(), kNoRing) {
  constexpr size_t kMaxEvents = 100'000;            // of all semaphores: programs with more have no rings
  FlatMap<uint32_t, std::vector<uint32_t>> events;  // by semaphore: in syncs
  FlatSet<uint32_t> other_use;
  size_t count = 0;
  for (uint32_t i = 0; i < traces.syncs.size(); ++i) {
    const SyncEvent& event = traces.syncs[i];
    if (event.kind != EventKind::signal && event.kind != EventKind::wait) continue;
    const Object& object = heap.objects[event.object];
    bool usable = object.class_kind == smallir::ClassKind::semaphore && event.certain && !event.many &&
                  multiplicity.single(heap, event.object) && !traces.timed_waits.contains(event.object.value);
    if (!usable) other_use.insert(event.object.value);
    events[event.object.value].push_back(i);
    if (++count > kMaxEvents) return;
  }
  // Semaphores that one thread uses belong to one ring.
  FlatMap<uint32_t, uint32_t> parent;
  auto find = [&](uint32_t at) {
    while (parent[at] != at) at = parent[at] = parent[parent[at]];
    return at;
  };
  for (const auto& entry : events) parent.emplace(entry.first, entry.first);
  FlatMap<uint32_t, uint32_t> of_thread;
  for (const auto& entry : events) {
    for (uint32_t i : entry.second) {
      auto [it, added] = of_thread.emplace(traces.syncs[i].thread.value, entry.first);
      if (!added) parent[find(entry.first)] = find(it->second);
    }
  }
  FlatMap<uint32_t, std::vector<uint32_t>> groups;
  for (const auto& entry : events) groups[find(entry.first)].push_back(entry.first);
  for (auto& entry : groups) {
    bool all_usable = std::none_of(entry.second.begin(), entry.second.end(),
                                   [&](uint32_t semaphore) { return other_use.contains(semaphore); });
    if (all_usable) add_ring(entry.second, events);
  }
}

void Batons::add_ring(const std::vector<uint32_t>& semaphores,
                      const FlatMap<uint32_t, std::vector<uint32_t>>& events) {
  FlatMap<uint32_t, std::vector<uint32_t>> by_thread;
  for (uint32_t semaphore : semaphores) {
    for (uint32_t i : events.find(semaphore)->second) by_thread[traces_.syncs[i].thread.value].push_back(i);
  }
  Ring ring;
  size_t holders = 0;
  for (auto& entry : by_thread) {
    Part part;
    if (!make_part(std::move(entry.second), part)) return;
    if (part.held_first && traces_.threads[ThreadId(entry.first)].multiple) return;
    holders += part.held_first ? 1 : 0;
    ring.emplace(entry.first, std::move(part));
  }
  if (holders > 1 || ring.size() < 2) return;
  for (const auto& entry : ring)
    ring_of_[ThreadId(entry.first).index()] = static_cast<uint32_t>(rings_.size());
  rings_.push_back(std::move(ring));
}

// False: waits and signals do not alternate, or it is not certain that they do.
bool Batons::make_part(std::vector<uint32_t> events, Part& part) const {
  std::sort(events.begin(), events.end(),
            [&](uint32_t a, uint32_t b) { return traces_.syncs[a].time < traces_.syncs[b].time; });
  part.around = traces_.syncs[events[0]].visit;
  for (uint32_t i : events) part.around = common_visit(traces_, part.around, traces_.syncs[i].visit);
  if (!part.around.valid()) return false;
  for (size_t n = 0; n < events.size(); ++n) {
    const SyncEvent& event = traces_.syncs[events[n]];
    if (n > 0 && event.kind == traces_.syncs[events[n - 1]].kind) return false;
    for (VisitId at = event.visit; at != part.around; at = traces_.visits[at].parent) {
      const Visit& visit = traces_.visits[at];
      if (visit.often || visit.called_again || !visit.certain) return false;
    }
    part.times.push_back(event.time);
  }
  part.held_first = traces_.syncs[events[0]].kind == EventKind::signal;
  for (VisitId at = part.around; at.valid(); at = traces_.visits[at].parent) {
    const Visit& visit = traces_.visits[at];
    part.again |= visit.often || visit.called_again || !visit.certain;
  }
  return !part.again || part.times.size() % 2 == 0;
}

bool Batons::is_held(const Part& part, const AccessEvent& access) const {
  bool inside = false;
  for (VisitId at = access.visit; at.valid() && !inside; at = traces_.visits[at].parent)
    inside = at == part.around;
  if (!inside && part.again) return part.held_first;
  uint32_t latest = inside ? latest_within(traces_, access, part.around) : traces_.latest(access);
  auto before = std::upper_bound(part.times.begin(), part.times.end(), access.time);
  if (before != std::upper_bound(part.times.begin(), part.times.end(), latest)) return false;
  bool changed = (before - part.times.begin()) % 2 == 1;
  return part.held_first != changed;
}

bool Batons::both_held(const AccessEvent& a, const AccessEvent& b) const {
  const ThreadId left = traces_.visits[a.visit].thread, right = traces_.visits[b.visit].thread;
  const uint32_t ring = ring_of_[left.index()];
  if (ring == kNoRing || ring != ring_of_[right.index()]) return false;
  return is_held(rings_[ring].find(left.value)->second, a) &&
         is_held(rings_[ring].find(right.value)->second, b);
}

}  // namespace dh::whole
