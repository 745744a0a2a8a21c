#include "tools/happens_before.h"

namespace dh::dyn {

Flow HappensBefore::access(Event& e) {
  const ThreadClock& t = clocks_.of(*e.thread);
  auto& cell = states_.of(e);
  const MaybeLock lock(cell.mutex, e.concurrent);
  if (!e.still_current()) return Flow::retry;
  const auto conflict = cell.state.conflict(e, t);
  (e.is_write() ? cell.state.writes : cell.state.reads).record(t, e);
  if (!conflict.found) return Flow::keep;
  reports_.add(race_report(name_, e, t, clocks_, conflict));
  return Flow::advance;
}

}  // namespace dh::dyn
