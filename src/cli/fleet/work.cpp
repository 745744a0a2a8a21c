#include <filesystem>

#include "base/program_module.h"
#include "cli/conclude.h"
#include "cli/fleet/actions.h"
#include "cli/output.h"
#include "cli/replay/replay_shards.h"
#include "fleet/worker.h"
#include "report/display.h"

namespace dh {

ExitStatus fleet_work(const FleetOptions& options) {
  if (options.into.empty()) return usage_error("fleet work needs --into FOLDER");
  const Result<ShardChoice> wanted = parse_shard(options.run.shard);
  if (!wanted) return usage_error(wanted.error().message);
  const Result<fleet::Plan> plan = fleet::read_plan(options.arguments.front());
  if (!plan) return usage_error(plan.error().message);
  if (wanted->shards != plan->shards)
    return usage_error(fmt::format("--shard {}: the plan has {} shards", options.run.shard, plan->shards));
  fleet::WorkRequest request;
  request.shard = wanted->shard + 1;
  request.folder = std::filesystem::absolute(options.into).lexically_normal().string();
  request.settings = {program_path(), static_cast<int>(options.run.jobs.value_or(1)),
                      fleet::Layout{request.folder}.traces()};
  request.say = [](const std::string& line) { print_err("{}\n", clean_line(line)); };
  const Result<fleet::WorkSummary> done = fleet::work_on_shard(*plan, request, stop_on_signals());
  if (!done) return fleet_failure(done.error().message);
  print_err("shard {}: {} projects, {} of them finished before, {} failed{}\n", options.run.shard,
            done->projects, done->skipped, done->failed, done->is_stopped ? "; stopped" : "");
  return done->is_stopped ? ExitStatus::interrupted : ExitStatus::clean;
}

}  // namespace dh
