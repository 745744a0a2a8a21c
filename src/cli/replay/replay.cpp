// deadheat replay: the dynamic tools on recorded traces.
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "base/resources.h"
#include "cli/commands.h"
#include "cli/conclude.h"
#include "cli/dynamic_findings.h"
#include "cli/output.h"
#include "cli/replay/replay_shards.h"
#include "cli/replay/replay_trace.h"
#include "report/display.h"
#include "tools/loaded_tool.h"
#include "tools/registry.h"

namespace dh {

namespace {

struct ReplayOptions {
  std::vector<std::string> traces;
  std::vector<std::string> load;  // libraries with tools
  HowToReplay how;
  std::string shard;  // I/N
  std::string into;
  std::string merge;
  std::optional<int64_t> max_reports;
  bool serialize = false;
  bool allow_empty = false;
  std::shared_ptr<const MergedShards> merged;  // of --merge
  ReportOptions report;
};

Diagnostic diagnostic_of(const std::string& path, const dyn::TraceError& error) {
  Diagnostic diagnostic{Severity::error, Place{path, 0, 0, 0, 0}, error.message};
  if (error.line != 0) {
    diagnostic.place.line = static_cast<uint32_t>(std::min<uint64_t>(error.line, UINT32_MAX));
    diagnostic.place.end_line = diagnostic.place.line;
  } else if (error.event != 0) {
    diagnostic.message = fmt::format("at event {}: {}", error.event, error.message);
  } else {
    diagnostic.message = fmt::format("at byte {}: {}", error.offset, error.message);
  }
  return diagnostic;
}

void tell(const std::string& prefix, const std::vector<dyn::ToolOutput>& outputs) {
  for (const dyn::ToolOutput& output : outputs) {
    if (output.lines.empty()) continue;
    print_err("{}{}:\n", clean_line(prefix), output.tool);
    for (const std::string& line : output.lines) print_err("  {}\n", clean_line(line));
  }
}

// What a tool's count says, in the tool's own words.
std::string counted_events(std::string_view tool, uint64_t n) {
  const dyn::ToolInfo* info = dyn::find_tool(tool);
  const dyn::CountWords words = info == nullptr ? dyn::CountWords() : info->traits.counted;
  return fmt::format("{} {}", n, n == 1 ? words.one : words.many);
}

void summarize(const std::string& prefix, const std::vector<dyn::ReportSink::Counts>& counts,
               CheckSink& sink) {
  for (const auto& count : counts) {
    sink.count(count.tool + ": events reported", static_cast<int64_t>(count.events));
    sink.count(count.tool + ": distinct locations", static_cast<int64_t>(count.locations));
    std::string line = fmt::format("{}{}: {}, {} distinct location{}", prefix, count.tool,
                                   counted_events(count.tool, count.events), count.locations,
                                   count.locations == 1 ? "" : "s");
    if (count.dropped != 0) line += fmt::format("; {} beyond --max-reports", count.dropped);
    sink.total(line);
  }
}

struct Replayed {
  uint64_t events = 0;
  double seconds = 0;
};

void count_events(CheckSink& sink, const dyn::ReplayResult& result) {
  sink.count("events", static_cast<int64_t>(result.events));
  for (size_t k = 0; k < dyn::kEventKinds; ++k) {
    if (result.per_kind[k] == 0) continue;
    sink.count(fmt::format("events: {}", dyn::event_name(static_cast<dyn::EventKind>(k))),
               static_cast<int64_t>(result.per_kind[k]));
  }
}

// What the replay of a trace comes to.
void tell_outcome(const std::string& path, const ReplayOptions& options, const ReplayOutcome& outcome,
                  const DynamicContext& context, CheckSink& sink) {
  const auto bad = [&](const std::string& message) {
    sink.add(Diagnostic{Severity::error, Place{path, 0, 0, 0, 0}, message});
  };
  const dyn::ReplayResult& result = outcome.result;
  if (result.error) {
    Diagnostic diagnostic = diagnostic_of(path, *result.error);
    diagnostic.message +=
        fmt::format("; {} event{} read", result.events, result.events == 1 ? " was" : "s were");
    sink.add(std::move(diagnostic));
  } else if (result.events == 0 && !result.stopped) {
    const Severity severity = options.allow_empty ? Severity::note : Severity::error;
    sink.add(Diagnostic{severity, Place{path, 0, 0, 0, 0},
                        "the trace is empty: no events were read; --allow-empty accepts this"});
  }
  if (!outcome.record_problem.empty()) bad(outcome.record_problem);
  count_events(sink, result);
  for (const dyn::RawReport& report : outcome.reports) {
    Result<Finding> finding = finding_of(report, context);
    if (!finding) return bad(finding.error().message);
    sink.add(std::move(*finding));
  }
  const std::string prefix = options.traces.size() > 1 ? path + ": " : "";
  summarize(prefix, outcome.counts, sink);
  tell(prefix, outcome.outputs);
  for (const dyn::ToolOutput& output : outcome.outputs) {
    if (!output.incomplete.empty()) bad(output.tool + ": " + output.incomplete);
  }
}

void replay_one(const std::string& path, const ReplayOptions& options, CheckSink& sink, StopToken stop,
                Replayed& total) {
  auto reader = dyn::open_trace(path);
  sink.phase("replay " + path);
  const double began = monotonic_seconds();
  Result<ReplayOutcome> outcome =
      reader ? replay_trace(**reader, options.how, stop) : tl::unexpected(reader.error());
  if (!outcome)
    return sink.add(Diagnostic{Severity::error, Place{path, 0, 0, 0, 0}, outcome.error().message});
  total.seconds += monotonic_seconds() - began;
  total.events += outcome->result.events;
  const DynamicContext context{(*reader)->names(), path,
                               [&](uint64_t position) { return (*reader)->line_at(position); }};
  tell_outcome(path, options, *outcome, context, sink);
}

void replay_all(const ReplayOptions& options, CheckSink& sink, StopToken stop) {
  if (options.merged) {
    const DynamicContext context{*options.merged->names, options.merged->trace, options.merged->line_at};
    return tell_outcome(options.merged->trace, options, options.merged->outcome, context, sink);
  }
  Replayed total;
  for (const std::string& path : options.traces) {
    if (stop.requested()) break;
    replay_one(path, options, sink, stop, total);
  }
  if (total.seconds > 0) {
    sink.count("events per second", static_cast<int64_t>(static_cast<double>(total.events) / total.seconds));
  }
}

std::optional<std::string> tools_problem(const ReplayOptions& options) {
  if (options.how.tools.empty()) return {};
  dyn::ReportSink nowhere;
  const dyn::Names no_names;
  const auto chain = dyn::build_chain(options.how.tools, nowhere, no_names, {.check_only = true});
  if (chain) return {};
  return "--tools " + chain.error().message;
}

// A trace that is read must not be written over while it is read.
bool is_same_file(const std::string& trace, const std::string& output) {
  struct stat in {};
  struct stat out {};
  const int found = trace == "-" ? ::fstat(STDIN_FILENO, &in) : ::stat(trace.c_str(), &in);
  if (found != 0 || ::stat(output.c_str(), &out) != 0) return false;
  return S_ISREG(in.st_mode) && in.st_dev == out.st_dev && in.st_ino == out.st_ino;
}

std::optional<std::string> output_problem(const ReplayOptions& options) {
  std::vector<std::pair<std::string, std::string>> outputs;  // by whom, path
  if (!options.how.record.empty()) outputs.emplace_back("--record", options.how.record);
  for (const dyn::BranchSpec& branch :
       dyn::parse_chain(options.how.tools).value_or(std::vector<dyn::BranchSpec>())) {
    for (const dyn::ToolSpec& tool : branch) {
      for (const auto& [key, value] : tool.options)
        if (key == "file") outputs.emplace_back(tool.name, value);
    }
  }
  for (const auto& [who, path] : outputs) {
    if (options.traces.size() != 1) return who + " takes exactly one trace";
    if (is_same_file(options.traces.front(), path))
      return fmt::format("{}: {} is the trace itself and would be written over", who, path);
  }
  return {};
}

std::optional<std::string> shard_problem(const ReplayOptions& options) {
  if (options.shard.empty() != options.into.empty()) return "--shard I/N and --into FOLDER need each other";
  if (!options.merge.empty()) {
    if (!options.shard.empty()) return "--merge and --shard do not go together";
    if (!options.traces.empty()) return "--merge takes no trace: the shards are of one already";
    if (!options.how.tools.empty() || options.max_reports || !options.how.record.empty())
      return "--merge takes no --tools, --max-reports or --record: the shards were made with them";
    return {};
  }
  if (options.traces.empty()) return "no trace given; usage: deadheat replay [OPTIONS] TRACE...";
  if (options.shard.empty()) return {};
  if (options.traces.size() != 1) return "--shard takes exactly one trace";
  if (!options.how.record.empty()) return "--shard and --record do not go together";
  if (!dyn::splits_by_location(options.how.tools))
    return fmt::format(
        "--shard: not all tools of '{}' split by location, so shards would not find the same; "
        "'deadheat tools' lists those that do",
        options.how.tools);
  if (const auto choice = parse_trace_shard(options.shard); !choice) return choice.error().message;
  return {};
}

SessionOptions session_options(const ReportOptions& report) {
  return {report.time_limit_seconds, ::isatty(STDERR_FILENO) == 1, report.memory_limit_bytes};
}

// Why the shard does not cover the whole trace: the merge will be incomplete, too.
std::vector<std::string> shard_problems(const ReplayOptions& options, const ShardDone& done) {
  const std::string& trace = options.traces.front();
  std::vector<std::string> problems;
  if (done.error) {
    const Diagnostic diagnostic = diagnostic_of(trace, *done.error);
    const uint32_t line = diagnostic.place.line;
    problems.push_back(fmt::format("{}{}: {}; the events before are in the shard", trace,
                                   line == 0 ? "" : fmt::format(":{}", line), diagnostic.message));
  }
  if (done.is_empty && !options.allow_empty)
    problems.push_back(trace + ": the trace is empty: no events were read; --allow-empty accepts this");
  for (const std::string& one : done.incomplete) problems.push_back(fmt::format("{}: {}", trace, one));
  return problems;
}

ExitStatus run_shard(const ReplayOptions& options) {
  auto said = std::make_shared<Result<ShardDone>>(fail("the replay was stopped: no shard is written"));
  const SessionResult session = run_session(
      session_options(options.report),
      [said, values = std::make_shared<ReplayOptions>(options)](CheckSink& sink, StopToken stop) {
        const std::string& trace = values->traces.front();
        sink.phase("replay " + trace);
        auto done = replay_shard(trace, values->how, *parse_shard(values->shard), values->into, stop);
        if (!stop.requested()) *said = std::move(done);
      });
  if (session.stopped()) {
    print_err("deadheat: the replay was stopped: no shard is written\n");
    return session.interrupted ? ExitStatus::interrupted : ExitStatus::incomplete;
  }
  if (!*said) {
    print_err("deadheat: {}\n", clean_line(said->error().message));
    return ExitStatus::incomplete;
  }
  if (!options.report.messages.quiet) print_err("{}\n", clean_line((*said)->summary));
  const std::vector<std::string> problems = shard_problems(options, **said);
  for (const std::string& problem : problems) print_err("deadheat: {}\n", clean_line(problem));
  return problems.empty() ? ExitStatus::clean : ExitStatus::incomplete;
}

ExitStatus run_replay(ReplayOptions& options) {
  const double began = monotonic_seconds();
  if (auto error = finish_report_options(options.report)) return usage_error(*error);
  if (const Result<void> loaded = dyn::load_tools(options.load); !loaded)
    return usage_error("--load " + loaded.error().message);
  if (options.how.tools.empty() && options.merge.empty()) {
    const bool only_records = !options.how.record.empty();
    options.how.tools =
        dyn::tool_in_role(only_records ? dyn::ToolRole::idle : dyn::ToolRole::default_detector).name;
  }
  if (auto error = tools_problem(options)) return usage_error(*error);
  if (auto error = shard_problem(options)) return usage_error(*error);
  if (auto error = output_problem(options)) return usage_error(*error);
  options.how.jobs = options.report.jobs;
  options.how.max_reports = static_cast<size_t>(options.max_reports.value_or(10000));
  if (!options.shard.empty()) return run_shard(options);
  if (!options.merge.empty()) {
    auto merged = merge_shard_files(options.merge);
    if (!merged) return usage_error("--merge: " + merged.error().message);
    options.merged = std::make_shared<MergedShards>(std::move(*merged));
    options.traces = {options.merged->trace};
  }
  Conclusion conclusion;
  conclusion.command = "replay";
  conclusion.traces = options.traces;
  conclusion.began = began;
  conclusion.paths = options.traces;
  conclusion.roots = readable_roots(options.traces, options.report).with({"."});
  Diagnostics problems;
  const std::string& first = options.traces.front();
  const ConfigChoice& choice = options.report.config;
  const bool exists = first != "-" && ::access(first.c_str(), F_OK) == 0;
  const std::string config = exists ? find_config(first, choice).value_or("") : choice.file;
  conclusion.configs.front() = read_config(config, choice, problems);
  if (!problems.empty()) return usage_error(problems);
  use_configuration(conclusion.configs.front(), conclusion);
  conclusion.session = run_session(session_options(options.report),
                                   [values = std::make_shared<ReplayOptions>(options)](
                                       CheckSink& sink, StopToken stop) { replay_all(*values, sink, stop); });
  apply_configuration(conclusion.configs.front(), conclusion.session.contents.findings);
  return conclude(std::move(conclusion), options.report);
}

}  // namespace

Action define_replay(Options& options) {
  auto values = std::make_shared<ReplayOptions>();
  options.footer(
      "A chain is tools in sequence (A:B, each gets what the one before lets through) or side by side "
      "(A|B);\n"
      "':' binds tighter. Options of a tool: A@key=value,key=value:B. 'deadheat tools' lists the tools.\n"
      "Traces are STD text (thread|op(target)|location) or deadheat's own format; '-' is standard input.\n"
      "With -j N the locations of a trace are split over N threads if all tools of the chain check each "
      "location\n"
      "by itself ('deadheat tools' says which do); the report is the same for every N.\n" +
      std::string(kExitStatusHelp));
  options.positionals("TRACE", values->traces, "Traces to replay", false);
  options.text("--tools", values->how.tools, "CHAIN", tools_option_help());
  options.texts("--load", values->load, "LIBRARY",
                "Load a tool of your own, for --tools (docs/adding-a-tool.md); may be repeated");
  options.text("--record", values->how.record, "FILE",
               "Write the trace again: as text if FILE ends in .std, else in deadheat's format");
  options.number("--max-reports", values->max_reports, "N", 1, 100'000'000,
                 "Keep at most N different reports of a trace (default 10000)");
  options.text("--shard", values->shard, "I/N",
               "Replay one of N shares of the locations, to be merged later; needs --into");
  options.text("--into", values->into, "FOLDER", "Where --shard leaves its results");
  options.text("--merge", values->merge, "FOLDER",
               "Report what the shards in FOLDER found: the same as a replay of the whole trace");
  options.flag("--serialize", values->serialize,
               "Accepted for symmetry with live runs, and changes nothing: a replay runs one handler at a "
               "time anyway");
  options.flag("--no-fusing", values->how.no_fusing, "Build every chain at run time, for comparison");
  options.flag("--allow-empty", values->allow_empty, "Accept traces without events");
  define_report_options(options, values->report);
  define_memory_limit(options, values->report);
  return [values] { return run_replay(*values); };
}

}  // namespace dh
