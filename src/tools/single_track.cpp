#include "tools/single_track.h"

namespace dh::dyn {

Flow SingleTrack::access(Event& e) {
  const ThreadClock& t = clocks_.of(*e.thread);
  auto& cell = states_.of(e);
  const MaybeLock lock(cell.mutex, e.concurrent);
  if (!e.still_current()) return Flow::retry;
  AccessClocks& mine = e.is_write() ? cell.state.writes : cell.state.reads;
  if (mine.has(t.epoch)) return Flow::keep;
  const auto conflict = cell.state.conflict(e, t);
  mine.record(t, e);
  if (!conflict.found) return Flow::keep;
  RawReport report = race_report(name_, e, t, clocks_, conflict);
  report.kind = ReportKind::nondeterminism;
  reports_.add(std::move(report));
  return Flow::advance;
}

}  // namespace dh::dyn
