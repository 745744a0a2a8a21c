#include "tools/goldilocks.h"

#include <algorithm>

namespace dh::dyn {

namespace {

bool has(const std::vector<uint64_t>& set, uint64_t element) {
  return std::binary_search(set.begin(), set.end(), element);
}

void insert(std::vector<uint64_t>& set, uint64_t element) {
  const auto at = std::lower_bound(set.begin(), set.end(), element);
  if (at == set.end() || *at != element) set.insert(at, element);
}

void merge(std::vector<uint64_t>& into, const std::vector<uint64_t>& from) {
  std::vector<uint64_t> both;
  std::set_union(into.begin(), into.end(), from.begin(), from.end(), std::back_inserter(both));
  into = std::move(both);
}

}  // namespace

Goldilocks::Goldilocks(ToolSetup& setup)
    : name_(setup.name), reports_(setup.reports), states_(setup), barriers_(setup.lock_layout) {}

Flow Goldilocks::sync(Event& e) {
  const std::unique_lock lock(mutex_);
  const Element t = thread_element(e.thread->id.value);
  switch (e.kind) {
    case EventKind::acquire:
    case EventKind::release:
      append_lock(e);
      break;
    case EventKind::barrier_enter:
    case EventKind::barrier_leave:
      append_barrier(e);
      break;
    case EventKind::start_pre:
      append(t, thread_element(e.other->id.value));
      break;
    case EventKind::join_post:
      append(thread_element(e.other->id.value), t);
      break;
    case EventKind::volatile_read:
    case EventKind::atomic_read:
    case EventKind::handover_in:
    case EventKind::class_use:
      append(lock_element(*e.lock, 0), t);
      break;
    case EventKind::atomic_update:
      append(lock_element(*e.lock, 0), t);
      [[fallthrough]];
    default:
      append(t, lock_element(*e.lock, 0));
      break;
  }
  if (operations_.size() > 1024 + states_.table().live() / 128) cut_list();
  return Flow::pass;
}

// Part 0 of a lock: what writers released; part 1: what readers released.
void Goldilocks::append_lock(const Event& e) {
  const Element t = thread_element(e.thread->id.value);
  const bool shared = e.mode == LockMode::shared;
  if (e.kind == EventKind::release) return append(t, lock_element(*e.lock, shared ? 1 : 0));
  append(lock_element(*e.lock, 0), t);
  if (!shared) append(lock_element(*e.lock, 1), t);
}

// Each generation is an element of its own; two are enough (Clocks::barrier_event says why), but elements of
// a past generation must not live on in sets, so the numbers go on.
void Goldilocks::append_barrier(const Event& e) {
  const Element t = thread_element(e.thread->id.value);
  Barrier& barrier = barriers_.of(*e.lock);
  const auto element = [&](uint64_t generation) {
    return lock_element(*e.lock, 2) ^ (generation & 0xffff) << 32;
  };
  if (e.kind == EventKind::barrier_enter) {
    barrier.visits.emplace_back(e.thread->id.value, barrier.generation);
    return append(t, element(barrier.generation));
  }
  for (auto it = barrier.visits.begin(); it != barrier.visits.end(); ++it) {
    if (it->first != e.thread->id.value) continue;
    const uint64_t generation = it->second;
    barrier.visits.erase(it);
    if (generation == barrier.generation) ++barrier.generation;
    return append(element(generation), t);
  }
}

// Moves the earlier access's set on until the thread is in it, or the list ends.
bool Goldilocks::ordered(Access& earlier, Element thread) const {
  if (earlier.set.empty()) return true;
  while (!has(earlier.set, thread)) {
    if (earlier.upto == end()) return false;
    const Operation& operation = operations_[earlier.upto++ - base_];
    if (has(earlier.set, operation.source)) insert(earlier.set, operation.added);
  }
  return true;
}

Flow Goldilocks::access(Event& e) {
  const std::shared_lock lock(mutex_);
  auto& cell = states_.of(e);
  const MaybeLock cell_lock(cell.mutex, e.concurrent);
  if (!e.still_current()) return Flow::retry;
  State& state = cell.state;
  const Element t = thread_element(e.thread->id.value);
  bool race = false;
  if (!ordered(state.write, t)) {
    race = true;
    report(e, EventKind::write, state.write);
  }
  const Access now{{t}, end(), e.thread->id, e.location, e.position};
  if (!e.is_write()) {
    const auto mine = std::find_if(state.reads.begin(), state.reads.end(),
                                   [&](const Access& read) { return read.thread == e.thread->id; });
    if (mine == state.reads.end()) {
      state.reads.push_back(now);
    } else {
      *mine = now;
    }
    return race ? Flow::advance : Flow::keep;
  }
  for (size_t i = 0; i < state.reads.size() && !race; ++i) {
    if (ordered(state.reads[i], t)) continue;
    race = true;
    report(e, EventKind::read, state.reads[i]);
  }
  state.write = now;
  state.reads.clear();
  return race ? Flow::advance : Flow::keep;
}

// Backwards over the list: grown[x] is what a set with x at this point becomes by the end.
void Goldilocks::cut_list() {
  std::vector<std::vector<Access*>> waiting(operations_.size());
  states_.table().for_each([&](State& state) {
    const auto enlist = [&](Access& access) {
      if (!access.set.empty() && access.upto < end()) waiting[access.upto - base_].push_back(&access);
    };
    enlist(state.write);
    for (Access& read : state.reads) enlist(read);
  });
  FlatMap<Element, std::vector<Element>> grown;
  for (size_t i = operations_.size(); i-- > 0;) {
    const Operation& operation = operations_[i];
    std::vector<Element> added{operation.added};
    if (const auto it = grown.find(operation.added); it != grown.end()) added = it->second;
    auto [source, is_new] = grown.try_emplace(operation.source);
    if (is_new) source->second = {operation.source};
    merge(source->second, added);
    for (Access* access : waiting[i]) {
      std::vector<Element> result = access->set;
      for (const Element element : access->set) {
        if (const auto it = grown.find(element); it != grown.end()) merge(result, it->second);
      }
      access->set = std::move(result);
      access->upto = end();
    }
  }
  base_ = end();
  operations_.clear();
}

void Goldilocks::report(const Event& e, EventKind kind, const Access& earlier) {
  RawReport report = make_report(ReportKind::race, name_, e);
  report.previous.kind = kind;
  report.previous.thread = earlier.thread;
  report.previous.location = earlier.location;
  report.previous.position = earlier.position;
  report.previous.known = true;
  reports_.add(std::move(report));
}

}  // namespace dh::dyn
