#include "tools/parts/clocks.h"

#include <algorithm>

namespace dh::dyn {

namespace {

constexpr uint32_t kTreeThreads = 64;  // with clocks=auto: vectors of fewer are as fast as anything

// From how many threads on clocks have trees; nothing: to be chosen as the run goes. Vectors are the default:
// trees were faster on none of the traces of bench/dynamic/clocks.
std::optional<uint32_t> given_tree_threads(ToolSetup& setup) {
  const std::string choice = setup.option("clocks", "vector");
  if (choice == "auto") return {};
  if (choice == "tree") return 1;
  if (choice != "vector")
    setup.problem("option clocks must be 'vector', 'tree' or 'auto', not '" + choice + "'");
  return TreeClock::kNever;
}

}  // namespace

Clocks::Clocks(ToolSetup& setup, uint32_t slots, uint32_t max_clock, Edges edges)
    : Clocks(setup, slots, max_clock, edges, given_tree_threads(setup)) {}

Clocks::Clocks(ToolSetup& setup, uint32_t slots, uint32_t max_clock, Edges edges,
               std::optional<uint32_t> tree_threads)
    : slots_(slots, max_clock),
      edges_(edges),
      tree_threads_(edges == Edges::barriers ? TreeClock::kNever : tree_threads.value_or(kTreeThreads)),
      chooses_(!tree_threads),
      threads_(setup.thread_layout),
      syncs_(setup.lock_layout) {}

// A node of a tree costs as much as sixteen entries of a vector: trees are for clocks that learn little at a
// time. Threads that use locks of their own do; threads that all meet at all locks do not.
void Clocks::judge_tree(TreeClock& clock) {
  constexpr uint32_t kJoins = 16;
  constexpr uint64_t kCostOfNews = 16;
  constexpr int kPatience = 8;
  if (clock.joins() < kJoins) return;
  const bool pays = uint64_t{clock.news()} * kCostOfNews <= uint64_t{clock.joins()} * clock.slots();
  clock.reset_counts();
  const int sum = trees_that_paid_.load(std::memory_order_relaxed) + (pays ? 1 : -1);
  trees_that_paid_.store(std::min(sum, kPatience), std::memory_order_relaxed);
  if (sum < -kPatience) has_given_up_trees_.store(true, std::memory_order_relaxed);
}

void Clocks::begin(ShadowThread& thread, ThreadClock& t) {
  t.epoch = slots_.allot(thread.id, t.clock);
  // Where only barriers order, the clocks of threads that enter none stay empty, whatever their slots.
  if (edges_ != Edges::barriers) t.clock.set_own(t.epoch.slot, t.epoch.clock, tree_threads(), slots_.era());
}

void Clocks::tick(ShadowThread& thread, ThreadClock& t) {
  if (slots_.exhausted(t.epoch)) {
    slots_.retire(t.epoch);
    begin(thread, t);
    return;
  }
  if (chooses_ && t.clock.has_tree()) judge_tree(t.clock);
  ++t.epoch.clock;
  t.clock.set_own(t.epoch.slot, t.epoch.clock, tree_threads(), slots_.era());
}

void Clocks::end(ShadowThread& thread) {
  ThreadClock& t = of(thread);
  if (t.retired) return;
  t.retired = true;
  t.clock.drop_tree();  // the thread that joins it looks at it once
  slots_.retire(t.epoch);
}

bool Clocks::counts(const Event& e) const {
  switch (edges_) {
    case Edges::all:
      return true;
    case Edges::barriers:
      return e.kind == EventKind::barrier_enter || e.kind == EventKind::barrier_leave;
    case Edges::deterministic:
      break;
  }
  switch (e.kind) {
    case EventKind::start_pre:
    case EventKind::join_post:
    case EventKind::barrier_enter:
    case EventKind::barrier_leave:
    case EventKind::class_init:
    case EventKind::class_use:
      return true;
    case EventKind::handover_out:
    case EventKind::handover_in:
      return e.hand_over == HandOver::future || e.hand_over == HandOver::latch ||
             e.hand_over == HandOver::executor;
    default:
      return false;
  }
}

void Clocks::sync(Event& e) {
  if (!counts(e)) return;
  ThreadClock& t = of(*e.thread);
  if (e.kind == EventKind::start_pre) {
    threads_.of(*e.other).clock.join(t.clock, slots_.era());
    of(*e.other);
    return tick(*e.thread, t);
  }
  if (e.kind == EventKind::join_post) {
    t.clock.join(of(*e.other).clock, slots_.era());
    return end(*e.other);
  }
  SyncClock& s = syncs_.of(*e.lock);
  const MaybeLock lock(e.lock->mutex, e.concurrent);
  switch (e.kind) {
    case EventKind::acquire:
    case EventKind::release:
      return lock_event(e, t, s);
    case EventKind::barrier_enter:
    case EventKind::barrier_leave:
      return barrier_event(e, t, s);
    case EventKind::volatile_write:
    case EventKind::atomic_write:
    case EventKind::handover_out:
    case EventKind::class_init:
      s.clock.collect(t.clock, slots_.era());
      return tick(*e.thread, t);
    case EventKind::volatile_read:
    case EventKind::atomic_read:
    case EventKind::handover_in:
    case EventKind::class_use:
      return t.clock.join(s.clock, slots_.era());
    case EventKind::atomic_update:
      t.clock.join(s.clock, slots_.era());
      s.clock.become(t.clock);
      return tick(*e.thread, t);
    default:
      return;
  }
}

// Readers of a read/write lock are ordered with writers but not with each other.
void Clocks::lock_event(Event& e, ThreadClock& t, SyncClock& s) {
  if (e.kind == EventKind::acquire) {
    t.clock.join(s.clock, slots_.era());
    if (e.mode == LockMode::exclusive && !s.readers.empty()) t.clock.join(s.readers);
    return;
  }
  if (e.mode == LockMode::exclusive) {
    s.clock.become(t.clock);
    s.readers.clear();  // the writer is ordered after them
  } else {
    s.readers.join(t.clock);
  }
  tick(*e.thread, t);
}

void Clocks::barrier_event(Event& e, ThreadClock& t, SyncClock& s) {
  if (e.kind == EventKind::barrier_enter) {
    t.clock.set_own(t.epoch.slot, t.epoch.clock, tree_threads(), slots_.era());
    if (!s.phases) s.phases = std::make_unique<BarrierPhases<VectorClock>>();
    std::erase_if(t.visits, [&](const auto& visit) {
      if (visit.barrier == e.lock) s.phases->give_up(visit.phase);
      return visit.barrier == e.lock;
    });
    t.visits.push_back({e.lock, s.phases->enter()});
    s.phases->entered(t.visits.back().phase).join(t.clock);
    return tick(*e.thread, t);
  }
  for (size_t i = t.visits.size(); i-- > 0;) {
    if (t.visits[i].barrier != e.lock) continue;
    const uint32_t phase = t.visits[i].phase;
    t.visits.erase(t.visits.begin() + static_cast<ptrdiff_t>(i));
    const VectorClock* entered = s.phases ? s.phases->leave(phase) : nullptr;
    if (entered != nullptr) t.clock.join(*entered);
    return;
  }
}

RawReport race_report(const std::string& tool, const Event& e, const ThreadClock& t, const Clocks& clocks,
                      EventKind earlier_kind, Epoch earlier, LocId earlier_location,
                      uint64_t earlier_position) {
  RawReport report = make_report(tool, e);
  report.current.epoch = t.epoch;
  constexpr size_t kMaxShownSlots = 4096;  // reports are many, and nobody reads more
  if (t.clock.slots() <= kMaxShownSlots) report.clock = t.clock.ticks();
  report.previous.kind = earlier_kind;
  report.previous.epoch = earlier;
  report.previous.thread = clocks.thread_at(earlier);
  report.previous.location = earlier_location;
  report.previous.position = earlier_position;
  report.previous.known = true;
  return report;
}

}  // namespace dh::dyn
