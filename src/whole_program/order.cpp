#include "whole_program/order.h"

#include <algorithm>
#include <map>

namespace dh::whole {

Order::Order(const smallir::Module& module, const Heap& heap, const Multiplicity& multiplicity,
             const Roots& roots, const Traces& traces)
    : heap_(heap), multiplicity_(multiplicity), traces_(traces) {
  edges_.resize(traces.threads.size());
  children_.resize(traces.threads.size());
  joints_of_.resize(traces.threads.size());
  for (uint32_t t = 0; t < traces.threads.size(); ++t) {
    const Thread& thread = traces.threads[ThreadId(t)];
    if (thread.body.valid()) by_body_.emplace(thread.body.value, ThreadId(t));
  }
  add_starts(roots);
  number_subtrees();
  size_t starts = 0, edges = 0;
  for (const auto& children : children_) starts += children.size();
  add_joins();
  add_signals();
  add_counted_signals(module);
  for (const auto& all : edges_) edges += all.size();
  only_starts_ = edges == starts && joints_.empty();
  find_puts();
  find_brackets(module);
}

void Order::add_starts(const Roots& roots) {
  for (uint32_t t = 0; t < traces_.threads.size(); ++t) {
    const Thread& thread = traces_.threads[ThreadId(t)];
    if (thread.body.valid()) {
      add_start(ThreadId(t));
      continue;
    }
    if (roots.roots[thread.root].kind != RootKind::load_time) continue;
    for (uint32_t other = 0; other < traces_.threads.size(); ++other) {
      const Thread& later = traces_.threads[ThreadId(other)];
      if (other != t && !later.body.valid())
        edges_[t].push_back({ThreadId(other), kForever, 0, kForever, {}});
    }
  }
}

void Order::add_start(ThreadId id) {
  // Only what is over before the first start is before all runs of the thread.
  std::vector<const SyncEvent*> firsts;  // by creator
  FlatMap<uint32_t, size_t> by_creator;
  for (uint32_t index : traces_.threads[id].starts) {
    const SyncEvent& start = traces_.syncs[index];
    auto [it, added] = by_creator.emplace(start.thread.value, firsts.size());
    if (added) firsts.push_back(&start);
    if (start.time < firsts[it->second]->time) firsts[it->second] = &start;
  }
  Joint joint{id, {}};
  const SyncEvent* only = nullptr;
  for (const SyncEvent* first : firsts) {
    if (firsts.size() > 1 && only_through(id, first->thread)) continue;
    joint.creators.emplace_back(first->thread, first->time);
    only = first;
  }
  if (joint.creators.empty()) return;
  if (joint.creators.size() == 1) {
    edges_[only->thread.index()].push_back({id, only->time, 0, kForever, only->visit});
    children_[only->thread.index()].push_back({id, only->time, only->visit});
    return;
  }
  for (const auto& creator : joint.creators) {
    joints_of_[creator.first.index()].push_back(static_cast<uint32_t>(joints_.size()));
  }
  joints_.push_back(std::move(joint));
}

void Order::number_subtrees() {
  subtrees_.resize(traces_.threads.size());
  std::vector<bool> is_child(traces_.threads.size());
  for (auto& children : children_) {
    std::sort(children.begin(), children.end(), [](const Child& a, const Child& b) {
      return std::pair(a.time, a.thread.value) < std::pair(b.time, b.thread.value);
    });
    for (const Child& child : children) is_child[child.thread.index()] = true;
  }
  uint32_t number = 0;
  std::vector<std::pair<uint32_t, size_t>> stack;  // thread, next child
  for (uint32_t root = 0; root < traces_.threads.size(); ++root) {
    if (is_child[root]) continue;
    stack.emplace_back(root, 0);
    subtrees_[root].first = number++;
    while (!stack.empty()) {
      auto& [thread, next] = stack.back();
      if (next == children_[thread].size()) {
        subtrees_[thread].second = number;
        stack.pop_back();
        continue;
      }
      uint32_t child = children_[thread][next++].thread.value;
      subtrees_[child].first = number++;
      stack.emplace_back(child, 0);
    }
  }
}

uint32_t Order::started_after(ThreadId thread, uint32_t time) const {
  const std::vector<Child>& children = children_[thread.index()];
  auto it = std::upper_bound(children.begin(), children.end(), time,
                             [](uint32_t t, const Child& child) { return t < child.time; });
  bool ordered = it != children.end() && !traces_.threads[thread].multiple;
  return ordered ? subtrees_[it->thread.index()].first : subtrees_[thread.index()].second;
}

// Whether all runs of `thread` are created, directly or not, by a run of `gate`: what that one starts again
// comes after its own start.
bool Order::only_through(ThreadId gate, ThreadId thread) const {
  constexpr size_t kMax = 64;
  std::vector<ThreadId> work{thread};
  for (size_t i = 0; i < work.size(); ++i) {
    if (work[i] == gate) continue;
    const Thread& at = traces_.threads[work[i]];
    if (at.starts.empty() || work.size() > kMax) return false;
    for (uint32_t index : at.starts) {
      ThreadId creator = traces_.syncs[index].thread;
      if (std::find(work.begin(), work.end(), creator) == work.end()) work.push_back(creator);
    }
  }
  return true;
}

uint32_t Order::scope_end(const SyncEvent& event) const {
  if (!event.scope.valid()) return kForever;
  const Visit& scope = traces_.visits[event.scope];
  bool whole_thread = !scope.parent.valid() && traces_.threads[scope.thread].body.valid();
  return whole_thread || scope.end == 0 ? kForever : scope.end;
}

void Order::add_joins() {
  for (const SyncEvent& join : traces_.syncs) {
    if ((join.kind != EventKind::join && join.kind != EventKind::pause) || !join.certain) continue;
    auto it = by_body_.find(join.body.value);
    if (it == by_body_.end()) continue;
    if (join.kind == EventKind::pause && traces_.threads[it->second].resumed) continue;
    edges_[it->second.index()].push_back({join.thread, kForever, join.time, scope_end(join), {}});
  }
}

// Whether an event happens at most once.
bool Order::once(const SyncEvent& event) const {
  if (event.many || traces_.threads[event.thread].multiple) return false;
  for (VisitId at = event.visit; at.valid(); at = traces_.visits[at].parent) {
    if (traces_.visits[at].often || traces_.visits[at].called_again) return false;
  }
  return true;
}

// A semaphore begins at zero: a thread that passed k waits comes after k signals. If all threads but one can
// signal fewer times than that, the others came from that one. Queues are the same with put and take.
void Order::add_signals() {
  struct Signaller {
    ThreadId thread;
    std::vector<uint32_t> times;
    bool often = false;
  };
  struct Signals {
    std::vector<Signaller> by_thread;
    size_t once = 0;   // signals of threads that each signal a known number of times
    size_t most = 0;   // of one of these threads
    size_t often = 0;  // threads that can signal any number of times
  };
  FlatMap<uint32_t, Signals> signals;
  struct Waits {
    std::map<uint32_t, std::vector<uint32_t>> times;  // by the time until which what comes later comes after
    size_t passed(uint32_t time) const {
      size_t count = 0;
      for (auto it = times.lower_bound(time); it != times.end(); ++it) {
        auto later = std::upper_bound(it->second.begin(), it->second.end(), time);
        count += static_cast<size_t>(later - it->second.begin());
      }
      return count;
    }
  };
  FlatMap<uint64_t, Waits> waits;  // by object and thread
  for (const SyncEvent& event : traces_.syncs) {
    if (event.kind == EventKind::wait && event.certain && multiplicity_.single(heap_, event.object)) {
      Waits& all = waits[uint64_t{event.object.value} << 32 | event.thread.value];
      all.times[scope_end(event)].push_back(event.time);
    }
    if (event.kind != EventKind::signal) continue;
    std::vector<Signaller>& all = signals[event.object.value].by_thread;
    // Traces are walked one thread after the other.
    if (all.empty() || all.back().thread != event.thread) all.push_back({event.thread, {}, false});
    all.back().times.push_back(event.time);
    all.back().often |= !once(event);
  }
  for (auto& entry : signals) {
    for (const Signaller& by : entry.second.by_thread) {
      (by.often ? entry.second.often : entry.second.once) += by.often ? 1 : by.times.size();
      if (!by.often) entry.second.most = std::max(entry.second.most, by.times.size());
    }
  }
  for (const SyncEvent& wait : traces_.syncs) {
    if (wait.kind != EventKind::wait) continue;
    auto mine = waits.find(uint64_t{wait.object.value} << 32 | wait.thread.value);
    auto it = signals.find(wait.object.value);
    if (!wait.certain || mine == waits.end() || it == signals.end() || it->second.often > 1) continue;
    size_t passed = mine->second.passed(wait.time);
    // Enough signals come from others, whichever thread it is.
    if (it->second.once - (it->second.often > 0 ? 0 : it->second.most) >= passed) continue;
    for (const Signaller& by : it->second.by_thread) {
      bool others_often = it->second.often > (by.often ? 1u : 0u);
      size_t others = it->second.once - (by.often ? 0 : by.times.size());
      if (others_often || others >= passed) continue;
      if (by.thread == wait.thread) continue;
      size_t nth = by.often ? 1 : std::min(passed - others, by.times.size());
      edges_[by.thread.index()].push_back({wait.thread, by.times[nth - 1], wait.time, scope_end(wait), {}});
    }
  }
}

// Where the runs of a thread come from: a process that `newProcess` makes runs once, wherever it is resumed.
// Invalid: from several places.
VisitId Order::source_of_runs(ThreadId id) const {
  const Thread& thread = traces_.threads[id];
  if (thread.made.valid()) return thread.made;
  return thread.starts.size() == 1 ? traces_.syncs[thread.starts[0]].visit : VisitId();
}

bool Order::runs_often(VisitId inner, VisitId around) const {
  for (VisitId at = inner; at != around; at = traces_.visits[at].parent) {
    if (!at.valid() || traces_.visits[at].often || traces_.visits[at].called_again) return true;
  }
  return false;
}

bool Order::private_to_each_run(ThreadId id, Owner owner) const {
  VisitId source = source_of_runs(id);
  if (!owner.instance.valid() || !source.valid()) return false;
  ThreadId creator = traces_.visits[source].thread;
  auto it = traces_.first_visits.find(uint64_t{creator.value} << 32 | owner.instance.value);
  if (it == traces_.first_visits.end()) return false;
  VisitId around = common_visit(traces_, it->second, source);
  return around.valid() && !runs_often(source, around);
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
  constexpr size_t kMaxStarts = 16;
  const std::vector<uint32_t>& starts = traces_.threads[to].starts;
  if (!owner.instance.valid() || starts.empty() || starts.size() > kMaxStarts) return false;
  VisitId mine = enclosing(a.visit, owner.instance);
  if (!mine.valid()) return before_start_in_run(a, to, owner);
  uint32_t first = kForever;
  for (uint32_t index : starts) {
    const SyncEvent& start = traces_.syncs[index];
    VisitId maker = enclosing(start.visit, owner.instance);
    if (!maker.valid()) return false;
    if (maker == mine) first = std::min(first, start.time);
  }
  return first != kForever && latest_within(traces_, a, mine) < first;
}

// The same in a thread that itself belongs to one such activation.
bool Order::before_start_in_run(const AccessEvent& a, ThreadId to, Owner owner) const {
  ThreadId from = traces_.visits[a.visit].thread;
  if (!private_to_each_run(from, owner)) return false;
  uint32_t first = kForever;
  for (uint32_t index : traces_.threads[to].starts) {
    const SyncEvent& start = traces_.syncs[index];
    if (start.thread != from) return false;
    first = std::min(first, start.time);
  }
  return first != kForever && traces_.latest(a) < first;
}

// Everything that one edge leads to. A chain that comes back is never better than the later edge itself.
void Order::follow(const Edge& first, ThreadId from, Paths& paths) const {
  std::vector<std::pair<ThreadId, Path>> work;
  FlatMap<uint32_t, std::vector<Path>> seen;
  auto reach = [&](const Edge& edge) {
    if (edge.to == from) return;
    Path path{first.released, edge.acquired, edge.until, first.start};
    std::vector<Path>& here = seen[edge.to.value];
    for (const Path& other : here) {
      if (other.acquired <= path.acquired && other.until >= path.until) return;
    }
    here.push_back(path);
    work.emplace_back(edge.to, path);
  };
  reach(first);
  while (!work.empty()) {
    auto [thread, path] = work.back();
    work.pop_back();
    for (const Edge& edge : edges_[thread.index()]) {
      bool after = edge.released > path.acquired && (edge.released <= path.until || path.until == kForever);
      if (after) reach(edge);
    }
  }
  for (auto& entry : seen) {
    std::vector<Path>& to = paths[entry.first];
    to.insert(to.end(), entry.second.begin(), entry.second.end());
    known_count_ += entry.second.size();
  }
}

// Zero: some creator can start it before anything of `from` is over.
uint32_t Order::released_for(const Joint& joint, ThreadId from, const Paths& paths) const {
  uint32_t released = kForever;
  for (const auto& [creator, time] : joint.creators) {
    uint32_t best = creator == from ? time : 0;
    auto it = paths.find(creator.value);
    if (it != paths.end()) {
      for (const Path& path : it->second) {
        if (time > path.acquired && (time <= path.until || path.until == kForever)) {
          best = std::max(best, path.released);
        }
      }
    }
    released = std::min(released, best);
    if (released == 0) return 0;
  }
  return released;
}

void Order::follow_joints(ThreadId from, Paths& paths) const {
  // Threads that all start each other are queried again and again: beyond a limit, order is dropped.
  constexpr size_t kMaxSteps = 20'000'000;
  FlatMap<uint32_t, uint32_t> known;  // by joint: what is released for it
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<uint32_t> near = joints_of_[from.index()];
    for (const auto& entry : paths) {
      const auto& more = joints_of_[entry.first];
      near.insert(near.end(), more.begin(), more.end());
    }
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
    for (uint32_t index : near) {
      joint_steps_ += joints_[index].creators.size();
      if (joint_steps_ > kMaxSteps) return;
      uint32_t released = released_for(joints_[index], from, paths);
      uint32_t& before = known[index];
      if (released <= before) continue;
      before = released;
      changed = true;
      follow({joints_[index].to, released, 0, kForever, {}}, from, paths);
    }
  }
}

