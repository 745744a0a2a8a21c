// One shard of a plan: every project that has no result yet, one after the other.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/stop.h"
#include "fleet/check_project.h"
#include "fleet/plan.h"

namespace dh::fleet {

struct WorkRequest {
  uint32_t shard = 1;
  std::string folder;
  CheckSettings settings;
  std::function<void(const std::string&)> say;  // a line about each project
};

struct WorkSummary {
  size_t projects = 0;
  size_t skipped = 0;  // finished by an earlier worker
  size_t failed = 0;
  bool is_stopped = false;
};

// A project that fails is recorded as such. Fails itself, after what is finished, when nothing can be
// recorded any more: another worker has the shard, the folder belongs to another plan, the disk is full.
Result<WorkSummary> work_on_shard(const Plan& plan, const WorkRequest& request, const StopToken& stop);

// Makes the folder of a run, or checks that it is one of this plan.
Result<void> open_run_folder(const Plan& plan, const std::string& folder);

// Whether a result was written to its end.
bool has_result(const Layout& layout, const std::string& key);

}  // namespace dh::fleet
