#include "tools/goldilocks.h"

#include <algorithm>
#include <boost/dynamic_bitset.hpp>

namespace dh::dyn {

namespace {

constexpr size_t kLongestList = 16384;  // a cut takes at most the square of it in bits
constexpr size_t kLargestSet = 64;

bool has(const std::vector<uint64_t>& set, uint64_t element) {
  return std::binary_search(set.begin(), set.end(), element);
}

void insert(std::vector<uint64_t>& set, uint64_t element) {
  const auto at = std::lower_bound(set.begin(), set.end(), element);
  if (at == set.end() || *at != element) set.insert(at, element);
}

// What sets become by the end of the list. Equal results are one set.
class Growth {
 public:
  using Set = std::vector<uint64_t>;

  // Elements that the operations name; the growth after the last operation is none.
  explicit Growth(Set elements) : elements_(std::move(elements)) {
    std::sort(elements_.begin(), elements_.end());
    elements_.erase(std::unique(elements_.begin(), elements_.end()), elements_.end());
    grown_.resize(elements_.size());
  }

  // One operation back: who has `source` now gets `added`, and what that becomes.
  void step_back(uint64_t source, uint64_t added) {
    boost::dynamic_bitset<>& growth = grown_[index(source)];
    growth.resize(elements_.size());
    growth.set(index(added));
    if (!grown_[index(added)].empty()) growth |= grown_[index(added)];
    results_here_.clear();
  }

  std::shared_ptr<const Set> grow(const std::shared_ptr<const Set>& set) {
    const auto [known, is_new] = results_here_.try_emplace(set.get());
    if (!is_new) return known->second;
    boost::dynamic_bitset<> growth(elements_.size());
    for (const uint64_t element : *set) {
      const size_t i = index(element);
      if (i < elements_.size() && elements_[i] == element && !grown_[i].empty()) growth |= grown_[i];
    }
    Set added;
    for (size_t i = growth.find_first(); i != growth.npos; i = growth.find_next(i))
      added.push_back(elements_[i]);
    Set result;
    result.reserve(set->size() + added.size());
    std::set_union(set->begin(), set->end(), added.begin(), added.end(), std::back_inserter(result));
    return known->second = share(std::move(result));
  }

 private:
  size_t index(uint64_t element) const {
    return static_cast<size_t>(std::lower_bound(elements_.begin(), elements_.end(), element) -
                               elements_.begin());
  }
  std::shared_ptr<const Set> share(Set set) {
    uint64_t hash = 0;
    for (const uint64_t element : set) hash = hash_combine(hash, element);
    auto& shared = results_[hash];
    if (!shared || *shared != set) shared = std::make_shared<const Set>(std::move(set));
    return shared;
  }