const Order::Paths& Order::paths_from(ThreadId from) const {
  constexpr size_t kMaxKnown = 5'000'000;
  auto it = known_paths_.find(from.value);
  if (it != known_paths_.end()) return it->second;
  if (known_count_ > kMaxKnown) {
    known_paths_.clear();
    known_count_ = 0;
  }
  Paths paths;
  for (const Edge& edge : edges_[from.index()]) {
    // One run ends or signals: what another run did can be later.
    if (traces_.threads[from].multiple && !edge.start.valid() && !edge.of_all_runs) continue;
    follow(edge, from, paths);
  }
  if (!joints_.empty()) follow_joints(from, paths);
  return known_paths_.emplace(from.value, std::move(paths)).first->second;
}

void Order::find_puts() {
  if (heap_.handed_over.empty()) return;
  for (uint32_t i = 0; i < traces_.syncs.size(); ++i) {
    heap_.points_to_of(traces_.syncs[i].given).for_each([&](uint32_t object) {
      if (heap_.handed_over.contains(object)) puts_[object].push_back(i);
    });
  }
}

bool Order::before_puts(const AccessEvent& a, ObjectId object) const {
  auto puts = puts_.find(object.value);
  if (puts == puts_.end()) return false;
  ThreadId thread = traces_.visits[a.visit].thread;
  auto made = traces_.first_visits.find(uint64_t{thread.value} << 32 | heap_.objects[object].instance.value);
  if (made == traces_.first_visits.end()) return false;
  if (a.time < time_of_making(traces_, made->second, heap_.objects[object].instruction)) return false;
  for (uint32_t index : puts->second) {
    const SyncEvent& put = traces_.syncs[index];
    if (put.thread != thread && heap_.handed_over.find(object.value)->second.stages.empty()) return false;
    if (put.thread != thread) continue;  // of a later stage
    VisitId around = common_visit(traces_, common_visit(traces_, a.visit, put.visit), made->second);
    if (!around.valid()) return false;
    for (VisitId at = made->second; at != around; at = traces_.visits[at].parent) {
      if (traces_.visits[at].often || traces_.visits[at].called_again) return false;
    }
    if (latest_within(traces_, a, around) >= put.time) return false;
  }
  return true;
}

