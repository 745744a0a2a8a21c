// deadheat check: static analysis of files, by language.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "base/resources.h"
#include "cli/check/analysis.h"
#include "cli/check/check_options.h"
#include "cli/check/overlays.h"
#include "cli/check/projects.h"
#include "cli/check/since.h"
#include "cli/check/watch.h"
#include "cli/commands.h"
#include "cli/conclude.h"
#include "cli/rule_policies.h"
#include "source/root.h"

namespace dh {

namespace {

// Whether something in the folders could not be read, which has been said.
bool has_error_in(const std::vector<std::string>& folders, const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(), [&](const Diagnostic& one) {
    if (one.severity != Severity::error || !one.place.known()) return false;
    const std::string path = canonical_path(one.place.path);
    return std::any_of(folders.begin(), folders.end(),
                       [&](const std::string& folder) { return is_within(canonical_path(folder), path); });
  });
}

// A check that looked at nothing must not pass for a check that found nothing; nor may a folder that was
// named.
Diagnostic nothing_analysed(const std::vector<std::string>& in, const CheckOptions& options,
                            const Analysis& analysis) {
  std::string paths = fmt::format("{}", fmt::join(in, ", "));
  if (options.allow_empty) return {Severity::note, {}, fmt::format("nothing was analysed in {}", paths)};
  if (has_error_in(in, analysis.session.contents.diagnostics))
    return {Severity::error, {}, fmt::format("nothing was analysed: {} could not be read", paths)};
  std::string reasons = "or all of them are excluded";
  if (analysis.ignored > 0) reasons += " or ignored by git (--no-ignore-vcs analyses those)";
  return {Severity::error,
          {},
          fmt::format("nothing was analysed: {} holds no files of a language that deadheat reads, {}; "
                      "--allow-empty accepts this",
                      paths, reasons)};
}

bool is_any_rule_on(const Analysis& analysis, const std::vector<Project>& projects) {
  const std::vector<Rule> rules = rules_matching("*");
  return std::any_of(analysis.files.begin(), analysis.files.end(), [&](const InputFile& file) {
    const auto project = analysis.project_of_file.find(file.path);
    const RulePolicies& policies =
        projects[project == analysis.project_of_file.end() ? 0 : project->second].config.rules;
    return std::any_of(rules.begin(), rules.end(), [&](Rule rule) {
      return has_rule(file.language, rule_info(rule).id) && policies.of(file.path, rule).enabled;
    });
  });
}

// `--select 'java-*'` where there is only Erlang finds nothing because it looks for nothing.
Diagnostic no_rule_is_on(const Analysis& analysis, const CheckOptions& options) {
  std::vector<std::string_view> languages;
  for (const auto& [name, count] : analysis.files_by_language)
    languages.push_back(language_title(*language_by_name(name)));
  return {options.allow_empty ? Severity::note : Severity::error,
          {},
          fmt::format(
              "nothing was checked: no rule for {} is on (--select, --ignore, [rules] and [[overrides]]); "
              "--allow-empty accepts this",
              fmt::join(languages, ", "))};
}

void report_empty_inputs(Analysis& analysis, const CheckOptions& options,
                         const std::vector<Project>& projects) {
  if (analysis.session.stopped()) return;
  Diagnostics reports;
  if (analysis.files.empty()) {
    reports.push_back(nothing_analysed(options.paths, options, analysis));
  } else if (!is_any_rule_on(analysis, projects)) {
    reports.push_back(no_rule_is_on(analysis, options));
  } else {
    for (const std::string& folder : analysis.empty_folders)
      reports.push_back(nothing_analysed({folder}, options, analysis));
  }
  Diagnostics& diagnostics = analysis.session.contents.diagnostics;
  diagnostics.insert(diagnostics.end(), reports.begin(), reports.end());
}

Conclusion conclusion_of(Analysis analysis, const CheckOptions& options, const std::vector<Project>& projects,
                         const ReadableRoots& roots) {
  Conclusion conclusion;
  conclusion.command = "check";
  conclusion.session = std::move(analysis.session);
  conclusion.paths = options.paths;
  conclusion.roots = roots.with(options.include_paths);
  conclusion.configs.clear();
  for (const Project& project : projects) {
    conclusion.configs.push_back(project.config);
    use_configuration(project.config, conclusion);
  }
  conclusion.files = std::move(analysis.files);
  conclusion.files_by_language = std::move(analysis.files_by_language);
  conclusion.project_of_file = std::move(analysis.project_of_file);
  return conclusion;
}

// What stopped the analysis of the commit stopped this check: findings may pass for new that are not.
void note_stop(const SessionResult& old, SessionResult& now) {
  now.interrupted |= old.interrupted;
  now.timed_out |= old.timed_out;
  now.abandoned |= old.abandoned;
  if (now.out_of_memory.empty()) now.out_of_memory = old.out_of_memory;
}

// Analyses the files of the commit, within what is left of the time limit.
Result<void> read_old_findings(Since& since, const CheckOptions& options,
                               const std::vector<Project>& projects, Conclusion& conclusion,
                               SessionOptions session) {
  if (conclusion.session.stopped() || conclusion.session.contents.findings.empty()) return {};
  if (session.time_limit_seconds > 0) {
    session.time_limit_seconds =
        std::max(0.1, session.time_limit_seconds - (monotonic_seconds() - conclusion.began));
  }
  const auto find = [&](const CheckOptions& old_options, const std::vector<Project>& old_projects,
                        const ReadableRoots& old_roots) {
    Analysis old = analyse(old_options, old_projects, old_roots, session);
    note_stop(old.session, conclusion.session);
    return known_findings(conclusion_of(std::move(old), old_options, old_projects, old_roots),
                          old_options.report);
  };
  return since.read_old_findings(options, projects, find);
}

ExitStatus run_check(CheckOptions& options) {
  double began = monotonic_seconds();
  if (auto error = finish_report_options(options.report)) return usage_error(*error);
  if (!options.overlays.empty()) {
    if (options.overlays == "-" && reads_stdin(options))
      return usage_error("standard input cannot be both a file to check and --overlays");
    if (Result<void> read = read_overlays(options.overlays); !read) return usage_error(read.error().message);
  }
  Diagnostics problems;
  Result<std::vector<Project>> projects = find_projects(options, problems);
  if (!projects) return usage_error(projects.error().message);
  if (!problems.empty()) return usage_error(problems);
  Result<Since> since = Since::start(options);
  if (!since) return usage_error(since.error().message);

  const ReadableRoots roots = readable_roots(options.paths, options.report);
  const SessionOptions session{options.report.time_limit_seconds, ::isatty(STDERR_FILENO) == 1,
                               options.report.memory_limit_bytes};
  Analysis analysis = analyse(options, *projects, roots, session);
  report_empty_inputs(analysis, options, *projects);
  Conclusion conclusion = conclusion_of(std::move(analysis), options, *projects, roots);
  conclusion.began = began;
  if (since->is_on()) {
    if (auto read = read_old_findings(*since, options, *projects, conclusion, session); !read) {
      return usage_error(read.error().message);
    }
    conclusion.is_relevant = [&](const Finding& finding) { return since->is_relevant(finding); };
  }
  return conclude(std::move(conclusion), options.report);
}

}  // namespace

Action define_check(Options& options) {
  auto values = std::make_shared<CheckOptions>();
  define_check_options(options, *values);
  return [values] {
    const auto check = [values] { return run_check(*values); };
    if (!values->watch) return check();
    if (reads_stdin(*values)) return usage_error("--watch needs files: standard input does not change");
    return watch(values->paths, check);
  };
}

}  // namespace dh
