#include "cli/conclude.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "base/resources.h"
#include "cli/apply_fixes.h"
#include "cli/commit.h"
#include "cli/diagnostic_groups.h"
#include "cli/output.h"
#include "cli/stable_paths.h"
#include "report/display.h"
#include "report/report.h"
#include "report/words.h"
#include "source/source_file.h"
#include "source/write_file.h"

namespace dh {

namespace {

// Whether this run looked for what a rule finds: the rules of the file's own language, if not turned off.
bool was_checked(const Ignore& ignore, Rule rule, const Policy& policy) {
  return policy[static_cast<size_t>(rule)].enabled && has_rule(ignore.language, rule_info(rule).id);
}

std::vector<Ignore> collect_ignores(const std::vector<InputFile>& files, const Parallelism& parallel) {
  auto per_file = parallel_map<std::vector<Ignore>>(files.size(), parallel, [&](size_t i) {
    Result<SourceFile> file = SourceFile::open(files[i].path);
    return file ? find_ignores(*file, files[i].language) : std::vector<Ignore>();
  });
  std::vector<Ignore> all;
  for (std::vector<Ignore>& some : per_file) {
    all.insert(all.end(), std::make_move_iterator(some.begin()), std::make_move_iterator(some.end()));
  }
  return all;
}

// The analysed files and those that findings point to: the source behind a compiled module.
std::vector<InputFile> files_with_comments(const Conclusion& conclusion) {
  std::vector<InputFile> files = conclusion.files;
  StringSet known;
  for (const InputFile& file : files) known.insert(file.path);
  for (const Finding& finding : conclusion.session.contents.findings) {
    std::string_view id = rule_info(finding.rule).id;
    std::optional<Language> language = language_of_rule(id);
    if (!language || !known.insert(finding.place.path).second) continue;
    if (conclusion.roots.allows(finding.place.path)) files.push_back({finding.place.path, *language});
  }
  return files;
}

Diagnostics sorted_diagnostics(Diagnostics diagnostics) {
  std::sort(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.place, a.severity, a.message) < std::tie(b.place, b.severity, b.message);
  });
  diagnostics.erase(std::unique(diagnostics.begin(), diagnostics.end()), diagnostics.end());
  return diagnostics;
}

size_t project_of(const Conclusion& conclusion, const std::string& path) {
  auto it = conclusion.project_of_file.find(path);
  return it == conclusion.project_of_file.end() ? 0 : it->second;
}

// The command line goes before the configuration of the finding's project.
Level fail_on_of(const Conclusion& conclusion, const ReportOptions& options, const Finding& finding) {
  if (std::optional<Level> given = level_by_name(options.fail_on)) return *given;
  return conclusion.configs[project_of(conclusion, finding.place.path)].fail_on.value_or(Level::warning);
}

std::vector<ProjectLimits> limits_of(const std::vector<Config>& configs, const ReportOptions& options) {
  std::vector<ProjectLimits> limits;
  for (const Config& config : configs) {
    ProjectLimits& project = limits.emplace_back();
    project.unused_ignore = config.policy[static_cast<size_t>(Rule::unused_ignore)];
    project.min_confidence =
        static_cast<int>(options.min_confidence.value_or(config.min_confidence.value_or(kHideBelow)));
    if (config.top) project.top = static_cast<size_t>(*config.top);
  }
  return limits;
}

ExitStatus status_of(const Report& report, const Conclusion& conclusion, const ReportOptions& options) {
  if (report.summary.interrupted) return ExitStatus::interrupted;
  // What could not be decided is no bug: its diagnostic makes the analysis incomplete.
  const auto is_failure = [&](const Finding& finding) {
    return finding.level >= fail_on_of(conclusion, options, finding) && finding.rule != Rule::exo_unknown;
  };
  const bool failed = std::any_of(report.findings.begin(), report.findings.end(), is_failure);
  if (failed) return ExitStatus::findings;
  const bool accepted = report.summary.incomplete == report.summary.incomplete_accepted;
  return accepted ? ExitStatus::clean : ExitStatus::incomplete;
}

}  // namespace

bool wants_color(const std::string& when, int fd) {
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  if (when != "auto") return when == "always";
  const char* term = std::getenv("TERM");
  return ::isatty(fd) == 1 && (term == nullptr || std::string_view(term) != "dumb");
}

