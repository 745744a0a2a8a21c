#include "fleet/merge.h"

#include <filesystem>

#include "base/program_module.h"
#include "cli/conclude.h"
#include "cli/fleet/actions.h"
#include "cli/output.h"
#include "fleet/layout.h"
#include "fleet/overview.h"
#include "source/write_file.h"

namespace dh {

namespace {

// "out/" and "." have no last component of their own.
std::string folder_name(const std::string& folder) {
  std::filesystem::path path = std::filesystem::absolute(folder).lexically_normal();
  return path.has_filename() ? path.filename().string() : path.parent_path().filename().string();
}

}  // namespace

ExitStatus fleet_merge(const FleetOptions& options) {
  const fleet::Layout layout{options.arguments.front()};
  fleet::MergeRequest request;
  request.folder = layout.folder;
  request.database = options.output.empty() ? layout.database() : options.output;
  request.program = program_path();
  request.run = options.asked.run.empty() ? folder_name(layout.folder) : options.asked.run;
  const Result<fleet::MergeSummary> done = fleet::merge_run(request);
  if (!done) return usage_error(done.error().message);
  const auto database = fleet::open_merged(request.database);
  if (!database) return usage_error(database.error().message);
  const Result<std::string> page = fleet::render_overview(**database, done->run);
  if (!page) return fleet_failure(page.error().message);
  if (auto written = write_file_atomically(layout.overview(), *page); !written)
    return fleet_failure(written.error().message);
  print_out("{}: {} findings in {} projects, {} failed, {} not run\n", request.database, done->findings,
            done->projects, done->failed, done->not_run);
  return ExitStatus::clean;
}

}  // namespace dh
