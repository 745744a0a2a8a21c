#include "tools/predict/sync_p.h"

#include "tools/predict/race_reports.h"
#include "tools/predict/sync_preserving_races.h"

namespace dh::dyn {

void SyncPAnalysis::analyse(const EventLog& log) {
  const Needs needs(log, Values::kept);
  const Sections sections(needs);
  report_predicted_races(name_, reports_, needs, sections, sync_preserving_races(needs, sections, work_),
                         sync_preserving_witness);
}

void SyncPAnalysis::finish(const EventLog& log, ToolOutput& output) {
  say_windows(log, output);
  if (work_.reached()) output.incomplete = work_.text(name_);
}

}  // namespace dh::dyn
