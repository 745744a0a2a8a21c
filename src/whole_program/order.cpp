#include "whole_program/order.h"

#include <algorithm>
#include <map>

namespace dh::whole {

Order::Order(const Heap& heap, const Multiplicity& multiplicity, const Roots& roots, const Traces& traces)
    : heap_(heap), multiplicity_(multiplicity), traces_(traces) {
  edges_.resize(traces.threads.size());
  always_joined_by_.resize(traces.threads.size());
  for (uint32_t t = 0; t < traces.threads.size(); ++t) {
    const Thread& thread = traces.threads[ThreadId(t)];
    if (thread.body.valid()) by_body_.emplace(thread.body.value, ThreadId(t));
  }
  add_starts(roots);
  add_joins();
  add_signals();
}

void Order::add_starts(const Roots& roots) {
  for (uint32_t t = 0; t < traces_.threads.size(); ++t) {
    const Thread& thread = traces_.threads[ThreadId(t)];
    if (!thread.body.valid()) {
      if (roots.roots[thread.root].kind != RootKind::load_time) continue;
      for (uint32_t other = 0; other < traces_.threads.size(); ++other) {
        const Thread& later = traces_.threads[ThreadId(other)];
        if (other != t && !later.body.valid())
          edges_[t].push_back({ThreadId(other), kForever, 0, kForever, {}});
      }
      continue;
    }
    // Only what is over before the first start is before all of the thread.
    const SyncEvent* first = nullptr;
    bool joined = true, one_creator = true;
    for (uint32_t index : thread.starts) {
      const SyncEvent& start = traces_.syncs[index];
      joined &= start.joined;
      one_creator &= first == nullptr || first->thread == start.thread;
      if (first == nullptr || start.time < first->time) first = &start;
    }
    if (first == nullptr || !one_creator) continue;
    edges_[first->thread.index()].push_back({ThreadId(t), first->time, 0, kForever, first->visit});
    if (joined) always_joined_by_[t] = first->thread;
  }
}

uint32_t Order::scope_end(const SyncEvent& event) const {
  if (!event.scope.valid()) return kForever;
  const Visit& scope = traces_.visits[event.scope];
  bool whole_thread = !scope.parent.valid() && traces_.threads[scope.thread].body.valid();
  return whole_thread || scope.end == 0 ? kForever : scope.end;
}

void Order::add_joins() {
  for (const SyncEvent& join : traces_.syncs) {
    if (join.kind != EventKind::join || !join.certain) continue;
    auto it = by_body_.find(join.body.value);
    if (it == by_body_.end() || traces_.threads[it->second].multiple) continue;
    edges_[it->second.index()].push_back({join.thread, kForever, join.time, scope_end(join), {}});
  }
}

// A semaphore that begins at zero and is signalled by one thread only: whoever gets through its wait comes
// after the first signal. Queues are the same with put and take.
void Order::add_signals() {
  struct Signals {
    const SyncEvent* first = nullptr;
    bool one_thread = true;
  };
  FlatMap<uint32_t, Signals> signals;
  for (const SyncEvent& event : traces_.syncs) {
    if (event.kind != EventKind::signal) continue;
    Signals& entry = signals[event.object.value];
    if (entry.first != nullptr && entry.first->thread != event.thread) entry.one_thread = false;
    if (entry.first == nullptr || event.time < entry.first->time) entry.first = &event;
  }
  for (const SyncEvent& wait : traces_.syncs) {
    if (wait.kind != EventKind::wait || !wait.certain) continue;
    auto it = signals.find(wait.object.value);
    if (it == signals.end() || !it->second.one_thread) continue;
    const SyncEvent& signal = *it->second.first;
    if (!multiplicity_.single(heap_, wait.object) || traces_.threads[signal.thread].multiple) continue;
    if (signal.thread == wait.thread) continue;
    edges_[signal.thread.index()].push_back({wait.thread, signal.time, wait.time, scope_end(wait), {}});
  }
}

VisitId Order::common(VisitId a, VisitId b) const {
  // Parents have smaller ids than what they call.
  while (a.valid() && b.valid() && a != b) {
    VisitId& deeper = a.value > b.value ? a : b;
    deeper = traces_.visits[deeper].parent;
  }
  return a.valid() && b.valid() ? a : VisitId();
}

// The latest time of an access within one run of a visit around it.
uint32_t Order::latest_within(const AccessEvent& access, VisitId around) const {
  uint32_t latest = access.time;
  for (VisitId at = access.visit; at != around; at = traces_.visits[at].parent) {
    if (!at.valid() || traces_.visits[at].called_again) return traces_.latest(access);
    if (traces_.visits[at].often) latest = traces_.visits[at].end;
  }
  return latest;
}

bool Order::starts_often(ThreadId thread, VisitId around) const {
  const Thread& started = traces_.threads[thread];
  if (started.starts.size() != 1) return true;
  for (VisitId at = traces_.syncs[started.starts[0]].visit; at != around; at = traces_.visits[at].parent) {
    if (!at.valid() || traces_.visits[at].often || traces_.visits[at].called_again) return true;
  }
  return false;
}

bool Order::private_to_each_run(ThreadId id, Owner owner) const {
  const Thread& thread = traces_.threads[id];
  if (always_joined_by_[id.index()].valid() && !traces_.threads[always_joined_by_[id.index()]].multiple) {
    return true;
  }
  if (!owner.instance.valid() || thread.starts.empty()) return false;
  const SyncEvent& start = traces_.syncs[thread.starts[0]];
  auto it = traces_.first_visits.find(uint64_t{start.thread.value} << 32 | owner.instance.value);
  if (it == traces_.first_visits.end()) return false;
  VisitId around = common(it->second, start.visit);
  return around.valid() && !starts_often(id, around);
}

// A start by one of several runs of a thread comes before that run's child only.
bool Order::usable(ThreadId from, Owner owner) const {
  const Thread& thread = traces_.threads[from];
  if (!thread.multiple) return true;
  return owner.instance.valid() && heap_.instances[owner.instance].context == thread.context;
}

bool Order::before(const AccessEvent& a, const AccessEvent& b, Owner owner) const {
  ThreadId from = traces_.visits[a.visit].thread;
  ThreadId to = traces_.visits[b.visit].thread;
  if (always_joined_by_[from.index()] == to || always_joined_by_[to.index()] == from) return true;
  uint32_t latest_b = traces_.latest(b);
  struct State {
    ThreadId thread;
    uint32_t after;
    uint32_t until;
  };
  VisitId made;
  if (owner.instance.valid()) {
    auto it = traces_.first_visits.find(uint64_t{from.value} << 32 | owner.instance.value);
    if (it != traces_.first_visits.end()) made = it->second;
  }
  std::vector<State> work;
  std::vector<std::pair<uint32_t, uint32_t>> seen;  // thread, time
  auto reach = [&](const Edge& edge) {
    if (edge.to == to && b.time > edge.acquired && latest_b <= edge.until) return true;
    std::pair<uint32_t, uint32_t> key{edge.to.value, edge.acquired};
    if (std::find(seen.begin(), seen.end(), key) == seen.end() && seen.size() < 256) {
      seen.push_back(key);
      work.push_back({edge.to, edge.acquired, edge.until});
    }
    return false;
  };
  uint32_t latest_a = traces_.latest(a);
  for (const Edge& edge : edges_[from.index()]) {
    if (!usable(from, owner)) break;
    uint32_t latest = latest_a;
    if (edge.start.valid() && made.valid()) {
      VisitId around = common(made, edge.start);
      if (around.valid()) latest = std::min(latest, latest_within(a, around));
    }
    if (edge.released > latest && reach(edge)) return true;
  }
  while (!work.empty()) {
    State state = work.back();
    work.pop_back();
    if (!usable(state.thread, owner)) continue;
    for (const Edge& edge : edges_[state.thread.index()]) {
      bool after = edge.released > state.after && (edge.released <= state.until || state.until == kForever);
      if (after && reach(edge)) return true;
    }
  }
  return false;
}

}  // namespace dh::whole
