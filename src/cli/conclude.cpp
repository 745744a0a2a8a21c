#include "cli/conclude.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "base/resources.h"
#include "cli/apply_fixes.h"
#include "cli/commit.h"
#include "cli/diagnostic_groups.h"
#include "cli/finish.h"
#include "cli/output.h"
#include "cli/stable_paths.h"
#include "cli/stale_baseline.h"
#include "cli/write_reports.h"
#include "report/display.h"
#include "report/report.h"
#include "report/words.h"
#include "source/write_file.h"

namespace dh {

namespace {

Diagnostics sorted_diagnostics(Diagnostics diagnostics) {
  std::sort(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.place, a.severity, a.message) < std::tie(b.place, b.severity, b.message);
  });
  diagnostics.erase(std::unique(diagnostics.begin(), diagnostics.end()), diagnostics.end());
  return diagnostics;
}

// The command line goes before the configuration of the finding's project.
Level fail_on_of(const Conclusion& conclusion, const ReportOptions& options, const Finding& finding) {
  if (std::optional<Level> given = level_by_name(options.fail_on)) return *given;
  return conclusion.configs[project_of(conclusion, finding.place.path)].fail_on.value_or(Level::warning);
}

// --quiet.
void keep_errors(Diagnostics& diagnostics) {
  diagnostics.erase(std::remove_if(diagnostics.begin(), diagnostics.end(),
                                   [](const Diagnostic& one) { return one.severity != Severity::error; }),
                    diagnostics.end());
}

ExitStatus status_of(const Report& report, const Conclusion& conclusion, const ReportOptions& options) {
  if (report.summary.interrupted) return ExitStatus::interrupted;
  // What could not be decided is not a bug: its diagnostic makes the analysis incomplete.
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

void apply_configuration(const Config& config, std::vector<Finding>& findings) {
  for (Finding& finding : findings) finding.confidence.use_weights(config.factor_weights);
  apply_policy(findings, [&](const std::string& path, Rule rule) { return config.rules.of(path, rule); });
}

ReadableRoots readable_roots(const std::vector<std::string>& paths, const ReportOptions& options) {
  if (options.allowed.outside) return {};
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

  FinishedFindings finished =
      finish_conclusion(conclusion, options, options.baseline.empty() ? nullptr : &baseline);
  std::vector<BaselineEntry> stale;
  if (!options.baseline.empty()) {
    stale = stale_entries(std::move(finished.unmatched), conclusion);
    report_stale_entries(stale, options, session.contents.diagnostics);
  }

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
  report.summary.hidden_by_since = finished.irrelevant;
  report.summary.hidden_by_confidence = finished.below_confidence;
  report.summary.cut_by_top = finished.cut_by_top;
  report.summary.interrupted = session.interrupted;
  IncompleteCount incomplete = count_incomplete(report.diagnostics, conclusion.accepted);
  report.summary.incomplete = incomplete.all;
  report.summary.incomplete_accepted = options.allowed.incomplete ? incomplete.all : incomplete.accepted;
  if (!options.messages.all) report.diagnostics = group_diagnostics(report.diagnostics);
  if (options.messages.quiet) keep_errors(report.diagnostics);
  report.summary.seconds = monotonic_seconds() - conclusion.began;
  if (options.stats) {
    report.stats = Stats{session.contents.phases, session.contents.counts, report.summary.configurations,
                         report.summary.seconds, peak_resident_bytes()};
  }
  ExitStatus status = status_of(report, conclusion, options);
  report.summary.exit_status = static_cast<int>(status);

  status = write_reports(report, options, conclusion.roots, status);
  if (!options.write_baseline.empty()) {
    StablePaths stable_paths(conclusion.paths);
    const auto stable_path = [&](const std::string& path) { return stable_paths.of(path); };
    Result<void> written = write_file_atomically(
        options.write_baseline, render_baseline(baseline_entries(finished.for_baseline, stable_path)));
    if (!written) status = usage_error(written.error().message);
  }
  if (options.update_baseline && !stale.empty()) {
    Result<void> written = write_file_atomically(options.baseline, render_without(baseline, stale));
    if (!written) status = usage_error(written.error().message);
  }
  if (report.stats) write_err(render_stats_text(*report.stats));
  if (session.abandoned) {
    ::_exit(static_cast<int>(finish_output(status)));
  }
  return status;
}

}  // namespace dh
