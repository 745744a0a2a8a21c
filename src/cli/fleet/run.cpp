#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "base/program_module.h"
#include "base/resources.h"
#include "cli/conclude.h"
#include "cli/fleet/actions.h"
#include "cli/output.h"
#include "fleet/engine.h"
#include "fleet/progress.h"
#include "fleet/worker.h"
#include "report/display.h"

namespace dh {

namespace {

// On a terminal one line that changes; else a line now and then.
class ProgressReport {
 public:
  ProgressReport() : is_terminal_(::isatty(STDERR_FILENO) == 1), every_(is_terminal_ ? 0.5 : 30) {}

  void show(const fleet::Progress& progress) {
    const double now = monotonic_seconds();
    if (now - last_ < every_) return;
    last_ = now;
    print_err("{}{}{}", is_terminal_ ? "\r\033[K" : "", progress.text(), is_terminal_ ? "" : "\n");
    std::fflush(stderr);
  }
  void clear() const {
    if (is_terminal_) print_err("\r\033[K");
  }

 private:
  bool is_terminal_;
  double every_;
  double last_ = monotonic_seconds();
};

std::unique_ptr<fleet::Engine> make_engine(const std::string& name, fleet::EngineRequest request) {
  if (name == "slurm") return fleet::make_slurm_engine(std::move(request));
  if (name == "parallel") return fleet::make_parallel_engine(std::move(request));
  return fleet::make_local_engine(std::move(request));
}

// Until the engine has nothing to do any more.
void watch(fleet::Engine& engine, fleet::Progress& progress, const StopToken& stop) {
  ProgressReport report;
  bool is_stopping = false;
  while (engine.is_running()) {
    if (stop.requested() && !is_stopping) {
      is_stopping = true;
      report.clear();
      print_err("stopping; the same command continues\n");
      engine.stop();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    progress.update();
    if (!is_stopping) report.show(progress);
  }
  report.clear();
  progress.update();
}

}  // namespace

ExitStatus fleet_run(const FleetOptions& options) {
  if (options.into.empty()) return usage_error("fleet run needs --into FOLDER");
  if (!options.run.ssh_logins.empty() && options.run.engine != "parallel")
    return usage_error("--sshloginfile needs --on parallel");
  const StopToken stop = stop_on_signals();
  const Result<fleet::Plan> plan = fleet::read_plan(options.arguments.front());
  if (!plan) return usage_error(plan.error().message);
  if (auto opened = fleet::open_run_folder(*plan, options.into); !opened)
    return usage_error(opened.error().message);

  fleet::EngineRequest request;
  request.program = program_path();
  request.plan = std::filesystem::absolute(options.arguments.front()).string();
  request.layout.folder = std::filesystem::absolute(options.into).lexically_normal().string();
  request.all_shards = plan->shards;
  request.jobs = static_cast<int>(options.run.jobs.value_or(0));
  request.ssh_logins = options.run.ssh_logins;
  request.options = options.run.engine_options;
  fleet::Progress progress(*plan, request.layout);
  request.shards = progress.unfinished_shards();
  if (request.shards.empty()) {
    print_out("{}; nothing is left to do\n", progress.text());
    return ExitStatus::clean;
  }
  const auto engine = make_engine(options.run.engine, request);
  const double began = monotonic_seconds();
  if (auto started = engine->start(); !started) return fleet_failure(started.error().message);
  watch(*engine, progress, stop);
  for (const std::string& problem : engine->problems()) print_err("deadheat: {}\n", clean_line(problem));
  print_out("{}; {:.0f} s\n", progress.text(), monotonic_seconds() - began);
  if (stop.requested()) return ExitStatus::interrupted;
  if (progress.finished() == progress.projects()) return ExitStatus::clean;
  return fleet_failure(fmt::format("{} projects have no result; logs are in {}; the same command continues",
                                   progress.projects() - progress.finished(), request.layout.logs()));
}

}  // namespace dh
