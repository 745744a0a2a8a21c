#include <charconv>
#include <filesystem>
#include <optional>

#include "base/program_module.h"
#include "cli/conclude.h"
#include "cli/fleet/actions.h"
#include "cli/output.h"
#include "fleet/worker.h"
#include "report/display.h"

namespace dh {

namespace {

struct ShardText {
  uint32_t shard = 0;
  uint32_t shards = 0;
};

// "3/16"
std::optional<ShardText> parse_shard(const std::string& text) {
  ShardText result;
  const char* end = text.data() + text.size();
  const auto [slash, first_error] = std::from_chars(text.data(), end, result.shard);
  if (first_error != std::errc() || slash == end || *slash != '/') return std::nullopt;
  const auto [rest, second_error] = std::from_chars(slash + 1, end, result.shards);
  if (second_error != std::errc() || rest != end) return std::nullopt;
  if (result.shard < 1 || result.shard > result.shards) return std::nullopt;
  return result;
}

}  // namespace

ExitStatus fleet_work(const FleetOptions& options) {
  if (options.into.empty()) return usage_error("fleet work needs --into FOLDER");
  const std::optional<ShardText> wanted = parse_shard(options.run.shard);
  if (!wanted)
    return usage_error(
        fmt::format("--shard {}: expected I/N with I from 1 to N, such as 3/16", options.run.shard));
  const Result<fleet::Plan> plan = fleet::read_plan(options.arguments.front());
  if (!plan) return usage_error(plan.error().message);
  if (wanted->shards != plan->shards)
    return usage_error(fmt::format("--shard {}: the plan has {} shards", options.run.shard, plan->shards));
  fleet::WorkRequest request;
  request.shard = wanted->shard;
  request.folder = std::filesystem::absolute(options.into).lexically_normal().string();
  request.settings = {program_path(), static_cast<int>(options.run.jobs.value_or(1)),
                      fleet::Layout{request.folder}.traces()};
  request.say = [](const std::string& line) { print_err("{}\n", clean_line(line)); };
  const Result<fleet::WorkSummary> done = fleet::work_on_shard(*plan, request, stop_on_signals());
  if (!done) return fleet_failure(done.error().message);
  print_err("shard {}/{}: {} projects, {} of them finished before, {} failed{}\n", wanted->shard,
            wanted->shards, done->projects, done->skipped, done->failed, done->is_stopped ? "; stopped" : "");
  return done->is_stopped ? ExitStatus::interrupted : ExitStatus::clean;
}

}  // namespace dh
