#include "cli/check/analysis.h"

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <mutex>

#include "base/digits.h"
#include "cli/check/cached_check.h"
#include "cli/front_ends.h"
#include "source/glob.h"
#include "source/root.h"
#include "vcs/ignore_files.h"
#include "vcs/submodules.h"

namespace dh {

namespace {

namespace fs = std::filesystem;

struct CheckedProject {
  std::vector<InputFile> files;
  std::map<std::string, int64_t> unread;  // files of languages that are not analysed, by the language's name
  std::vector<std::string> empty_folders;
  size_t ignored = 0;  // by git
};

using FilesOfLanguage = std::pair<Language, std::vector<std::string>>;

// Several paths of the command line may lead to one file: its first spelling stays.
void remove_other_spellings(std::vector<InputFile>& files) {
  StringSet seen;
  files.erase(
      std::remove_if(files.begin(), files.end(),
                     [&](const InputFile& file) { return !seen.insert(canonical_path(file.path)).second; }),
      files.end());
}

// Code that was not fetched must not pass for checked.
void report_missing_submodules(const std::string& path, const std::vector<std::string>& exclude,
                               Diagnostics& diagnostics) {
  const std::string canonical = canonical_path(path);
  const std::optional<std::string> root = find_repository_root(canonical);
  if (!root) return;
  for (const std::string& submodule : missing_submodules(*root)) {
    const std::string folder = *root + "/" + submodule;
    if (!is_within(canonical, folder)) continue;
    const std::string relative = relative_to(canonical, folder);
    const bool is_excluded = std::any_of(exclude.begin(), exclude.end(), [&](const std::string& glob) {
      return glob_matches(glob, relative);
    });
    if (is_excluded) continue;
    const std::string spelled = path == "." ? relative : relative == "." ? path : path + "/" + relative;
    diagnostics.push_back({Severity::warning, Place{spelled, 0, 0, 0, 0},
                           "not analysed: the submodule is empty; 'git submodule update --init' fetches it"});
  }
}

CheckedProject find_files(const Project& project, const CheckOptions& options, const ReadableRoots& roots,
                          CheckSink& sink, StopToken stop) {
  sink.phase("find files");
  DiscoveryOptions discovery;
  if (!options.language.empty()) discovery.language = language_by_name(options.language);
  discovery.include = options.include.empty() ? project.config.include : options.include;
  discovery.exclude = project.config.exclude;
  discovery.exclude.insert(discovery.exclude.end(), options.exclude.begin(), options.exclude.end());
  discovery.roots = roots;
  IgnoreFilesByRepository ignore_files;
  size_t ignored = 0;
  if (!options.no_ignore_vcs) {
    discovery.is_ignored = [&](const std::string& path, bool is_folder) {
      const bool is_ignored = ignore_files.ignores(path, is_folder);
      ignored += is_ignored ? 1 : 0;
      return is_ignored;
    };
  }
  discovery.parallel = {options.report.jobs, stop};
  CheckedProject result;
  Diagnostics diagnostics;
  std::error_code error;
  if (!discovery.language || *discovery.language == Language::java) discovery.unread = &result.unread;
  for (const std::string& path : project.paths) {
    std::vector<InputFile> found = reads_stdin(options) ? std::vector{InputFile{path, *discovery.language}}
                                                        : discover(path, discovery, diagnostics);
    if (found.empty() && !stop.requested() && fs::is_directory(path, error))
      result.empty_folders.push_back(path);
    result.files.insert(result.files.end(), found.begin(), found.end());
  }
  for (const std::string& path : project.paths)
    report_missing_submodules(path, discovery.exclude, diagnostics);
  sink.add(std::move(diagnostics));
  if (ignored > 0) sink.count("files and folders that git ignores", static_cast<int64_t>(ignored));
  result.ignored = ignored;
  std::sort(result.files.begin(), result.files.end());
  if (project.paths.size() > 1) remove_other_spellings(result.files);

  return result;
}

void check_language(const Project& project, const CheckOptions& options, const ReadableRoots& roots,
                    Language language, CheckInput input, CheckSink& sink) {
  const FrontEnd* front_end = find_front_end(language);
  if (front_end == nullptr) {
    sink.add(Diagnostic{Severity::error, Place{input.paths.front(), 0, 0, 0, 0},
                        fmt::format("this version does not analyse {} yet", language_title(language))});
    return;
  }
  TomlValue settings = settings_of(project.config, language, options);
  input.include_paths = options.include_paths;
  input.roots = roots;
  input.settings = &settings;
  input.factor_weights = project.config.factor_weights;
  const auto check = [&](KeptParts* kept) {
    input.kept = kept;
    front_end->check(input, sink);
  };
  // Texts that no file has must not become results of files.
  if (options.no_cache || reads_stdin(options) || !options.overlays.empty()) return check(nullptr);
  check_with_cache({language, input, project, options, roots}, sink, check);
}

// The languages of the files, the one with the least text first: what exceeds a limit is likely to be the
// last, and everything before it is whole.
std::vector<FilesOfLanguage> by_language(const std::vector<InputFile>& files) {
  std::vector<FilesOfLanguage> languages;
  std::map<Language, uint64_t> bytes;
  for (Language language : all_languages()) {
    std::vector<std::string> paths;
    for (const InputFile& file : files) {
      if (file.language != language) continue;
      paths.push_back(file.path);
      std::error_code error;
      const uint64_t size = fs::file_size(file.path, error);
      if (!error) bytes[language] += size;
    }
    if (!paths.empty()) languages.emplace_back(language, std::move(paths));
  }
  std::stable_sort(languages.begin(), languages.end(),
                   [&](const auto& a, const auto& b) { return bytes[a.first] < bytes[b.first]; });
  return languages;
}

// What happens on the session's thread; shared, because it may be abandoned there.
struct AnalysisState {
  CheckOptions options;
  std::vector<Project> projects;
  ReadableRoots roots;
  std::mutex mutex;
  Analysis result;
  size_t begun = 0;                    // projects
  std::map<Language, size_t> waiting;  // files of the projects that have begun, by language
};

// What is known of a project before its analysis begins: all that is left where it never ends.
void begin_project(AnalysisState& state, size_t i, const CheckedProject& checked,
                   const std::vector<FilesOfLanguage>& languages) {
  Analysis& result = state.result;
  std::lock_guard lock(state.mutex);
  ++state.begun;
  result.ignored += checked.ignored;
  result.empty_folders.insert(result.empty_folders.end(), checked.empty_folders.begin(),
                              checked.empty_folders.end());
  for (const InputFile& file : checked.files) result.project_of_file.emplace(file.path, i);
  result.files.insert(result.files.end(), checked.files.begin(), checked.files.end());
  for (const auto& [language, paths] : languages) state.waiting[language] += paths.size();
}

void begin_language(AnalysisState& state, const FilesOfLanguage& files) {
  std::lock_guard lock(state.mutex);
  state.waiting[files.first] -= files.second.size();
  state.result.files_by_language[std::string(language_name(files.first))] += files.second.size();
}

void check_project(AnalysisState& state, size_t i, CheckSink& sink, StopToken stop) {
  const Project& project = state.projects[i];
  const CheckedProject checked = find_files(project, state.options, state.roots, sink, stop);
  const std::vector<FilesOfLanguage> languages = by_language(checked.files);
  begin_project(state, i, checked, languages);
  for (const FilesOfLanguage& files : languages) {
    if (stop.requested()) return;
    begin_language(state, files);
    CheckInput input;
    input.paths = files.second;
    input.parallel = {state.options.report.jobs, stop};
    check_language(project, state.options, state.roots, files.first, std::move(input), sink);
    ::malloc_trim(0);  // --memory-limit is about what is used, not about what was
    if (files.first != Language::java) continue;
    for (const auto& [name, count] : checked.unread)
      sink.total(fmt::format("{} {} file{} not analysed", grouped_digits(count), name,
                             count == 1 ? " was" : "s were"));
  }
}

void check_all(AnalysisState& state, CheckSink& sink, StopToken stop) {
  for (size_t i = 0; i < state.projects.size() && !stop.requested(); ++i) check_project(state, i, sink, stop);
}

// What a limit, or Ctrl-C, did not let begin.
void report_left_out(const AnalysisState& state, Diagnostics& diagnostics) {
  for (const auto& [language, count] : state.waiting) {
    if (count == 0) continue;
    diagnostics.push_back({Severity::error,
                           {},
                           fmt::format("{} {} file{} not analysed: the check had stopped before",
                                       grouped_digits(static_cast<int64_t>(count)), language_title(language),
                                       count == 1 ? " was" : "s were")});
  }
  for (size_t i = state.begun; i < state.projects.size(); ++i) {
    for (const std::string& path : state.projects[i].paths)
      diagnostics.push_back(
          {Severity::error, Place{path, 0, 0, 0, 0}, "not analysed: the check had stopped before"});
  }
}

// Each finding follows the configuration of the project that its file belongs to.
void apply_policies(std::vector<Finding>& findings, const AnalysisState& state) {
  std::vector<std::vector<Finding>> by_project(state.projects.size());
  for (Finding& finding : findings) {
    auto it = state.result.project_of_file.find(finding.place.path);
    by_project[it == state.result.project_of_file.end() ? 0 : it->second].push_back(std::move(finding));
  }
  findings.clear();
  for (size_t i = 0; i < by_project.size(); ++i) {
    const RulePolicies& rules = state.projects[i].config.rules;
    apply_policy(by_project[i], [&](const std::string& path, Rule rule) { return rules.of(path, rule); });
    std::move(by_project[i].begin(), by_project[i].end(), std::back_inserter(findings));
  }
}

}  // namespace

Analysis analyse(const CheckOptions& options, const std::vector<Project>& projects,
                 const ReadableRoots& roots, const SessionOptions& session) {
  auto state = std::make_shared<AnalysisState>();
  state->options = options;
  state->projects = projects;
  state->roots = roots;
  SessionResult ended =
      run_session(session, [state](CheckSink& sink, StopToken stop) { check_all(*state, sink, stop); });
  std::lock_guard lock(state->mutex);
  Analysis result = state->result;
  result.session = std::move(ended);
  if (result.session.stopped()) report_left_out(*state, result.session.contents.diagnostics);
  apply_policies(result.session.contents.findings, *state);
  return result;
}

}  // namespace dh