// In a thread that takes the object from one queue and puts it into the next: between the two.
bool Order::before_next_put(const AccessEvent& a, ObjectId object) const {
  auto puts = puts_.find(object.value);
  if (puts == puts_.end()) return false;
  ThreadId thread = traces_.visits[a.visit].thread;
  bool found = false;
  for (uint32_t index : puts->second) {
    const SyncEvent& put = traces_.syncs[index];
    if (put.thread != thread) continue;
    VisitId around = common_visit(traces_, a.visit, put.visit);
    if (!around.valid() || latest_within(traces_, a, around) >= put.time) return false;
    const std::vector<uint32_t>& mine = traces_.signals_and_waits[thread.index()];
    found = std::any_of(mine.begin(), mine.end(), [&](uint32_t i) {
      const SyncEvent& take = traces_.syncs[i];
      return take.kind == EventKind::wait && take.time < a.time &&
             common_visit(traces_, take.visit, around) == around;
    });
    if (!found) return false;
  }
  return found;
}

bool Order::put_once(ObjectId object) const {
  auto puts = puts_.find(object.value);
  if (puts == puts_.end() || puts->second.size() != 1) return false;
  const SyncEvent& put = traces_.syncs[puts->second[0]];
  auto made =
      traces_.first_visits.find(uint64_t{put.thread.value} << 32 | heap_.objects[object].instance.value);
  if (made == traces_.first_visits.end()) return false;
  VisitId around = common_visit(traces_, made->second, put.visit);
  for (VisitId at = put.visit; at != around; at = traces_.visits[at].parent) {
    if (!at.valid() || traces_.visits[at].often || traces_.visits[at].called_again) return false;
  }
  return true;
}

