#include "tools/predict/osr.h"

#include "tools/predict/race_reports.h"

namespace dh::dyn {

OsrAnalysis::OsrAnalysis(ToolSetup& setup)
    : name_(setup.name), reports_(setup.reports), work_(WorkLimit::from_option(setup, 2000)) {}

void OsrAnalysis::analyse(const EventLog& log) {
  const Needs needs(log, Values::kept);
  const Sections sections(needs);
  report_predicted_races(name_, reports_, needs, sections, all_predicted_races(needs, sections, work_),
                         any_witness);
}

void OsrAnalysis::finish(const EventLog& log, ToolOutput& output) {
  say_windows(log, output);
  if (work_.reached()) output.incomplete = work_.text(name_);
}

}  // namespace dh::dyn
