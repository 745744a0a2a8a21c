#include "tools/djit_plus.h"

namespace dh::dyn {

Flow DjitPlus::access(Event& e) {
  const ThreadClock& t = clocks_.of(*e.thread);
  auto& cell = states_.of(e);
  const MaybeLock lock(cell.mutex, e.concurrent);
  if (!e.still_current()) return Flow::retry;
  AccessClocks& mine = e.is_write() ? cell.state.writes : cell.state.reads;
  if (mine.has(t.epoch)) return Flow::keep;  // not the first of its kind in this frame
  const auto conflict = cell.state.conflict(e, t);
  mine.record(t, e);
  if (!conflict.found) return Flow::keep;
  reports_.add(race_report(name_, e, t, clocks_, conflict));
  return Flow::advance;
}

}  // namespace dh::dyn
