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

VisitId Order::enclosing(VisitId visit, InstanceId instance) const {
  while (visit.valid() && traces_.visits[visit].instance != instance) visit = traces_.visits[visit].parent;
  return visit;
}

// Each activation that makes the variable starts its own thread for it: what it does before that start is
// before the thread, however often there are such activations.
bool Order::before_own_start(const AccessEvent& a, ThreadId to, Owner owner) const {
  constexpr size_t kMostStarts = 16;
  const std::vector<uint32_t>& starts = traces_.threads[to].starts;
  if (!owner.instance.valid() || starts.empty() || starts.size() > kMostStarts) return false;
  VisitId mine = enclosing(a.visit, owner.instance);
  if (!mine.valid()) return false;
  uint32_t first = kForever;
  for (uint32_t index : starts) {
    const SyncEvent& start = traces_.syncs[index];
    VisitId maker = enclosing(start.visit, owner.instance);
    if (!maker.valid()) return false;
    if (maker == mine) first = std::min(first, start.time);
  }
  return first != kForever && latest_within(a, mine) < first;
}

// Everything that one edge leads to. A chain that comes back is never better than the later edge itself.
void Order::follow(const Edge& first, ThreadId from, Paths& paths) const {
  std::vector<std::pair<ThreadId, Path>> work;
  FlatMap<uint32_t, std::vector<Path>> seen;
  auto reach = [&](const Edge& edge, ContextId needs) {
    if (edge.to == from) return;
    Path path{first.released, edge.acquired, edge.until, first.start, needs};
    std::vector<Path>& here = seen[edge.to.value];
    for (const Path& other : here) {
      bool as_free = !other.needs.valid() || other.needs == needs;
      if (as_free && other.acquired <= path.acquired && other.until >= path.until) return;
    }
    here.push_back(path);
    work.emplace_back(edge.to, path);
  };
  reach(first, {});
  while (!work.empty()) {
    auto [thread, path] = work.back();
    work.pop_back();
    ContextId needs = path.needs;
    if (traces_.threads[thread].multiple) {
      ContextId context = traces_.threads[thread].context;
      if (needs.valid() && needs != context) continue;
      needs = context;
    }
    for (const Edge& edge : edges_[thread.index()]) {
      bool after = edge.released > path.acquired && (edge.released <= path.until || path.until == kForever);
      if (after) reach(edge, needs);
    }
  }
  for (auto& entry : seen) {
    std::vector<Path>& to = paths[entry.first];
    to.insert(to.end(), entry.second.begin(), entry.second.end());
    known_count_ += entry.second.size();
  }
}

const Order::Paths& Order::paths_from(ThreadId from) const {
  constexpr size_t kMostKnown = 5'000'000;
  auto it = known_paths_.find(from.value);
  if (it != known_paths_.end()) return it->second;
  if (known_count_ > kMostKnown) {
    known_paths_.clear();
    known_count_ = 0;
  }
  Paths paths;
  for (const Edge& edge : edges_[from.index()]) follow(edge, from, paths);
  return known_paths_.emplace(from.value, std::move(paths)).first->second;
}

bool Order::before(const AccessEvent& a, const AccessEvent& b, Owner owner) const {
  ThreadId from = traces_.visits[a.visit].thread;
  ThreadId to = traces_.visits[b.visit].thread;
  if (always_joined_by_[from.index()] == to || always_joined_by_[to.index()] == from) return true;
  if (before_own_start(a, to, owner)) return true;
  if (!usable(from, owner)) return false;
  const Paths& paths = paths_from(from);
  auto found = paths.find(to.value);
  if (found == paths.end()) return false;
  VisitId made;
  if (owner.instance.valid()) {
    auto it = traces_.first_visits.find(uint64_t{from.value} << 32 | owner.instance.value);
    if (it != traces_.first_visits.end()) made = it->second;
  }
  ContextId context = owner.instance.valid() ? heap_.instances[owner.instance].context : ContextId();
  uint32_t latest_a = traces_.latest(a), latest_b = traces_.latest(b);
  for (const Path& path : found->second) {
    if (b.time <= path.acquired || latest_b > path.until) continue;
    if (path.needs.valid() && path.needs != context) continue;
    uint32_t latest = latest_a;
    if (path.start.valid() && made.valid()) {
      VisitId around = common(made, path.start);
      if (around.valid()) latest = std::min(latest, latest_within(a, around));
    }
    if (path.released > latest) return true;
  }
  return false;
}

}  // namespace dh::whole
