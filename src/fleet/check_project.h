// One project: unpacked if need be, checked in a process of its own, and judged by how that ended.
#pragma once

#include <string>

#include "base/result.h"
#include "base/stop.h"
#include "fleet/layout.h"
#include "fleet/plan.h"
#include "fleet/record.h"

namespace dh::fleet {

struct CheckSettings {
  std::string program;  // deadheat itself
  int threads = 1;
  std::string traces;  // where shards of traces leave their results
};

struct CheckedProject {
  Record record;
  std::string report;       // JSON, of what was analysed
  std::string html_report;  // a file in `scratch`
  bool is_stopped = false;  // on request: there is no result
};

// Fails only for what is not the project's fault: a full disk, no processes. `scratch` is an empty folder.
Result<CheckedProject> check_project(const Project& project, const Plan& plan, const CheckSettings& settings,
                                     const std::string& scratch, const StopToken& stop);

}  // namespace dh::fleet
