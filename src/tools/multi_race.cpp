#include "tools/multi_race.h"

namespace dh::dyn {

MultiRace::MultiRace(ToolSetup& setup)
    : name_(setup.name),
      reports_(setup.reports),
      clocks_(setup, UINT32_MAX, UINT32_MAX),
      held_(setup),
      states_(setup) {}

Flow MultiRace::sync(Event& e) {
  clocks_.sync(e);
  if (e.kind == EventKind::acquire || e.kind == EventKind::release) held_.update(e);
  return Flow::pass;
}

Flow MultiRace::thread_exit(Event& e) {
  clocks_.end(*e.thread);
  return Flow::pass;
}

uint64_t MultiRace::make(Event& e) {
  const uint64_t word = states_.make();
  states_.table()[index_of(word)].state.locks = held_.held(e);
  return word;
}

Flow MultiRace::access(Event& e) {
  const ThreadClock& t = clocks_.of(*e.thread);
  auto& cell = states_.of(e);
  const MaybeLock lock(cell.mutex, e.concurrent);
  if (!e.still_current()) return Flow::retry;
  State& state = cell.state;
  AccessClocks& mine = e.is_write() ? state.clocks.writes : state.clocks.reads;
  state.locks = held_.intersect(*e.thread, state.locks, held_.held(e));
  if (mine.has(t.epoch)) return Flow::keep;
  VarClocks::Found conflict;
  if (state.locks == 0) conflict = state.clocks.conflict(e, t);
  mine.record(t, e);
  if (!conflict.found) return Flow::keep;
  reports_.add(race_report(name_, e, t, clocks_, conflict));
  return Flow::advance;
}

void MultiRace::sweep(const LiveWords& live) {
  states_.sweep(live);
  FlatSet<uint32_t> used;
  states_.table().for_each([&](const State& state) { used.insert(state.locks); });
  held_.sweep(std::move(used));
}

}  // namespace dh::dyn
