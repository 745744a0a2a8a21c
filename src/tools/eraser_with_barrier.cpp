#include "tools/eraser_with_barrier.h"

#include <algorithm>

#include "tools/lock_set.h"

namespace dh::dyn {

EraserWithBarrier::EraserWithBarrier(ToolSetup& setup)
    : ClockTool(setup, Edges::barriers), counter_(setup.reports.counter(setup.name)), held_(setup) {}

Flow EraserWithBarrier::sync(Event& e) {
  clocks_.sync(e);
  if (e.kind == EventKind::acquire || e.kind == EventKind::release) held_.update(e);
  return Flow::pass;
}

bool EraserWithBarrier::step(const Event& e, const ThreadClock& t, BarrierState& state) {
  const bool ordered = std::all_of(state.accessed.begin(), state.accessed.end(), [&](Epoch epoch) {
    return epoch.slot == t.epoch.slot || t.clock.covers(epoch);
  });
  const bool mine_alone = state.kind == BarrierState::exclusive && state.owner == e.thread->id;
  if (ordered && !mine_alone) {
    state = {BarrierState::exclusive, e.thread->id, 0, {t.epoch}};
    return false;
  }
  const auto mine = std::find_if(state.accessed.begin(), state.accessed.end(),
                                 [&](Epoch epoch) { return epoch.slot == t.epoch.slot; });
  if (mine == state.accessed.end()) {
    state.accessed.push_back(t.epoch);
  } else {
    *mine = t.epoch;
  }
  if (state.kind == BarrierState::exclusive) {
    if (mine_alone) return false;
    state.kind = e.is_write() ? BarrierState::modified : BarrierState::shared;
    state.locks = held_.held(e);
  } else {
    if (e.is_write()) state.kind = BarrierState::modified;
    state.locks = held_.intersect(*e.thread, state.locks, held_.held(e));
  }
  return state.kind == BarrierState::modified && state.locks == 0;
}

Flow EraserWithBarrier::access(Event& e) {
  const ThreadClock& t = clocks_.of(*e.thread);
  auto& cell = states_.of(e);
  const MaybeLock lock(cell.mutex, e.concurrent);
  if (!e.still_current()) return Flow::retry;
  if (cell.state.kind == BarrierState::reported) {
    counter_.add(e.location, e.concurrent);
    return Flow::advance;
  }
  if (!step(e, t, cell.state)) return Flow::keep;
  cell.state = {BarrierState::reported, e.thread->id, 0, {}};
  reports_.add(discipline_report(name_, e));
  return Flow::advance;
}

void EraserWithBarrier::sweep(const LiveWords& live) {
  states_.sweep(live);
  FlatSet<uint32_t> used;
  states_.table().for_each([&](const BarrierState& state) { used.insert(state.locks); });
  held_.sweep(std::move(used));
}

}  // namespace dh::dyn