bool Order::ordered_by_queue(const AccessEvent& a, const AccessEvent& b, ObjectId object) const {
  auto handed = object.valid() ? heap_.handed_over.find(object.value) : heap_.handed_over.end();
  if (handed == heap_.handed_over.end()) return false;
  const std::vector<ContextId>& stages = handed->second.stages;
  auto stage_of = [&](const AccessEvent& access) {
    ContextId context = traces_.threads[traces_.visits[access.visit].thread].context;
    return std::find(stages.begin(), stages.end(), context) - stages.begin();
  };
  if (!stages.empty() && stage_of(a) != stage_of(b)) {
    const AccessEvent& earlier = stage_of(a) < stage_of(b) ? a : b;
    const auto last = static_cast<std::ptrdiff_t>(stages.size());
    if (stage_of(a) == last || stage_of(b) == last) return false;
    return stage_of(earlier) == 0 ? before_puts(earlier, object) : before_next_put(earlier, object);
  }
  ContextId maker = heap_.instances[heap_.objects[object].instance].context;
  bool left = traces_.threads[traces_.visits[a.visit].thread].context == maker;
  bool right = traces_.threads[traces_.visits[b.visit].thread].context == maker;
  if (left && right) return traces_.visits[a.visit].thread == traces_.visits[b.visit].thread;
  if (left || right) return before_puts(left ? a : b, object);
  return handed->second.kept && put_once(object);
}

