#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/hash.h"
#include "cli/conclude.h"
#include "cli/fleet/actions.h"
#include "cli/output.h"
#include "cli/report_options.h"
#include "fleet/project_list.h"
#include "report/display.h"
#include "source/write_file.h"

namespace dh {

namespace {

constexpr uint32_t kDefaultShards = 16;

// Texts of the command line into limits; a message when one makes no sense.
std::optional<std::string> read_limits(const FleetOptions::Planned& given, fleet::Limits& limits) {
  if (!given.time_limit.empty()) {
    const std::optional<double> seconds = parse_duration(given.time_limit);
    if (!seconds || *seconds < 1)
      return fmt::format("--time-limit {}: expected a time such as 90, 5m or 1h", given.time_limit);
    limits.seconds = static_cast<uint64_t>(*seconds);
  }
  struct Size {
    const char* name;
    const std::string& text;
    uint64_t& value;
  };
  for (const Size& size : {Size{"--memory-limit", given.memory_limit, limits.memory_bytes},
                           Size{"--output-limit", given.output_limit, limits.output_bytes},
                           Size{"--unpacked-limit", given.unpacked_limit, limits.unpacked_bytes}}) {
    if (size.text.empty()) continue;
    const std::optional<int64_t> bytes = parse_size(size.text, 0);
    if (!bytes || *bytes <= 0)
      return fmt::format("{} {}: expected a size such as 512M or 4G", size.name, size.text);
    size.value = static_cast<uint64_t>(*bytes);
  }
  return std::nullopt;
}

// Each piece is a project of its own until the merge, so that shards can share a trace.
std::optional<std::string> add_traces(const FleetOptions::Planned& given,
                                      std::vector<fleet::Project>& projects) {
  const auto pieces = static_cast<uint32_t>(given.trace_shards.value_or(4));
  StringSet names;
  for (const fleet::Project& project : projects) names.insert(project.name);
  for (const std::string& path : given.traces) {
    std::error_code error;
    fleet::Project project;
    project.kind = fleet::ProjectKind::trace;
    project.path = std::filesystem::absolute(path).lexically_normal().string();
    project.tools = given.trace_tools;
    project.pieces = pieces;
    project.bytes = std::filesystem::file_size(path, error);
    if (error) return fmt::format("{}: cannot be read: {}", path, error.message());
    for (project.piece = 1; project.piece <= pieces; ++project.piece) {
      project.name =
          fmt::format("{} {}/{}", std::filesystem::path(path).filename().string(), project.piece, pieces);
      if (!names.insert(project.name).second)
        return fmt::format("{}: there is another trace of this name", path);
      projects.push_back(project);
    }
  }
  std::sort(projects.begin(), projects.end(),
            [](const fleet::Project& a, const fleet::Project& b) { return a.name < b.name; });
  return std::nullopt;
}

}  // namespace

ExitStatus fleet_plan(const FleetOptions& options) {
  if (options.output.empty()) return usage_error("fleet plan needs -o PLAN");
  fleet::Plan plan;
  if (const auto problem = read_limits(options.plan, plan.limits)) return usage_error(*problem);
  plan.arguments = options.plan.check_options;
  if (options.arguments.empty() && options.plan.traces.empty())
    return usage_error("there is nothing to plan; usage: deadheat fleet plan LIST... -o PLAN");
  Result<fleet::ProjectList> list;
  if (!options.arguments.empty()) list = fleet::list_projects(options.arguments);
  if (!list) return usage_error(list.error().message);
  for (const std::string& warning : list->warnings) print_err("deadheat: {}\n", clean_line(warning));
  plan.projects = std::move(list->projects);
  if (const auto problem = add_traces(options.plan, plan.projects)) return usage_error(*problem);
  const uint64_t most = std::min<uint64_t>(kDefaultShards, plan.projects.size());
  plan.shards =
      static_cast<uint32_t>(options.plan.shards ? *options.plan.shards : static_cast<int64_t>(most));
  fleet::balance(plan);
  if (auto written = write_file_atomically(options.output, fleet::plan_text(plan)); !written)
    return fleet_failure(written.error().message);
  uint64_t bytes = 0;
  for (const fleet::Project& project : plan.projects) bytes += project.bytes;
  print_out("{} projects, about {:.1f} MB of source, in {} shards\n", plan.projects.size(),
            static_cast<double>(bytes) / 1e6, plan.shards);
  return ExitStatus::clean;
}

}  // namespace dh
