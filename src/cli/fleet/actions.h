// What `deadheat fleet ACTION` does, and the options that the actions share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/stop.h"
#include "cli/exit_status.h"

namespace dh {

struct FleetOptions {
  std::string action;
  std::vector<std::string> arguments;  // after the action
  std::string output;                  // plan, merge
  std::string into;                    // work, run
  struct Planned {
    std::optional<int64_t> shards;
    std::string time_limit;
    std::string memory_limit;
    std::string output_limit;
    std::string unpacked_limit;
    std::vector<std::string> check_options;
    std::vector<std::string> traces;
    std::string trace_tools;
    std::optional<int64_t> trace_shards;
  } plan;
  struct Run {
    std::string shard;       // work: "3/16"
    std::string engine;      // run
    std::string ssh_logins;  // run --on parallel
    std::vector<std::string> engine_options;
    std::optional<int64_t> jobs;
  } run;
  struct Asked {
    std::string run;     // merge, query
    std::string format;  // query
    std::optional<int64_t> limit;
  } asked;
};

ExitStatus fleet_plan(const FleetOptions& options);
ExitStatus fleet_work(const FleetOptions& options);
ExitStatus fleet_run(const FleetOptions& options);
ExitStatus fleet_merge(const FleetOptions& options);
ExitStatus fleet_query(const FleetOptions& options);

// Says what went wrong outside of the analysed projects.
ExitStatus fleet_failure(const std::string& message);

// Ctrl-C and SIGTERM set it from now on; the second one kills.
StopToken stop_on_signals();

}  // namespace dh