// The latest time of an access, as far as it matters to a thread that is started there.
uint32_t Order::latest_before(const AccessEvent& a, VisitId made, VisitId start) const {
  uint32_t latest = traces_.latest(a);
  if (!start.valid() || !made.valid()) return latest;
  VisitId around = common_visit(traces_, made, start);
  return around.valid() ? std::min(latest, latest_within(traces_, a, around)) : latest;
}

// Whether the access is over before its thread starts the other one, directly or not.
bool Order::before_start(const AccessEvent& a, ThreadId to, VisitId made) const {
  ThreadId from = traces_.visits[a.visit].thread;
  uint32_t number = subtrees_[to.index()].first;
  auto [begin, end] = subtrees_[from.index()];
  if (number <= begin || number >= end) return false;
  const std::vector<Child>& children = children_[from.index()];
  auto it = std::upper_bound(children.begin(), children.end(), number, [&](uint32_t n, const Child& child) {
    return n < subtrees_[child.thread.index()].first;
  });
  const Child& child = *(it - 1);
  return child.time > latest_before(a, made, child.start);
}

bool Order::before_end_of_all_runs(const AccessEvent& a, const AccessEvent& b) const {
  const std::vector<Edge>& edges = edges_[traces_.visits[a.visit].thread.index()];
  const ThreadId to = traces_.visits[b.visit].thread;
  return std::any_of(edges.begin(), edges.end(), [&](const Edge& edge) {
    return edge.of_all_runs && edge.to == to && b.time > edge.acquired && traces_.latest(b) <= edge.until &&
           edge.released > traces_.latest(a);
  });
}

bool Order::before(const AccessEvent& a, const AccessEvent& b, Owner owner) const {
  ThreadId from = traces_.visits[a.visit].thread;
  ThreadId to = traces_.visits[b.visit].thread;
  if (before_own_start(a, to, owner)) return true;
  if (!usable(from, owner)) return before_end_of_all_runs(a, b);
  VisitId made;
  if (owner.instance.valid()) {
    auto it = traces_.first_visits.find(uint64_t{from.value} << 32 | owner.instance.value);
    if (it != traces_.first_visits.end()) made = it->second;
  }
  if (before_start(a, to, made)) return true;
  if (only_starts_) return false;
  const Paths& paths = paths_from(from);
  auto found = paths.find(to.value);
  if (found == paths.end()) return false;
  uint32_t latest_b = traces_.latest(b);
  for (const Path& path : found->second) {
    if (b.time <= path.acquired || latest_b > path.until) continue;
    if (path.released > latest_before(a, made, path.start)) return true;
  }
  return false;
}

}  // namespace dh::whole