namespace {

// Columns of the terminal; nothing when the output goes elsewhere.
std::optional<size_t> terminal_width(int fd) {
  constexpr size_t kMinWidth = 40;
  winsize size{};
  if (::isatty(fd) != 1 || ::ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
  return std::max<size_t>(size.ws_col, kMinWidth);
}

}  // namespace

ExitStatus usage_error(std::string_view message) {
  print_err("deadheat: {}\n", clean_text(message));
  return ExitStatus::usage;
}

ExitStatus usage_error(const Diagnostics& diagnostics) {
  FileSourceLines sources;
  RenderOptions render{.sources = &sources, .color = wants_color("auto", STDERR_FILENO)};
  write_err(render_diagnostics_text(sorted_diagnostics(diagnostics), render));
  return ExitStatus::usage;
}

void use_configuration(const Config& config, Conclusion& conclusion) {
  if (config.path.empty()) return;
  conclusion.configurations.push_back(config.path);
  conclusion.accepted.push_back(config.accepted_incompleteness);
}

ReadableRoots readable_roots(const std::vector<std::string>& paths, const ReportOptions& options) {
  if (options.allow_outside) return {};
  std::vector<std::string> folders;
  for (const std::string& path : paths) folders.push_back(root_of_check(path));
  return ReadableRoots(std::move(folders));
}

ExitStatus conclude(Conclusion conclusion, const ReportOptions& options) {
  SessionResult& session = conclusion.session;
  Baseline baseline;
  if (!options.baseline.empty()) {
    Result<Baseline> read = read_baseline(options.baseline);
    if (!read) return usage_error(read.error().message);
    baseline = std::move(*read);
  }
  const bool stopped = session.stopped();
  if (session.timed_out) {
    session.contents.diagnostics.push_back(
        {Severity::error,
         {},
         fmt::format("stopped by --time-limit {}; results are incomplete", options.time_limit)});
  }

  if (!session.out_of_memory.empty()) {
    session.contents.diagnostics.push_back(
        {Severity::error,
         {},
         session.out_of_memory +
             "; a higher limit, fewer files at a time or -j1 help; results are incomplete"});
  }

  FinishOptions finish;
  finish.project_of = [&](const std::string& path) { return project_of(conclusion, path); };
  finish.projects = limits_of(conclusion.configs, options);
  finish.ignores = collect_ignores(files_with_comments(conclusion), Parallelism{options.jobs, {}});
  finish.rule_was_checked = [&](const Ignore& ignore, Rule rule) {
    const Config& config = conclusion.configs[project_of(conclusion, ignore.place.path)];
    return !stopped && was_checked(ignore, rule, config.policy);
  };
  StablePaths stable_paths(conclusion.paths);
  finish.stable_path = [&](const std::string& path) { return stable_paths.of(path); };
  finish.baseline = options.baseline.empty() ? nullptr : &baseline;
  if (options.top) finish.top = static_cast<size_t>(*options.top);
  const bool is_cut = options.top || std::any_of(finish.projects.begin(), finish.projects.end(),
                                                 [](const ProjectLimits& project) { return project.top; });
  finish.order = options.sort == "rank" || (options.sort.empty() && is_cut) ? Order::rank : Order::place;
  FinishedFindings finished = finish_findings(std::move(session.contents.findings), finish);

  Report report;
  report.command = conclusion.command;
  report.findings = std::move(finished.shown);
  if (options.shown.fixed) {
    const size_t fixed = apply_fixes(report.findings, conclusion.roots, session.contents.diagnostics);
    session.contents.totals.push_back(fmt::format("fixed {}", counted(fixed, "finding")));
  }
  report.traces = std::move(conclusion.traces);
  report.diagnostics = sorted_diagnostics(std::move(session.contents.diagnostics));
  report.summary.files = conclusion.files_by_language;
  report.summary.configurations = std::move(conclusion.configurations);
  report.summary.commit = conclusion.paths.empty() ? "" : commit_of(conclusion.paths.front());
  report.summary.totals = std::move(session.contents.totals);
  report.summary.hidden_by_baseline = finished.in_baseline;
  report.summary.hidden_by_ignores = finished.ignored;
  report.summary.hidden_by_confidence = finished.below_confidence;
  report.summary.cut_by_top = finished.cut_by_top;
  report.summary.interrupted = session.interrupted;
  IncompleteCount incomplete = count_incomplete(report.diagnostics, conclusion.accepted);
  report.summary.incomplete = incomplete.all;
  report.summary.incomplete_accepted = options.allow_incomplete ? incomplete.all : incomplete.accepted;
  if (!options.all_diagnostics) report.diagnostics = group_diagnostics(report.diagnostics);
  report.summary.seconds = monotonic_seconds() - conclusion.began;
  if (options.stats) {
    report.stats = Stats{session.contents.phases, session.contents.counts, report.summary.configurations,
                         report.summary.seconds, peak_resident_bytes()};
  }
  ExitStatus status = status_of(report, conclusion, options);
  report.summary.exit_status = static_cast<int>(status);

  FileSourceLines sources(conclusion.roots);
  RenderOptions render{.sources = &sources, .explain_confidence = options.explain_confidence};
  render.color = wants_color(options.color, STDERR_FILENO);
  write_err(render_diagnostics_text(report.diagnostics, render));
  const bool to_stderr = options.report_to == "stderr";
  const int fd = to_stderr ? STDERR_FILENO : STDOUT_FILENO;
  render.color = wants_color(options.color, fd);
  render.full = options.shown.full;
  render.width = terminal_width(fd).value_or(render.width);
  render.show_time = ::isatty(fd) == 1;  // elsewhere the same findings give the same bytes
  const std::string shown = report_format_by_name(options.format)->render(report, render);
  to_stderr ? write_err(shown) : write_out(shown);
  render.color = render.show_time = false;
  for (const OutputFile& output : options.outputs) {
    std::string text = report_format_by_name(output.format)->render(report, render);
    Result<void> written = write_file_atomically(output.path, text);
    if (!written) status = usage_error(written.error().message);
  }
  if (!options.write_baseline.empty()) {
    Result<void> written =
        write_file_atomically(options.write_baseline, render_baseline(finished.for_baseline));
    if (!written) status = usage_error(written.error().message);
  }
  if (report.stats) write_err(render_stats_text(*report.stats));
  if (session.abandoned) {
    ::_exit(static_cast<int>(finish_output(status)));
  }
  return status;
}

}  // namespace dh
