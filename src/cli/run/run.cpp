// deadheat run: a program under the dynamic tools.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

#include "base/resources.h"
#include "cli/commands.h"
#include "cli/conclude.h"
#include "cli/dynamic_findings.h"
#include "cli/output.h"
#include "cli/run/confirm.h"
#include "cli/run/native_tools.h"
#include "cli/run/predict.h"
#include "cli/run/race_filter.h"
#include "cli/run/read_findings.h"
#include "cli/run/run_java.h"
#include "cli/run/run_native.h"
#include "cli/run/sampling.h"
#include "cli/target.h"
#include "dynamic/trace/binary_trace.h"
#include "dynamic/trace/report_file.h"
#include "dynamic/trace/std_trace.h"
#include "jvm/agent_options.h"
#include "report/display.h"
#include "tools/loaded_tool.h"
#include "tools/registry.h"

namespace dh {

namespace {

struct RunOptions {
  std::vector<std::string> command;
  std::string tools;
  std::optional<int64_t> max_reports;
  SamplingOptions sampling;
  bool children = false;
  bool print_options = false;
  std::string reports;  // folder that keeps what the agents write; empty: a temporary one
  bool collect = false;
  RaceFilter filter;
  bool target_status = false;
  bool allow_empty = false;
  bool predict = false;
  bool records_only = false;  // the tools see the record, not the program
  std::string replayed;       // the tools that look at the record after the run; empty: none
  RecordedStacks stacks;
  std::string not_seen;  // what of the JVM that is being read was not instrumented; empty: nothing
  std::string confirm;   // a report
  std::optional<int64_t> attempts;
  std::optional<int64_t> seed;
  std::optional<Confirmation> confirmation;
  JavaRun java;
  NativeRun native;
  ReportOptions report;
};

// What the agent said about itself: "stat TAB name TAB number", "warning TAB text", of --confirm, and stacks.
void take_agent_line(const std::string& line, RunOptions& options, CheckSink& sink) {
  const size_t tab = line.find('\t');
  if (tab == std::string::npos) return;
  const std::string kind = line.substr(0, tab);
  const std::string rest = line.substr(tab + 1);
  if (kind == "stat") {
    const size_t second = rest.find('\t');
    if (second != std::string::npos)
      sink.count(rest.substr(0, second), std::atoll(rest.c_str() + second + 1));
  } else if (kind == "stack") {
    options.stacks.add(rest);
  } else if (kind == "confirm") {
    if (options.confirmation) options.confirmation->take_result(rest);
  } else if (kind != "note" || options.report.stats) {
    sink.add(Diagnostic{kind == "warning" ? Severity::warning : Severity::note, {}, rest});
  }
}

// Findings of a run name source files below some folder that we do not know; look in the usual ones.
std::string find_source(const std::string& path) {
  static constexpr const char* kFolders[] = {"", "src/", "src/main/java/", "src/test/java/", "java/"};
  for (const char* folder : kFolders) {
    if (::access((folder + path).c_str(), R_OK) == 0) return folder + path;
  }
  return path;
}

void locate(Place& place) {
  if (!place.path.empty()) place.path = find_source(place.path);
}

void locate_sources(Finding& finding) {
  locate(finding.place);
  for (RelatedPlace& related : finding.related) locate(related.place);
  for (Access& access : finding.accesses) {
    locate(access.place);
    for (Frame& frame : access.stack) locate(frame.place);
  }
}

// One finding per tool and unordered pair of places: `count++` reads and writes at one.
std::string pair_of_places(const Finding& finding) {
  std::vector<std::string> places;
  for (const Access& access : finding.accesses)
    places.push_back(fmt::format("{}:{}:{}", access.place.path, access.place.line, access.symbol));
  std::sort(places.begin(), places.end());
  return fmt::format("{} {} {}", static_cast<int>(finding.rule), finding.shared.name, fmt::join(places, " "));
}

// `seen`: pairs of places of all JVMs.
void take_finding(Finding finding, RunOptions& options, std::set<std::string>& seen, CheckSink& sink) {
  if (options.confirmation && options.confirmation->take_finding(finding)) return;
  if (!seen.insert(pair_of_places(finding)).second) return;
  if (!options.filter.shows(finding)) return;
  locate_sources(finding);
  if (options.java.sampling)
    finding.confidence.apply(weighed(dyn::factors::sampled), std::string(dyn::factors::sampled.reason));
  if (!options.not_seen.empty()) {
    const dyn::ConfidencePart& part = dyn::factors::not_all_seen;
    finding.confidence.apply(weighed(part),
                             fmt::format(fmt::runtime(part.reason), fmt::arg("what", options.not_seen)));
  }
  sink.add(std::move(finding));
}

// What may have ordered threads without the agent's seeing it.
std::string not_instrumented(const RunOptions& options, const dyn::ReportFile& file) {
  if (!options.java.include.empty()) return "classes outside of --include";
  if (!options.java.exclude.empty()) return "classes of --exclude";
  for (const dyn::ToolOutput& output : file.outputs) {
    if (!output.tool.empty()) continue;
    for (const std::string& line : output.lines) {
      for (const std::string_view count : {"classes not instrumented", "methods not instrumented"})
        if (line.starts_with(fmt::format("stat\t{}\t", count))) return fmt::format("{} (--stats)", count);
    }
  }
  return {};
}

// Code without checks, which would be too large with them: a race there is not seen, and a clean report says
// nothing of it.
void warn_of_unchecked_code(const dyn::ReportFile& file, CheckSink& sink) {
  int64_t classes = 0, methods = 0;
  const std::pair<std::string_view, int64_t*> counts[] = {
      {"stat\tclasses not instrumented\t", &classes},
      {"stat\tmethods not instrumented\t", &methods},
      {"stat\tmethods whose accesses are not checked\t", &methods}};
  for (const dyn::ToolOutput& output : file.outputs) {
    for (const std::string& line : output.lines) {
      for (const auto& [start, sum] : counts)
        if (output.tool.empty() && line.starts_with(start)) *sum += std::atoll(line.c_str() + start.size());
    }
  }
  if (classes + methods == 0) return;
  std::vector<std::string> parts;
  if (classes != 0) parts.push_back(fmt::format("{} class{}", classes, classes == 1 ? "" : "es"));
  if (methods != 0) parts.push_back(fmt::format("{} method{}", methods, methods == 1 ? "" : "s"));
  sink.add(Diagnostic{Severity::warning,
                      {},
                      fmt::format("{} could not be checked: races there are not seen (--stats names them)",
                                  fmt::join(parts, " and "))});
}

void take_reports(const std::string& path, RunOptions& options, std::set<std::string>& seen,
                  CheckSink& sink) {
  const auto file = dyn::read_reports(path);
  if (!file) {
    sink.add(Diagnostic{Severity::error, Place{path, 0, 0, 0, 0}, file.error().message});
    return;
  }
  options.not_seen = not_instrumented(options, *file);
  warn_of_unchecked_code(*file, sink);
  const DynamicContext context{*file->names, "", {}};
  for (const dyn::RawReport& report : file->reports) {
    Result<Finding> finding = finding_of(report, context);
    if (!finding) {
      sink.add(Diagnostic{Severity::error, Place{path, 0, 0, 0, 0}, finding.error().message});
      continue;
    }
    take_finding(std::move(*finding), options, seen, sink);
  }
  for (const auto& count : file->counts) {
    sink.count(count.tool + ": racy events", static_cast<int64_t>(count.events));
    if (count.dropped != 0) {
      sink.add(Diagnostic{Severity::warning,
                          {},
                          fmt::format("{}: {} reports beyond --max-reports", count.tool, count.dropped)});
    }
  }
  for (const dyn::ToolOutput& output : file->outputs) {
    if (output.tool.empty()) {
      for (const std::string& line : output.lines) take_agent_line(line, options, sink);
      continue;
    }
    if (!output.incomplete.empty())
      sink.add(Diagnostic{Severity::error, {}, output.tool + ": " + output.incomplete});
    if (output.lines.empty()) continue;
    print_err("{}:\n", output.tool);
    for (const std::string& line : output.lines) print_err("  {}\n", clean_line(line));
  }
  if (!file->complete) {
    sink.add(Diagnostic{
        Severity::error, {}, "the program was killed before its end; what was found until then is reported"});
  }
}

// The files of the folder that end so, or the file itself.
std::vector<std::string> report_files(const std::string& folder, const std::string& ending) {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ending) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Why there is no report at all.
std::string say_nothing_analysed(const RunOptions& options) {
  const std::string program = options.command.empty() ? std::string() : find_program(options.command.front());
  const bool is_unknown = program.empty() || is_java_command(options.command.front());
  switch (is_unknown ? ProgramKind::other : program_kind(program)) {
    case ProgramKind::plain_native:
      return fmt::format(
          "{} was not built for deadheat: nothing was analysed. Build it with CC=\"deadheat cc\" and "
          "CXX=\"deadheat c++\" (docs/native.md). Without that, --tools {} looks at its locks",
          options.command.front(), dyn::tool_in_role(dyn::ToolRole::deadlock_detector).name);
    case ProgramKind::other_runtime:
      return fmt::format(
          "{} has another sanitizer's runtime: nothing was analysed. Build it with 'deadheat cc' or "
          "'deadheat c++', and without -fsanitize",
          options.command.front());
    case ProgramKind::instrumented:
      return "the program ended before deadheat's runtime was loaded";
    case ProgramKind::other:
      break;
  }
  return "no JVM was analysed: it did not start, is too old, or could not load the agent; nor was a native "
         "program built by 'deadheat c++' run";
}

// Recorded events of native programs. The first process has the name for --record; others get theirs
// appended.
void run_tools_on_events(const std::string& folder, RunOptions& options, std::set<std::string>& seen,
                         CheckSink& sink) {
  NativeToolRun run{options.tools, options.java.record, static_cast<size_t>(options.java.max_reports)};
  const auto take = [&](Finding finding) {
    if (is_suppressed(finding, options.native.suppressions)) {
      ++options.native.suppressed;
    } else {
      take_finding(std::move(finding), options, seen, sink);
    }
  };
  for (const std::string& file : report_files(folder, ".events")) {
    run_native_tools(file, run, take, sink);
    if (options.java.record.empty()) continue;
    const std::string process = std::filesystem::path(file).stem().string();
    run.record = fmt::format("{}.{}", options.java.record, process);
  }
}

void take_all_reports(const std::string& folder, RunOptions& options, std::set<std::string>& seen,
                      CheckSink& sink) {
  const bool is_file = std::filesystem::is_regular_file(folder);
  const std::vector<std::string> files = report_files(folder, ".reports");
  const std::vector<std::string> native =
      is_file ? std::vector<std::string>{folder} : report_files(folder, ".native");
  if (files.empty() && native.empty())
    sink.add(Diagnostic{Severity::error, {}, say_nothing_analysed(options)});
  for (const std::string& file : files) take_reports(file, options, seen, sink);
  if (files.size() > 1) sink.count("JVMs", static_cast<int64_t>(files.size()));
  for (const std::string& file : native) {
    for (Finding& finding : take_native_reports(file, options.native, sink))
      take_finding(std::move(finding), options, seen, sink);
  }
  run_tools_on_events(folder, options, seen, sink);
  if (options.native.suppressed != 0)
    sink.add(Diagnostic{Severity::note,
                        {},
                        fmt::format("{} findings were suppressed by {}", options.native.suppressed,
                                    options.native.suppressions_file)});
  if (!options.replayed.empty()) {
    const auto take = [&](Finding finding) { take_finding(std::move(finding), options, seen, sink); };
    replay_record(options.java.record, options.replayed, options.stacks,
                  static_cast<size_t>(options.java.max_reports), take, sink);
  }
  for (Diagnostic& note : options.filter.summary()) sink.add(std::move(note));
}

// Where the sources are that the debug information of a native program names: its builder is trusted.
std::vector<std::string> source_folders(const std::vector<Finding>& findings) {
  std::set<std::string> folders = {"."};
  for (const Finding& finding : findings) {
    for (const Access& access : finding.accesses) {
      if (access.place.path.starts_with('/'))
        folders.insert(std::filesystem::path(access.place.path).parent_path().string());
    }
  }
  return {folders.begin(), folders.end()};
}

// What to say about how the program ended. A program that did nothing before it failed was not analysed.
void judge_end(const TargetResult& target, const RunOptions& options, CheckSink::Contents& contents) {
  const auto say = [&](Severity severity, std::string message) {
    contents.diagnostics.push_back({severity, {}, std::move(message)});
  };
  const bool failed = (target.signal != 0 || target.status != 0) && !target.timed_out && !target.interrupted;
  std::string end;
  if (failed) {
    end = target.signal != 0 ? fmt::format("the program was ended by signal {}", target.signal)
                             : fmt::format("the program ended with status {}", target.status);
  }
  const bool has_counts = contents.counts.contains("classes of the program");  // not when a JVM was killed
  const Severity severity = options.allow_empty ? Severity::note : Severity::error;
  if (has_counts && contents.counts["classes of the program"] == 0) {
    say(severity,
        fmt::format("nothing was analysed: {}no class of it was loaded that --include and --exclude "
                    "leave; --allow-empty accepts this",
                    failed ? end + ", and " : ""));
  } else if (failed && has_counts && contents.counts["accesses handled by the tools"] == 0 &&
             contents.findings.empty()) {
    say(severity, end + " before any access to shared data; --allow-empty accepts this");
  } else if (failed) {
    say(Severity::warning, end);
  }
}

std::string recording_chain(const RunOptions& options) {
  return options.records_only ? dyn::live_recording_chain(options.java.record)
                              : dyn::recording_chain(options.java.record, options.tools);
}

// What is wrong with the chain, or nothing. Opens no files: a trace of an earlier run stays until it is
// certain that there will be a new one.
std::optional<std::string> check_chain(RunOptions& options) {
  if (const Result<void> loaded = dyn::load_tools(options.java.load); !loaded)
    return "--load " + loaded.error().message;
  const bool is_default = options.tools.empty();
  if (is_default) options.tools = dyn::tool_in_role(dyn::ToolRole::default_detector).name;
  options.java.chain = options.tools;
  // Without tools of the user's choice, recording is all that is done while the program runs.
  options.records_only = is_default && (options.predict || !options.java.record.empty()) &&
                         !options.java.record.ends_with(".std");
  if (options.records_only) options.replayed = options.tools;
  if (options.predict) options.replayed += (options.replayed.empty() ? "" : "|") + predicting_chain();
  if (!options.java.record.empty()) {
    options.java.record = std::filesystem::absolute(options.java.record).string();
    options.java.chain = recording_chain(options);
  }
  dyn::ReportSink nowhere;
  const dyn::Names no_names;
  const auto chain = dyn::build_chain(options.java.chain, nowhere, no_names, {.check_only = true});
  if (!chain) return "--tools " + chain.error().message;
  return std::nullopt;
}

// Whether the file to record to can be written, before the program is started: an empty trace for now.
Result<void> start_recording(const std::string& path) {
  if (path.empty()) return {};
  const dyn::Names no_names;
  auto writer = path.ends_with(".std") ? dyn::write_std(path, no_names) : dyn::write_binary(path, no_names);
  if (!writer) return tl::unexpected(writer.error());
  return (*writer)->close();
}

struct Prepared {
  std::vector<std::string> command;
  std::vector<std::pair<std::string, std::string>> environment;
};

// Other tools than the built-in detector work on recorded events. Programs that the command starts may be
// native, too.
Result<void> prepare_native(ProgramKind kind, const RunOptions& options, Environment& environment) {
  if (!options.confirm.empty() || options.sampling.is_given()) {
    if (kind != ProgramKind::instrumented) return {};
    return fail("{}: --confirm, --sample and --overhead are for Java programs", options.command.front());
  }
  if (kind == ProgramKind::plain_native && !is_java_command(options.command.front()) &&
      options.tools == dyn::tool_in_role(dyn::ToolRole::deadlock_detector).name)
    return look_at_locks(environment);
  const bool is_default = options.tools == dyn::tool_in_role(dyn::ToolRole::default_detector).name;
  if (!is_default || !options.java.record.empty() || options.predict) record_events(environment);
  return {};
}

Result<Prepared> prepare(const RunOptions& options, const std::string& folder) {
  Prepared result{options.command, {}};
  const std::string& program = options.command.front();
  if (find_program(program).empty()) return fail("{}: no such program", program);
  for (auto& variable : native_environment(folder, options.java.max_reports))
    result.environment.push_back(std::move(variable));
  const ProgramKind kind = program_kind(find_program(program));
  if (const Result<void> prepared = prepare_native(kind, options, result.environment); !prepared)
    return tl::unexpected(prepared.error());
  if (kind == ProgramKind::instrumented) return result;
  const Result<std::string> option = prepare_java_agent(options.java, folder);
  if (!option && kind == ProgramKind::plain_native && !is_java_command(program)) return result;
  if (!option) return tl::unexpected(option.error());
  if (options.children || !is_java_command(program)) {
    const char* given = std::getenv("JAVA_TOOL_OPTIONS");
    result.environment.emplace_back(
        "JAVA_TOOL_OPTIONS",
        given == nullptr ? tool_options(*option) : fmt::format("{} {}", tool_options(*option), given));
  } else {
    result.command = with_java_agent(std::move(result.command), *option);
  }
  return result;
}

// What is wrong with the way the command was called, or nothing.
std::optional<std::string> check_use(RunOptions& options) {
  if (auto error = finish_report_options(options.report)) return error;
  const bool runs = !options.collect && !options.print_options;
  if (runs && options.command.empty())
    return "no command given; usage: deadheat run [OPTIONS] -- COMMAND, such as java ..., ./program or mvn "
           "test";
  if (!runs && !options.command.empty()) return "--print-options and --collect run no command";
  if (!runs && options.reports.empty())
    return "--print-options and --collect need --reports DIR, where the agents write";
  if (options.predict && options.children)
    return "--predict records one JVM; without --children, after which each would record to the same file";
  if (options.confirm.empty() && options.attempts) return "--attempts belongs to --confirm REPORT";
  if (options.confirm.empty() && !options.sampling.is_given() && options.seed)
    return "--seed belongs to --confirm REPORT, --sample and --overhead";
  if (!options.confirm.empty() && (!runs || options.predict || !options.java.record.empty()))
    return "--confirm runs the command several times: without --collect, --print-options, --record and "
           "--predict";
  if (!options.java.dump_classes.empty()) {
    std::error_code error;
    options.java.dump_classes = std::filesystem::absolute(options.java.dump_classes).string();
    std::filesystem::create_directories(options.java.dump_classes, error);
    if (error) return fmt::format("--dump-classes {}: {}", options.java.dump_classes, error.message());
  }
  const bool needs_everything = options.predict || !options.confirm.empty() || !options.java.record.empty();
  if (options.sampling.is_given() && needs_everything)
    return "--record, --predict and --confirm need every access: without --sample and --overhead";
  if (auto error = check_chain(options)) return error;
  const auto seed = static_cast<uint64_t>(options.seed.value_or(1));
  const auto sampling = plan_sampling(options.sampling, options.tools, seed);
  if (!sampling) return sampling.error().message;
  options.java.sampling = *sampling;
  return std::nullopt;
}

// The folder where the agents write: the user's, or one that goes with `temporary`.
Result<std::string> reports_folder(const RunOptions& options, std::optional<TemporaryFolder>& temporary) {
  if (!options.reports.empty()) {
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::absolute(options.reports);
    if (options.collect && std::filesystem::is_regular_file(folder, error)) return folder.string();
    std::filesystem::create_directories(folder, error);
    if (error) return fail("--reports {}: {}", options.reports, error.message());
    return folder.string();
  }
  Result<TemporaryFolder> made = TemporaryFolder::make();
  if (!made) return tl::unexpected(made.error());
  temporary.emplace(std::move(*made));
  return temporary->path();
}

// Runs the command. Nothing: there is none, as reports of other JVMs are collected.
Result<std::optional<TargetResult>> run_target_command(const RunOptions& options, const std::string& folder) {
  if (options.collect) return std::optional<TargetResult>();
  const Result<Prepared> prepared = prepare(options, folder);
  if (!prepared) return tl::unexpected(prepared.error());
  if (const Result<void> started = start_recording(options.java.record); !started)
    return fail("--record {}", started.error().message);
  Result<TargetResult> target =
      run_target(prepared->command, prepared->environment, options.report.time_limit_seconds);
  if (!target) return tl::unexpected(target.error());
  return std::optional(std::move(*target));
}

// Fast paths would hide most accesses from the agent that delays them; a deadlock has been shown when it is
// there.
void prepare_confirmation(std::vector<Finding> findings, RunOptions& options) {
  options.confirmation.emplace(std::move(findings));
  options.java.on_deadlock = "end";
  for (const char* name : {"fast-paths", "memo", "covers", "ranges", "field-groups", "known-words"})
    options.java.without.emplace_back(name);
}

// Runs the command, and takes what was found; with --confirm again and again.
Result<std::optional<TargetResult>> run_and_take(RunOptions& options, const std::string& folder,
                                                 CheckSink::Contents& contents) {
  std::set<std::string> seen;
  const int64_t attempts = options.confirmation ? options.attempts.value_or(10) : 1;
  std::optional<TargetResult> last;
  for (int64_t attempt = 0; attempt < attempts; ++attempt) {
    std::string own = folder;
    if (options.confirmation) {
      const int64_t seed = options.seed.value_or(1) + attempt;
      own += fmt::format("/seed-{}", seed);
      std::error_code error;
      std::filesystem::create_directories(own, error);
      options.java.confirm = options.confirmation->agent_lines(seed);
      options.confirmation->begin_run(seed);
    }
    auto target = run_target_command(options, own);
    if (!target) return tl::unexpected(target.error());
    CheckSink sink;
    take_all_reports(own, options, seen, sink);
    std::vector<Finding> earlier = std::move(contents.findings);
    contents = sink.take();  // of messages and counts, those of the last run
    contents.findings.insert(contents.findings.begin(), std::make_move_iterator(earlier.begin()),
                             std::make_move_iterator(earlier.end()));
    last = std::move(*target);
    const bool stopped = last && (last->timed_out || last->interrupted);
    if (stopped || (options.confirmation && options.confirmation->is_done())) break;
  }
  if (options.confirmation) {
    for (Finding& finding : options.confirmation->take_findings())
      contents.findings.push_back(std::move(finding));
  }
  return last;
}

ExitStatus run_run(RunOptions& options) {
  const double began = monotonic_seconds();
  if (auto error = check_use(options)) return usage_error(*error);
  options.java.max_reports = options.max_reports.value_or(10000);

  Conclusion conclusion;
  conclusion.command = "run";
  conclusion.began = began;
  conclusion.roots = readable_roots({"."}, options.report);
  Diagnostics problems;
  const ConfigChoice& choice = options.report.config;
  conclusion.configs.front() = read_config(find_config(".", choice).value_or(""), choice, problems);
  const TomlValue* settings = conclusion.configs.front().table("jvm");
  options.java.hooks = read_jvm_models(settings, problems);
  options.filter.suppressions = read_suppressions(settings, problems);
  if (!problems.empty()) return usage_error(problems);
  use_configuration(conclusion.configs.front(), conclusion);
  if (!options.native.suppressions_file.empty()) {
    auto suppressions = read_native_suppressions(options.native.suppressions_file);
    if (!suppressions) return usage_error("--suppressions " + suppressions.error().message);
    options.native.suppressions = std::move(*suppressions);
  }

  std::optional<TemporaryFolder> temporary;
  const Result<std::string> folder = reports_folder(options, temporary);
  if (!folder) return usage_error(folder.error().message);
  if (options.print_options) {
    const Result<std::string> option = prepare_java_agent(options.java, *folder);
    if (!option) return usage_error(option.error().message);
    print_out("{}\n", tool_options(*option));
    return ExitStatus::clean;
  }
  if (options.predict && options.java.record.empty()) options.java.record = *folder + "/predict.trace";
  if (options.predict) options.java.chain = recording_chain(options);
  if (!options.confirm.empty()) {
    Result<std::vector<Finding>> findings = read_findings(options.confirm);
    if (!findings) return usage_error("--confirm " + findings.error().message);
    prepare_confirmation(std::move(*findings), options);
  }
  const auto target = run_and_take(options, *folder, conclusion.session.contents);
  if (!target) return usage_error(target.error().message);

  if (*target) {
    judge_end(**target, options, conclusion.session.contents);
    if (options.java.sampling) {
      CheckSink::Contents& contents = conclusion.session.contents;
      contents.diagnostics.push_back(judge_sampling(*options.java.sampling, contents));
    }
    conclusion.session.timed_out = (*target)->timed_out;
    conclusion.session.interrupted = (*target)->interrupted;
  }
  if (options.native.has_reports)
    conclusion.roots = readable_roots(source_folders(conclusion.session.contents.findings), options.report);
  apply_configuration(conclusion.configs.front(), conclusion.session.contents.findings);
  const ExitStatus status = conclude(std::move(conclusion), options.report);
  return options.target_status && *target ? static_cast<ExitStatus>((*target)->status) : status;
}

}  // namespace

Action define_run(Options& options) {
  auto values = std::make_shared<RunOptions>();
  values->report.report_to = "stderr";
  options.footer(
      "A native program must be built by 'deadheat cc' or 'deadheat c++' (docs/native.md).\n"
      "The command is run as it is, with deadheat's agent loaded into its JVM; of other commands than java "
      "(mvn test,\n./app.sh) into every JVM that they start, with one report. Standard output belongs to "
      "it;\nthe report goes to standard error, or to files by --output.\n"
      "All classes but the JDK's own are instrumented; what the JDK's classes do is modelled "
      "(docs/jvm.md).\n"
      "A chain is tools in sequence (A:B) or side by side (A|B); 'deadheat tools' lists them.\n" +
      std::string(kExitStatusHelp));
  options.positionals("COMMAND", values->command, "After '--': the command and its arguments");
  options.text("--tools", values->tools, "CHAIN", tools_option_help());
  options.texts("--load", values->java.load, "LIBRARY",
                "Load a tool of your own, for --tools (docs/adding-a-tool.md); may be repeated");
  options.texts("--include", values->java.include, "PACKAGE",
                "Instrument only classes whose name begins so, such as com.example; may be repeated");
  options.texts("--exclude", values->java.exclude, "PACKAGE",
                "Do not instrument classes whose name begins so; may be repeated");
  options.text("--record", values->java.record, "FILE",
               "Also write a trace for 'deadheat replay' (text if FILE ends in .std, which is slow). Without "
               "--tools the findings come from the trace, after the run");
  options.flag("--predict", values->predict,
               "Also record, and replay the record under " + predicting_chain() +
                   ": races and deadlocks of other schedules");
  options.text("--confirm", values->confirm, "REPORT",
               "Try to make the findings of REPORT (JSON of check, run or replay) happen: run the command "
               "again and again, and delay threads at their places");
  options.number("--attempts", values->attempts, "N", 1, 10'000,
                 "With --confirm: run the command at most N times (default 10)");
  options.number(
      "--seed", values->seed, "N", 1, 1'000'000'000,
      "With --confirm: the schedule of the first run (default 1); later runs have the next ones. With "
      "--sample: the times that are checked");
  options.number("--max-reports", values->max_reports, "N", 1, 100'000'000,
                 "Keep at most N different reports (default 10000)");
  options.text(
      "--sample", values->sampling.rate, "RATE",
      "Check accesses for a share of the time only, such as 0.03 or 3%, in stretches of 10 ms at random "
      "times; the report says with which probability a race is found");
  options.text(
      "--overhead", values->sampling.overhead, "SHARE",
      "The same with a budget: such stretches use at most this share of the program's processor time, "
      "such as 5%");
  options.flag("--one-per-object", values->java.one_per_object,
               "One shadow for all fields of an object: less memory, false alarms");
  options.flag("--one-per-array", values->java.one_per_array,
               "One shadow for all elements of an array: less memory, false alarms");
  options.flag("--no-arrays", values->java.no_arrays, "Do not look at elements of arrays");
  options.choice(
      "--on-deadlock", values->java.on_deadlock, "ACTION",
      {std::begin(jvm::kOnDeadlockNames), std::end(jvm::kOnDeadlockNames)},
      "What to do when threads wait for each other for ever, besides reporting it: end the program "
      "if no other thread runs either (default), end it at once, or let it continue");
  options.texts("--without", values->java.without, "OPTIMISATION",
                "Switch off one of the optimisations that docs/jvm.md names, to see what it is worth");
  options.text("--dump-classes", values->java.dump_classes, "DIR",
               "Write every class that the agent rewrites to DIR, as the JVM gets it, to be read with javap");
  options.flag(
      "--children", values->children,
      "Analyse every JVM that the command starts (through JAVA_TOOL_OPTIONS); the default for commands "
      "other than java");
  options.texts(
      "--only", values->filter.only, "NAME",
      "Show only findings with an access in this package or class, such as com.example; count the others");
  options.text(
      "--suppressions", values->native.suppressions_file, "FILE",
      "Native programs: hide what the file names, in ThreadSanitizer's format (race:, mutex:, deadlock:)");
  options.text("--reports", values->reports, "DIR", "Keep what the agents write in DIR");
  options.flag(
      "--print-options", values->print_options,
      "Print the options of java (for JAVA_TOOL_OPTIONS) that load the agent; it writes to --reports");
  options.flag("--collect", values->collect, "Run nothing: report what agents wrote to --reports");
  options.choice("--report-to", values->report.report_to, "STREAM", {"stderr", "stdout"},
                 "Where the report goes: stderr leaves standard output to the program");
  options.flag("--allow-empty", values->allow_empty, "Accept that no class of the program was instrumented");
  options.flag("--target-status", values->target_status, "Exit with the program's own status");
  define_report_options(options, values->report);
  return [values] { return run_run(*values); };
}

}  // namespace dh
