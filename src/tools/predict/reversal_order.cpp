#include "tools/predict/reversal_order.h"

#include <algorithm>

namespace dh::dyn {

namespace {

// Whether events wait, by what they touch.
struct Waiting {
  bool writes = false;  // a write waits: all later accesses do
  bool any = false;     // an access waits: later writes do
};

class Scheduler {
 public:
  Scheduler(const Needs& needs, const std::vector<Reversal>& reversals)
      : needs_(needs), reversals_(reversals), threads_(needs.threads()) {}

  // Runs what can run of `events`, in order; the rest waits. An event waits if one before it waits.
  std::vector<LogId> pass(const std::vector<LogId>& events, std::vector<LogId>& order) {
    std::fill(threads_.begin(), threads_.end(), false);
    cells_.clear();
    std::vector<LogId> waiting;
    for (const LogId id : events) {
      const LoggedEvent& event = needs_.log()[id];
      if (threads_[event.thread] || must_wait(id, event)) {
        threads_[event.thread] = true;
        let_others_wait(event);
        waiting.push_back(id);
      } else {
        order.push_back(id);
        done_.insert(id);
      }
    }
    return waiting;
  }

 private:
  // Volatiles are accesses here: reads keep what they see.
  static uint64_t cell(const LoggedEvent& event) {
    return static_cast<uint64_t>(event_target(event_kind(event.op()))) << 32 | event.target;
  }

  bool must_wait(LogId id, const LoggedEvent& event) {
    switch (event.op()) {
      case LogOp::read:
      case LogOp::volatile_read:
      case LogOp::receive:
      case LogOp::class_use:
      case LogOp::barrier_leave:
        return waits(event).writes;
      case LogOp::write:
      case LogOp::volatile_write:
      case LogOp::volatile_update:
      case LogOp::take:
      case LogOp::notify:
        return waits(event).any;
      case LogOp::acquire:
        return (event.shared ? waits(event).writes : waits(event).any) || reversed_too_early(id);
      case LogOp::join:
        return event.target < threads_.size() && threads_[event.target];
      case LogOp::release:
      case LogOp::start:
      case LogOp::publish:
      case LogOp::class_init:
      case LogOp::barrier_enter:
        return false;
    }
    return false;
  }

  // A publish is not ordered before an earlier receive or another publish, and sections that only read are
  // not ordered among themselves.
  void let_others_wait(const LoggedEvent& event) {
    Waiting& waiting = cells_[cell(event)];
    switch (event.op()) {
      case LogOp::read:
      case LogOp::volatile_read:
        waiting.any = true;
        return;
      case LogOp::release:
        waiting.any = true;
        if (!event.shared || event.waiting) waiting.writes = true;
        return;
      case LogOp::write:
      case LogOp::volatile_write:
      case LogOp::volatile_update:
      case LogOp::publish:
      case LogOp::take:
      case LogOp::class_init:
      case LogOp::barrier_enter:
      case LogOp::notify:
        waiting.any = waiting.writes = true;
        return;
      case LogOp::start:
        if (event.target < threads_.size()) threads_[event.target] = true;
        return;
      case LogOp::acquire:
      case LogOp::join:
      case LogOp::receive:
      case LogOp::class_use:
      case LogOp::barrier_leave:
        return;
    }
  }

  Waiting waits(const LoggedEvent& event) const {
    const auto it = cells_.find(cell(event));
    return it == cells_.end() ? Waiting{} : it->second;
  }

  bool reversed_too_early(LogId id) const {
    for (const Reversal& reversal : reversals_) {
      if (reversal.acquire != id) continue;
      return !std::all_of(reversal.releases.begin(), reversal.releases.end(),
                          [&](LogId release) { return done_.contains(release); });
    }
    return false;
  }

  const Needs& needs_;
  const std::vector<Reversal>& reversals_;
  std::vector<bool> threads_;
  FlatMap<uint64_t, Waiting> cells_;
  FlatSet<LogId> done_;
};

}  // namespace

std::optional<std::vector<Reversal>> find_reversals(const Needs& needs, const Sections& sections,
                                                    const Progress& progress) {
  std::vector<Reversal> reversals;
  for (uint32_t thread = 0; thread < needs.threads(); ++thread) {
    for (const SectionId id : sections.held_after(thread, progress[thread])) {
      const Section& open = sections[id];
      Reversal reversal{open.acquire, {}};
      for (const Sections::Row& row : sections.rows(open.lock)) {
        if (row.thread == thread) continue;
        const Section* last = sections.last_inside(row.that_exclude(open.shared), progress[row.thread]);
        if (last == nullptr) continue;
        if (last->release == kNoEvent || !needs.inside(last->release, progress)) return {};
        if (last->acquire > open.acquire) reversal.releases.push_back(last->release);
      }
      if (reversal.releases.empty()) continue;
      if (open.acquire < needs.log().carried()) return {};
      reversals.push_back(std::move(reversal));
    }
  }
  return reversals;
}

std::optional<std::vector<LogId>> order_with(const Needs& needs, const Progress& progress,
                                             const std::vector<Reversal>& reversals, LogId begin, LogId end,
                                             uint64_t& work) {
  std::vector<LogId> waiting;
  for (LogId id = begin; id < end; ++id) {
    if (needs.inside(id, progress)) waiting.push_back(id);
  }
  work += end - begin;
  std::vector<LogId> order;
  Scheduler scheduler(needs, reversals);
  while (!waiting.empty()) {
    const size_t before = order.size();
    work += waiting.size();
    waiting = scheduler.pass(waiting, order);
    if (order.size() == before) return {};
  }
  return order;
}

}  // namespace dh::dyn
