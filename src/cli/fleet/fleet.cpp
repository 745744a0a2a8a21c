#include <fmt/format.h>
#include <signal.h>

#include <array>
#include <memory>

#include "base/trace_shards.h"
#include "cli/commands.h"
#include "cli/conclude.h"
#include "cli/fleet/actions.h"
#include "cli/output.h"
#include "report/display.h"

namespace dh {

namespace {

struct FleetAction {
  const char* name;
  const char* usage;
  std::vector<const char*> options;  // of those that not all actions have
  size_t min_arguments;
  size_t max_arguments;
  ExitStatus (*run)(const FleetOptions& options);
};

const std::vector<FleetAction>& fleet_actions() {
  static const std::vector<FleetAction> kActions = {
      {"plan",
       "LIST... -o PLAN",
       {"-o", "--shards", "--time-limit", "--memory-limit", "--output-limit", "--unpacked-limit",
        "--check-option", "--trace", "--tools", "--pieces"},
       0,
       SIZE_MAX,
       fleet_plan},
      {"work", "PLAN --shard I/N --into FOLDER", {"--shard", "--into", "--jobs"}, 1, 1, fleet_work},
      {"run",
       "PLAN --into FOLDER [--on ENGINE] [--jobs N]",
       {"--into", "--on", "--jobs", "--sshloginfile", "--engine-option"},
       1,
       1,
       fleet_run},
      {"merge", "FOLDER [-o DATABASE] [--run NAME]", {"-o", "--run"}, 1, 1, fleet_merge},
      {"query",
       "[NAME] DATABASE|FOLDER [--format FORMAT]",
       {"--run", "--format", "--limit"},
       0,
       2,
       fleet_query},
  };
  return kActions;
}

// The first option that was given and does not belong to the action.
std::string misplaced_option(const FleetOptions& options, const FleetAction& action) {
  const std::array<std::pair<const char*, bool>, 17> given = {{
      {"-o", !options.output.empty()},
      {"--into", !options.into.empty()},
      {"--shards", options.plan.shards.has_value()},
      {"--time-limit", !options.plan.time_limit.empty()},
      {"--memory-limit", !options.plan.memory_limit.empty()},
      {"--output-limit", !options.plan.output_limit.empty()},
      {"--unpacked-limit", !options.plan.unpacked_limit.empty()},
      {"--check-option", !options.plan.check_options.empty()},
      {"--trace", !options.plan.traces.empty()},
      {"--tools", !options.plan.trace_tools.empty()},
      {"--pieces", options.plan.trace_shards.has_value()},
      {"--shard", !options.run.shard.empty()},
      {"--on", !options.run.engine.empty()},
      {"--sshloginfile", !options.run.ssh_logins.empty()},
      {"--engine-option", !options.run.engine_options.empty()},
      {"--jobs", options.run.jobs.has_value()},
      {"--run", !options.asked.run.empty()},
  }};
  for (const auto& [name, is_given] : given) {
    const bool belongs = std::find(action.options.begin(), action.options.end(), std::string_view(name)) !=
                         action.options.end();
    if (is_given && !belongs) return name;
  }
  return "";
}

ExitStatus run_fleet(const FleetOptions& options) {
  for (const FleetAction& action : fleet_actions()) {
    if (options.action != action.name) continue;
    const std::string usage = fmt::format("usage: deadheat fleet {} {}", action.name, action.usage);
    if (options.arguments.size() < action.min_arguments)
      return usage_error("an argument is missing; " + usage);
    if (options.arguments.size() > action.max_arguments)
      return usage_error(
          fmt::format("'{}' is not expected; {}", options.arguments[action.max_arguments], usage));
    if (const std::string name = misplaced_option(options, action); !name.empty())
      return usage_error(fmt::format("fleet {} has no option {}; {}", action.name, name, usage));
    return action.run(options);
  }
  return ExitStatus::usage;
}

StopSource& fleet_stop() {
  static StopSource stop;
  return stop;
}

}  // namespace

ExitStatus fleet_failure(const std::string& message) {
  print_err("deadheat: {}\n", clean_text(message));
  return ExitStatus::incomplete;
}

StopToken stop_on_signals() {
  fleet_stop();
  struct sigaction action {};
  action.sa_handler = [](int) { fleet_stop().request(); };
  action.sa_flags = SA_RESETHAND;
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  return StopToken(fleet_stop());
}

Action define_fleet(Options& options) {
  auto values = std::make_shared<FleetOptions>();
  std::string footer = "docs/fleet.md describes plans, engines and the database.\n";
  std::vector<std::string> names;
  for (const FleetAction& action : fleet_actions()) {
    names.emplace_back(action.name);
    footer += fmt::format("  deadheat fleet {} {}\n", action.name, action.usage);
  }
  options.footer(
      footer +
      "Exit status: 0 done (also when projects failed: that is recorded), 2 usage, plan or database error,\n"
      "3 something could not be written or started, 130 interrupted: the same command continues.\n");
  options.positional_choice("ACTION", values->action, names, "plan, work, run, merge or query");
  options.positionals(
      "ARGUMENT", values->arguments,
      "A plan, a folder of results, or what to plan: folders, archives, repositories (PATH@REVISION), "
      "globs, and text files with one of these on each line");
  options.text("-o,--output", values->output, "FILE",
               "plan: the plan; merge: the database (default FOLDER/fleet.db)");
  options.text("--into", values->into, "FOLDER",
               "work, run: where the results go; a finished project is skipped");
  options.number("--shards", values->plan.shards, "N", 1, 1'000'000,
                 "plan: parts of the work (default 16, or as many as there are projects)");
  options.text("--time-limit", values->plan.time_limit, "TIME",
               "plan: for each project (90, 5m, 1h; default 10m)");
  options.text("--memory-limit", values->plan.memory_limit, "SIZE",
               "plan: for each project (512M, 4G; default 4G)");
  options.text("--output-limit", values->plan.output_limit, "SIZE", "plan: for each report (default 256M)");
  options.text("--unpacked-limit", values->plan.unpacked_limit, "SIZE",
               "plan: for each archive or revision, unpacked (default 4G)");
  options.texts(
      "--check-option", values->plan.check_options, "OPTION",
      "plan: a further option of 'deadheat check', such as --check-option=--all-classes; may be repeated");
  options.texts("--trace", values->plan.traces, "TRACE",
                "plan: also replay this trace, in pieces; may be repeated");
  options.text("--tools", values->plan.trace_tools, "CHAIN",
               "plan: the tools for traces, as 'deadheat replay' has them");
  options.number("--pieces", values->plan.trace_shards, "N", 1, kMaxTraceShards,
                 "plan: pieces of each trace (default 4)");
  options.text("--shard", values->run.shard, "I/N", "work: which shard, from 1 to N");
  options.choice("--on", values->run.engine, "ENGINE", {"local", "slurm", "parallel"},
                 "run: local processes (default), a Slurm job array, or GNU parallel");
  options.text("--sshloginfile", values->run.ssh_logins, "FILE", "run: the machines for --on parallel");
  options.texts("--engine-option", values->run.engine_options, "OPTION",
                "run: a further option of sbatch or parallel; may be repeated");
  options.number(
      "-j,--jobs", values->run.jobs, "N", 1, 100'000,
      "run: shards at the same time (default: processors; slurm: no limit); work: threads of a check (1)");
  options.text(
      "--run", values->asked.run, "NAME",
      "merge: what to call the run (default: the name of the folder); query: which run (default: the last)");
  options.choice("--format", values->asked.format, "FORMAT", {"table", "csv", "json"},
                 "query: table, csv, json");
  options.number("--limit", values->asked.limit, "N", 1, INT64_MAX,
                 "query: at most so many rows (default 20; csv, json: all)");
  return [values] { return run_fleet(*values); };
}

}  // namespace dh
