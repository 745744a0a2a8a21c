#include "tools/side_track.h"

namespace dh::dyn {

SideTrack::SideTrack(ToolSetup& setup)
    : name_(setup.name),
      reports_(setup.reports),
      blocks_(setup),
      clocks_(setup, UINT32_MAX, UINT32_MAX),
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

// A release in a block may be the first half of a gap, an acquire the second; the critical sections of others
// are seen at their acquire, before it is ordered after anything.
Flow SideTrack::sync(Event& e) {
  const std::lock_guard lock(mutex_);
  if (e.kind == EventKind::acquire || e.kind == EventKind::release) {
    History& history = locks_.of(*e.lock);
    PerThread& mine = part_of(history, e.thread->id);
    const Use now = use_of(e, e.mode == LockMode::exclusive);
    if (e.kind == EventKind::release) {
      first_use(e, mine, now);
    } else {
      foreign_use(e, history, now);
      second_use(e, history, mine, now);
      mine.last[now.exclusive ? 1 : 0] = now;
    }
  }
  clocks_.sync(e);
  return Flow::pass;
}

Flow SideTrack::access(Event& e) {
  const std::lock_guard lock(mutex_);
  History& history = states_.of(e).state;
  PerThread& mine = part_of(history, e.thread->id);
  const Use now = use_of(e, e.is_write());
  foreign_use(e, history, now);
  second_use(e, history, mine, now);
  first_use(e, mine, now);
  mine.last[now.exclusive ? 1 : 0] = now;
  clocks_.receive(*e.thread, history.writes);
  if (e.is_write()) clocks_.receive(*e.thread, history.reads);
  clocks_.publish(*e.thread, e.is_write() ? history.writes : history.reads);
  return Flow::keep;
}

SideTrack::Use SideTrack::use_of(Event& e, bool exclusive) {
  return {e.kind, exclusive, e.thread->id, e.location, e.position, clocks_.of(*e.thread).epoch, ++time_};
}

SideTrack::PerThread& SideTrack::part_of(History& history, ThreadId thread) {
  for (PerThread& part : history.threads) {
    if (part.thread == thread) return part;
  }
  history.threads.emplace_back().thread = thread;
  return history.threads.back();
}

void SideTrack::first_use(Event& e, PerThread& mine, const Use& now) {
  if (!blocks_.inside(*e.thread)) return;
  if (const uint64_t block = block_numbers_.of(*e.thread); mine.block != block) {
    mine.block = block;
    for (Use& first : mine.first) first = {};
  }
  if (mine.first[0].time == 0) mine.first[0] = now;
  if (now.exclusive && mine.first[1].time == 0) mine.first[1] = now;
}

void SideTrack::second_use(Event& e, History& history, PerThread& mine, const Use& now) {
  if (!blocks_.inside(*e.thread) || mine.block != block_numbers_.of(*e.thread)) return;
  for (const int i : {0, 1}) {
    if (mine.first[i].time == 0 || (i == 1 && !now.exclusive)) continue;
    mine.pair[i] = {mine.first[i], now, blocks_.of(*e.thread)};
    for (const PerThread& other : history.threads) {
      const Use& foreign = other.last[1 - i];
      if (&other != &mine && foreign.time > mine.first[i].time) return report(e, mine.pair[i], foreign, true);
    }
  }
}

void SideTrack::foreign_use(Event& e, const History& history, const Use& now) {
  const VectorClock& seen = clocks_.of(*e.thread).clock;
  for (const PerThread& other : history.threads) {
    const Pair& pair = other.pair[now.exclusive ? 0 : 1];
    if (other.thread == now.thread || pair.second.time == 0) continue;
    if (!seen.covers(pair.second.epoch)) return report(e, pair, now, false);
  }
}

void SideTrack::report(const Event& e, const Pair& pair, const Use& foreign, bool happened) {
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
  if (!happened) {
    report.finding = kPredicted;
    report.note = "did not happen in this run, but another schedule allows it";
  }
  reports_.add(std::move(report));
}

}  // namespace dh::dyn
