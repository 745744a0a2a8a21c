#include "cli/finish.h"

#include <algorithm>
#include <iterator>

#include "cli/stable_paths.h"
#include "source/source_file.h"

namespace dh {

size_t project_of(const Conclusion& conclusion, const std::string& path) {
  auto it = conclusion.project_of_file.find(path);
  return it == conclusion.project_of_file.end() ? 0 : it->second;
}

RulePolicy policy_of(const Conclusion& conclusion, const std::string& path, Rule rule) {
  return conclusion.configs[project_of(conclusion, path)].rules.of(path, rule);
}

namespace {

// Whether this run looked for what a rule finds: the rules of the file's own language, if not turned off.
bool was_checked(const Ignore& ignore, Rule rule, const Conclusion& conclusion) {
  return policy_of(conclusion, ignore.place.path, rule).enabled &&
         has_rule(ignore.language, rule_info(rule).id);
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

std::vector<ProjectLimits> limits_of(const std::vector<Config>& configs, const ReportOptions& options) {
  std::vector<ProjectLimits> limits;
  for (const Config& config : configs) {
    ProjectLimits& project = limits.emplace_back();
    project.min_confidence =
        static_cast<int>(options.min_confidence.value_or(config.min_confidence.value_or(kHideBelow)));
    if (config.top) project.top = static_cast<size_t>(*config.top);
  }
  return limits;
}

}  // namespace

FinishedFindings finish_conclusion(Conclusion& conclusion, const ReportOptions& options,
                                   const Baseline* baseline) {
  const bool stopped = conclusion.session.stopped();
  FinishOptions finish;
  finish.project_of = [&](const std::string& path) { return project_of(conclusion, path); };
  finish.policy_of = [&](const std::string& path, Rule rule) { return policy_of(conclusion, path, rule); };
  finish.projects = limits_of(conclusion.configs, options);
  finish.ignores = collect_ignores(files_with_comments(conclusion), Parallelism{options.jobs, {}});
  finish.rule_was_checked = [&](const Ignore& ignore, Rule rule) {
    return !stopped && was_checked(ignore, rule, conclusion);
  };
  StablePaths stable_paths(conclusion.paths);
  finish.stable_path = [&](const std::string& path) { return stable_paths.of(path); };
  finish.baseline = baseline;
  finish.is_relevant = conclusion.is_relevant;
  if (options.top) finish.top = static_cast<size_t>(*options.top);
  const bool is_cut = options.top || std::any_of(finish.projects.begin(), finish.projects.end(),
                                                 [](const ProjectLimits& project) { return project.top; });
  finish.order = options.sort == "rank" || (options.sort.empty() && is_cut) ? Order::rank : Order::place;
  return finish_findings(std::move(conclusion.session.contents.findings), finish);
}

std::vector<BaselineEntry> known_findings(Conclusion conclusion, const ReportOptions& options) {
  StablePaths stable_paths(conclusion.paths);
  const auto stable_path = [&](const std::string& path) { return stable_paths.of(path); };
  return baseline_entries(finish_conclusion(conclusion, options, nullptr).for_baseline, stable_path);
}

}  // namespace dh