  Set elements_;                                // sorted
  std::vector<boost::dynamic_bitset<>> grown_;  // by index of the element, bits alike; empty: nothing yet
  FlatMap<const Set*, std::shared_ptr<const Set>> results_here_;  // at this operation, by old set
  FlatMap<uint64_t, std::shared_ptr<const Set>> results_;         // by hash; a clash only costs memory
};

}  // namespace

Goldilocks::Goldilocks(ToolSetup& setup)
    : name_(setup.name),
      reports_(setup.reports),
      states_(setup),
      clocks_(setup, UINT32_MAX, UINT32_MAX),
      only_(setup.thread_layout),
      barriers_(setup.lock_layout) {}

Flow Goldilocks::sync(Event& e) {
  const std::unique_lock lock(mutex_);
  clocks_.sync(e);
  append_sync(e);
  if (operations_.size() > std::min<size_t>(1024 + states_.table().live() / 128, kLongestList)) cut_list();
  return Flow::pass;
}

Flow Goldilocks::thread_exit(Event& e) {
  clocks_.end(*e.thread);
  return Flow::pass;
}

void Goldilocks::append_sync(const Event& e) {
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
}

// Part 0 of a lock: what writers released; part 1: what readers released.
void Goldilocks::append_lock(const Event& e) {
  const Element t = thread_element(e.thread->id.value);
  const bool shared = e.mode == LockMode::shared;
  if (e.kind == EventKind::release) return append(t, lock_element(*e.lock, shared ? 1 : 0));
  append(lock_element(*e.lock, 0), t);
  if (!shared) append(lock_element(*e.lock, 1), t);
}

// Each generation is an element of its own. Elements of a past generation must not live on in sets, so the
// numbers go on.
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

const std::shared_ptr<const Goldilocks::Set>& Goldilocks::only(ShadowThread& thread) {
  auto& set = only_.of(thread);
  if (!set) set = std::make_shared<const Set>(Set{thread_element(thread.id.value)});
  return set;
}

// Moves the earlier access's set on until the thread is in it, or the list ends.
bool Goldilocks::ordered(Access& earlier, Element thread, const VectorClock& clock) const {
  if (earlier.by_epoch) return clock.covers(earlier.epoch);
  if (!earlier.set || has(*earlier.set, thread)) return true;
  Set set;  // a copy of its own, once it grows
  for (; earlier.upto != end(); ++earlier.upto) {
    const Operation& operation = operations_[earlier.upto - base_];
    const Set& now = set.empty() ? *earlier.set : set;
    if (!has(now, operation.source) || has(now, operation.added)) continue;
    if (set.empty()) set = *earlier.set;
    insert(set, operation.added);
    if (operation.added == thread) break;
  }
  if (!set.empty()) earlier.set = std::make_shared<const Set>(std::move(set));
  const bool result = has(*earlier.set, thread);
  keep_small(earlier);
  return result;
}

void Goldilocks::keep_small(Access& access) {
  if (access.set->size() <= kLargestSet) return;
  access.by_epoch = true;
  access.set.reset();
}

// Of a read that is ordered before this one nobody needs to know: a write that races with it races with this
// one too. That is plain to see only where epochs say it.
void Goldilocks::record_read(State& state, const Access& now, const VectorClock& clock) {
  std::erase_if(state.reads, [&](const Access& read) {
    return read.thread == now.thread || (read.by_epoch && clock.covers(read.epoch));
  });
  state.reads.push_back(now);
}

Flow Goldilocks::access(Event& e) {
  const std::shared_lock lock(mutex_);
  auto& cell = states_.of(e);
  const MaybeLock cell_lock(cell.mutex, e.concurrent);
  if (!e.still_current()) return Flow::retry;
  State& state = cell.state;
  const Element t = thread_element(e.thread->id.value);
  const ThreadClock& clock = clocks_.of(*e.thread);
  bool race = false;
  if (!ordered(state.write, t, clock.clock)) {
    race = true;
    report(e, EventKind::write, state.write);
  }
  const Access now{only(*e.thread), end(), clock.epoch, false, e.thread->id, e.location, e.position};
  if (!e.is_write()) {
    record_read(state, now, clock.clock);
    return race ? Flow::advance : Flow::keep;
  }
  // The latest read first: which earlier ones are still there depends on when the list was cut.
  for (size_t i = state.reads.size(); i-- > 0 && !race;) {
    if (ordered(state.reads[i], t, clock.clock)) continue;
    race = true;
    report(e, EventKind::read, state.reads[i]);
  }
  state.write = now;
  state.reads.clear();
  return race ? Flow::advance : Flow::keep;
}

void Goldilocks::cut_list() {
  std::vector<std::vector<Access*>> waiting(operations_.size());
  states_.table().for_each([&](State& state) {
    const auto enlist = [&](Access& access) {
      if (access.set && access.upto < end()) waiting[access.upto - base_].push_back(&access);
    };
    enlist(state.write);
    for (Access& read : state.reads) enlist(read);
  });
  Set elements;
  for (const Operation& operation : operations_) {
    elements.push_back(operation.source);
    elements.push_back(operation.added);
  }
  Growth growth(std::move(elements));
  for (size_t i = operations_.size(); i-- > 0;) {
    growth.step_back(operations_[i].source, operations_[i].added);
    for (Access* access : waiting[i]) {
      access->set = growth.grow(access->set);
      access->upto = end();
      keep_small(*access);
    }
  }
  base_ = end();
  operations_.clear();
}

void Goldilocks::report(const Event& e, EventKind kind, const Access& earlier) {
  RawReport report = make_report(name_, e);
  report.previous.kind = kind;
  report.previous.thread = earlier.thread;
  report.previous.location = earlier.location;
  report.previous.position = earlier.position;
  report.previous.known = true;
  reports_.add(std::move(report));
}

}  // namespace dh::dyn
