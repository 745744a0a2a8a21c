// Runs a chain over a trace for `deadheat replay`: on one thread, or by shares of the locations.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/stop.h"
#include "dynamic/report.h"
#include "dynamic/tool.h"
#include "dynamic/trace/replay.h"

namespace dh {

struct HowToReplay {
  std::string tools;
  std::string record;  // a trace to write; empty: none
  size_t max_reports = 10000;
  int jobs = 1;  // the result does not depend on it
  bool no_fusing = false;
};

struct ReplayOutcome {
  dyn::ReplayResult result;
  std::vector<dyn::RawReport> reports;
  std::vector<dyn::ReportSink::Counts> counts;
  std::vector<dyn::ToolOutput> outputs;
  std::string record_problem;  // empty: the record was written, if it was wanted
};

Result<ReplayOutcome> replay_trace(dyn::TraceReader& reader, const HowToReplay& how, StopToken stop);

}  // namespace dh
