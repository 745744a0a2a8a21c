#include "cli/conclude.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "base/resources.h"
#include "report/report.h"
#include "source/source_file.h"
#include "source/write_file.h"

namespace dh {

namespace {

// Whether this run looked for what a rule finds: the rules of the file's own language, if not turned off.
bool was_checked(const Ignore& ignore, Rule rule, const Policy& policy) {
  Language language = ignore.language == Language::smallir ? Language::smalltalk : ignore.language;
  return policy[static_cast<size_t>(rule)].enabled &&
         rule_info(rule).id.starts_with(fmt::format("{}-", language_name(language)));
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
    std::optional<Language> language = language_by_name(id.substr(0, id.find('-')));
    if (language && known.insert(finding.place.path).second) files.push_back({finding.place.path, *language});
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

ExitStatus status_of(const Report& report, Level fail_on) {
  if (report.summary.interrupted) return ExitStatus::interrupted;
  if (report.summary.incomplete) return ExitStatus::incomplete;
  bool failed = std::any_of(report.findings.begin(), report.findings.end(),
                            [&](const Finding& finding) { return finding.level >= fail_on; });
  return failed ? ExitStatus::findings : ExitStatus::clean;
}

// A reader that goes away (`| head`) is no error.
void print_all(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
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
  fmt::print(stderr, "deadheat: {}\n", message);
  return ExitStatus::usage;
}

ExitStatus usage_error(const Diagnostics& diagnostics) {
  FileSourceLines sources;
  RenderOptions render{.sources = &sources, .color = wants_color("auto", STDERR_FILENO)};
  fmt::print(stderr, "{}", render_diagnostics_text(sorted_diagnostics(diagnostics), render));
  return ExitStatus::usage;
}

ExitStatus conclude(Conclusion conclusion, const ReportOptions& options) {
  SessionResult& session = conclusion.session;
  Baseline baseline;
  if (!options.baseline.empty()) {
    Result<Baseline> read = read_baseline(options.baseline);
    if (!read) return usage_error(read.error().message);
    baseline = std::move(*read);
  }
  const bool stopped = session.interrupted || session.timed_out;
  if (session.timed_out) {
    session.contents.diagnostics.push_back(
        {Severity::error,
         {},
         fmt::format("stopped by --time-limit {}; results are incomplete", options.time_limit)});
  }

  FinishOptions finish;
  const Policy& policy = conclusion.config.policy;
  finish.ignores = collect_ignores(files_with_comments(conclusion), Parallelism{options.jobs, {}});
  finish.rule_was_checked = [&](const Ignore& ignore, Rule rule) {
    return !stopped && was_checked(ignore, rule, policy);
  };
  finish.unused_ignore = policy[static_cast<size_t>(Rule::unused_ignore)];
  finish.baseline = options.baseline.empty() ? nullptr : &baseline;
  finish.min_confidence = static_cast<int>(
      options.min_confidence.value_or(conclusion.config.min_confidence.value_or(kHideBelow)));
  std::optional<int64_t> top = options.top ? options.top : conclusion.config.top;
  if (top) finish.top = static_cast<size_t>(*top);
  finish.order = options.sort == "rank" || (options.sort.empty() && top) ? Order::rank : Order::place;
  FinishedFindings finished = finish_findings(std::move(session.contents.findings), finish);

  Report report;
  report.command = conclusion.command;
  report.findings = std::move(finished.shown);
  report.diagnostics = sorted_diagnostics(std::move(session.contents.diagnostics));
  report.summary.files = conclusion.files_by_language;
  report.summary.totals = std::move(session.contents.totals);
  report.summary.hidden_by_baseline = finished.in_baseline;
  report.summary.hidden_by_ignores = finished.ignored;
  report.summary.hidden_by_confidence = finished.below_confidence;
  report.summary.cut_by_top = finished.cut_by_top;
  report.summary.interrupted = session.interrupted;
  report.summary.incomplete =
      stopped || std::any_of(report.diagnostics.begin(), report.diagnostics.end(),
                             [](const Diagnostic& d) { return d.severity == Severity::error; });
  Level fail_on = level_by_name(options.fail_on).value_or(conclusion.config.fail_on.value_or(Level::warning));
  report.summary.seconds = monotonic_seconds() - conclusion.began;
  if (options.stats) {
    report.stats = Stats{session.contents.phases, session.contents.counts, report.summary.seconds,
                         peak_resident_bytes()};
  }
  ExitStatus status = status_of(report, fail_on);
  report.summary.exit_status = static_cast<int>(status);

  FileSourceLines sources;
  RenderOptions render{.sources = &sources, .explain_confidence = options.explain_confidence};
  render.color = wants_color(options.color, STDERR_FILENO);
  fmt::print(stderr, "{}", render_diagnostics_text(report.diagnostics, render));
  render.color = wants_color(options.color, STDOUT_FILENO);
  render.show_time = ::isatty(STDOUT_FILENO) == 1;  // elsewhere the same findings give the same bytes
  print_all(report_format_by_name(options.format)->render(report, render));
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
  if (report.stats) fmt::print(stderr, "{}", render_stats_text(*report.stats));
  if (session.abandoned) {
    std::fflush(nullptr);
    ::_exit(static_cast<int>(status));
  }
  return status;
}

}  // namespace dh
