#include "tools/side_track.h"

#include <algorithm>

namespace dh::dyn {

SideTrack::SideTrack(ToolSetup& setup)
    : name_(setup.name),
      reports_(setup.reports),
      blocks_(setup),
      clocks_(setup, UINT32_MAX, UINT32_MAX, Edges::no_locks),
      held_(setup),
      block_numbers_(setup.thread_layout),
      locks_(setup.lock_layout),
      states_(setup) {}

Flow SideTrack::open(Event& e) {
  if (!blocks_.begins(e)) return Flow::pass;
  const std::lock_guard lock(mutex_);
  block_numbers_.of(*e.thread) = next_block_++;
  return Flow::pass;
}

Flow SideTrack::close(Event& e) {
  blocks_.ends(e);
  return Flow::pass;
}

Flow SideTrack::sync(Event& e) {
  const std::lock_guard lock(mutex_);
  clocks_.sync(e);
  if (e.kind != EventKind::acquire && e.kind != EventKind::release) return Flow::pass;
  // A release in a block may be the first half of a gap, an acquire the second; others' critical sections
  // are seen at their acquire. The lock itself does not count as held.
  if (e.kind == EventKind::release) held_.update(e);
  use(e, locks_.of(*e.lock), e.mode == LockMode::exclusive, e.kind == EventKind::release,
      e.kind == EventKind::acquire);
  if (e.kind == EventKind::acquire) held_.update(e);
  return Flow::pass;
}

Flow SideTrack::access(Event& e) {
  const std::lock_guard lock(mutex_);
  use(e, states_.of(e).state, e.is_write(), true, true);
  return Flow::keep;
}

void SideTrack::use(Event& e, History& history, bool exclusive, bool may_be_first, bool may_be_second) {
  auto mine = std::find_if(history.begin(), history.end(),
                           [&](const PerThread& p) { return p.thread == e.thread->id; });
  if (mine == history.end()) {
    history.push_back({e.thread->id, 0, {}, 0, {}, {}});
    mine = std::prev(history.end());
  }
  const uint32_t locks = held_.held_for_reads(*e.thread);
  const Use now{e.kind, e.thread->id, e.location, e.position, clocks_.of(*e.thread).epoch, locks};
  const bool inside = blocks_.inside(*e.thread);
  const uint64_t block = block_numbers_.of(*e.thread);
  if (inside && may_be_second && mine->block == block && mine->first.epoch.clock != 0) {
    mine->pair = {mine->first, now, held_.intersect(*e.thread, mine->first.locks, locks),
                  blocks_.of(*e.thread)};
    for (const PerThread& other : history) {
      for (const Use& foreign : other.last) {
        if (other.thread != e.thread->id && between(e, foreign, mine->pair))
          return report(e, mine->pair, foreign);
      }
    }
  }
  if (inside && may_be_first && (mine->block != block || mine->first.epoch.clock == 0)) {
    mine->block = block;
    mine->first = now;
  }
  if (!may_be_second) return;
  mine->last[exclusive ? 1 : 0] = now;
  for (const PerThread& other : history) {
    if (other.thread != e.thread->id && between(e, now, other.pair)) return report(e, other.pair, now);
  }
}

// Whether the foreign use conflicts with both uses of the pair and could have come between them.
bool SideTrack::between(const Event& e, const Use& foreign, const Pair& pair) const {
  if (pair.second.epoch.clock == 0 || foreign.epoch.clock == 0) return false;
  const auto reads = [](const Use& use) { return use.kind == EventKind::read; };
  if (reads(foreign) && (reads(pair.first) || reads(pair.second))) return false;
  // The later of the two happens now; the earlier one must not be ordered before it.
  const bool foreign_is_now = foreign.thread == e.thread->id;
  const VectorClock& now = const_cast<Clocks&>(clocks_).of(*e.thread).clock;
  if (now.covers(foreign_is_now ? pair.second.epoch : foreign.epoch)) return false;
  return const_cast<HeldLocks&>(held_).intersect(*e.thread, foreign.locks, pair.locks) == 0;
}

void SideTrack::report(const Event& e, const Pair& pair, const Use& foreign) {
  RawReport report = block_report(name_, e, pair.block);
  const auto access = [](const Use& use) {
    RawAccess result;
    result.kind = use.kind;
    result.thread = use.thread;
    result.location = use.location;
    result.position = use.position;
    result.epoch = use.epoch;
    result.known = true;
    return result;
  };
  report.current = access(pair.second);
  report.previous = access(foreign);
  for (const Use* use : {&pair.first, &foreign, &pair.second}) {
    report.steps.push_back({use->kind, use->thread, e.target, use->location, use->position});
  }
  report.note = "did not happen in this run, but another schedule allows it";
  reports_.add(std::move(report));
}

}  // namespace dh::dyn
