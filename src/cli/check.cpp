// deadheat check: static analysis of files, by language.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "base/resources.h"
#include "cli/commands.h"
#include "cli/conclude.h"
#include "cli/front_ends.h"
#include "cli/overlays.h"
#include "cli/stdin_input.h"
#include "source/discovery.h"
#include "source/overlay.h"
#include "source/root.h"

namespace dh {

namespace {

// What the command line says of a SettingFlag; one member by its kind.
struct FlagValue {
  bool given = false;
  std::optional<int64_t> number;
  std::string text;
  std::vector<std::string> texts;
};

struct CheckOptions {
  std::vector<std::string> paths = {"."};
  std::string language;
  std::string stdin_path = "<stdin>";
  std::string overlays;
  std::vector<std::string> include;
  std::vector<std::string> exclude;
  std::vector<std::string> include_paths;
  std::vector<FlagValue> flags;  // by index of setting_flags()
  bool allow_empty = false;
  ReportOptions report;
};

// Paths with the same configuration are one project: analysed together.
struct Project {
  Config config;
  std::vector<std::string> paths;
};

bool reads_stdin(const CheckOptions& options) {
  return std::find(options.paths.begin(), options.paths.end(), "-") != options.paths.end();
}

// `check -`: the text becomes the file `--stdin-path` for everything that opens it.
Result<std::vector<Project>> project_of_stdin(const CheckOptions& options, Diagnostics& diagnostics) {
  if (options.paths.size() != 1) return fail("'-' is the only path when standard input is checked");
  if (options.language.empty()) return fail("'check -' needs --language: standard input has no file name");
  Result<std::string> text = read_standard_input();
  if (!text) return tl::unexpected(text.error());
  set_overlay(options.stdin_path, std::move(*text));
  Project project;
  project.paths = {options.stdin_path};
  std::string folder = std::filesystem::path(options.stdin_path).parent_path().string();
  if (std::optional<std::string> config = find_config(folder.empty() ? "." : folder)) {
    project.config = read_config(*config, diagnostics);
  }
  std::vector<Project> projects;
  projects.push_back(std::move(project));
  return projects;
}

Result<std::vector<Project>> find_projects(const CheckOptions& options, Diagnostics& diagnostics) {
  if (reads_stdin(options)) return project_of_stdin(options, diagnostics);
  std::map<std::string, Project> by_config;
  for (const std::string& path : options.paths) {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
      return fail("{}: {}", path, error ? error.message() : "no such file or folder");
    }
    std::string config = find_config(path).value_or("");
    auto [it, is_new] = by_config.try_emplace(config);
    if (is_new && !config.empty()) it->second.config = read_config(config, diagnostics);
    it->second.paths.push_back(path);
  }
  std::vector<Project> projects;
  for (auto& [config, project] : by_config) projects.push_back(std::move(project));
  return projects;
}

std::optional<TomlValue> setting_of(const SettingFlag& flag, const FlagValue& value) {
  Place place{flag.flag, 0, 0, 0, 0};
  switch (flag.kind) {
    case SettingFlag::Kind::boolean:
      if (value.given) return TomlValue{true, place};
      break;
    case SettingFlag::Kind::integer:
      if (value.number) return TomlValue{*value.number, place};
      break;
    case SettingFlag::Kind::string:
      if (!value.text.empty()) return TomlValue{value.text, place};
      break;
    case SettingFlag::Kind::strings: {
      TomlArray array;
      for (const std::string& text : value.texts) array.push_back({text, place});
      if (!array.empty()) return TomlValue{std::move(array), place};
      break;
    }
  }
  return std::nullopt;
}

// The language's table with the command line's flags laid over it.
TomlValue settings_of(const Config& config, Language language, const CheckOptions& options) {
  const TomlValue* table = config.settings(language);
  TomlValue settings =
      table != nullptr ? *table : TomlValue{TomlMembers{}, Place{"command line", 0, 0, 0, 0}};
  TomlMembers& members = std::get<TomlMembers>(settings.value);
  auto flags = setting_flags();
  for (size_t i = 0; i < flags.size(); ++i) {
    if (flags[i].language != language) continue;
    if (auto value = setting_of(flags[i], options.flags[i])) members.insert_or_assign(flags[i].key, *value);
  }
  return settings;
}

struct CheckedProject {
  std::vector<InputFile> files;
  std::map<std::string, size_t> files_by_language;
};

// Several paths of the command line may lead to one file: its first spelling stays.
void remove_other_spellings(std::vector<InputFile>& files) {
  StringSet seen;
  files.erase(
      std::remove_if(files.begin(), files.end(),
                     [&](const InputFile& file) { return !seen.insert(canonical_path(file.path)).second; }),
      files.end());
}

CheckedProject check_project(const Project& project, const CheckOptions& options, const ReadableRoots& roots,
                             CheckSink& sink, StopToken stop) {
  sink.phase("find files");
  DiscoveryOptions discovery;
  if (!options.language.empty()) discovery.language = language_by_name(options.language);
  discovery.include = options.include.empty() ? project.config.include : options.include;
  discovery.exclude = project.config.exclude;
  discovery.exclude.insert(discovery.exclude.end(), options.exclude.begin(), options.exclude.end());
  discovery.roots = roots;
  discovery.parallel = {options.report.jobs, stop};
  CheckedProject result;
  Diagnostics diagnostics;
  for (const std::string& path : project.paths) {
    std::vector<InputFile> found = reads_stdin(options) ? std::vector{InputFile{path, *discovery.language}}
                                                        : discover(path, discovery, diagnostics);
    result.files.insert(result.files.end(), found.begin(), found.end());
  }
  sink.add(std::move(diagnostics));
  std::sort(result.files.begin(), result.files.end());
  if (project.paths.size() > 1) remove_other_spellings(result.files);

  for (Language language : all_languages()) {
    CheckInput input;
    for (const InputFile& file : result.files) {
      if (file.language == language) input.paths.push_back(file.path);
    }
    if (input.paths.empty() || stop.requested()) continue;
    result.files_by_language[std::string(language_name(language))] = input.paths.size();
    const FrontEnd* front_end = find_front_end(language);
    if (front_end == nullptr) {
      sink.add(Diagnostic{Severity::error, Place{input.paths.front(), 0, 0, 0, 0},
                          fmt::format("this version does not analyse {} yet", language_title(language))});
      continue;
    }
    TomlValue settings = settings_of(project.config, language, options);
    input.include_paths = options.include_paths;
    input.roots = roots;
    input.settings = &settings;
    input.factor_weights = project.config.factor_weights;
    input.parallel = {options.report.jobs, stop};
    front_end->check(input, sink);
  }
  return result;
}

// What happens on the session's thread; shared, because it may be abandoned there.
struct CheckState {
  CheckOptions options;
  std::vector<Project> projects;
  ReadableRoots roots;
  std::mutex mutex;
  std::vector<InputFile> files;
  std::map<std::string, size_t> files_by_language;
  StringMap<size_t> project_of_file;
};

// A check that looked at nothing must not pass for a check that found nothing.
Diagnostic nothing_analysed(const CheckOptions& options) {
  std::string paths = fmt::format("{}", fmt::join(options.paths, ", "));
  if (options.allow_empty) return {Severity::note, {}, fmt::format("nothing was analysed in {}", paths)};
  return {Severity::error,
          {},
          fmt::format("nothing was analysed: {} holds no files of a language that deadheat reads, or all of "
                      "them are excluded; --allow-empty accepts this",
                      paths)};
}

void check_all(CheckState& state, CheckSink& sink, StopToken stop) {
  for (size_t i = 0; i < state.projects.size(); ++i) {
    CheckedProject checked = check_project(state.projects[i], state.options, state.roots, sink, stop);
    std::lock_guard lock(state.mutex);
    for (const InputFile& file : checked.files) state.project_of_file.emplace(file.path, i);
    state.files.insert(state.files.end(), checked.files.begin(), checked.files.end());
    for (const auto& [language, count] : checked.files_by_language)
      state.files_by_language[language] += count;
  }
}

// Each finding follows the configuration of the project that its file belongs to.
void apply_policies(std::vector<Finding>& findings, const CheckState& state) {
  std::vector<std::vector<Finding>> by_project(state.projects.size());
  for (Finding& finding : findings) {
    auto it = state.project_of_file.find(finding.place.path);
    by_project[it == state.project_of_file.end() ? 0 : it->second].push_back(std::move(finding));
  }
  findings.clear();
  for (size_t i = 0; i < by_project.size(); ++i) {
    apply_policy(by_project[i], state.projects[i].config.policy);
    std::move(by_project[i].begin(), by_project[i].end(), std::back_inserter(findings));
  }
}

ExitStatus run_check(CheckOptions& options) {
  double began = monotonic_seconds();
  if (auto error = finish_report_options(options.report)) return usage_error(*error);
  if (!options.overlays.empty()) {
    if (options.overlays == "-" && reads_stdin(options))
      return usage_error("standard input cannot be both a file to check and --overlays");
    Result<void> read = read_overlays(options.overlays);
    if (!read) return usage_error(read.error().message);
  }
  Diagnostics problems;
  Result<std::vector<Project>> projects = find_projects(options, problems);
  if (!projects) return usage_error(projects.error().message);
  if (!problems.empty()) return usage_error(problems);

  auto state = std::make_shared<CheckState>();
  state->options = options;
  state->projects = std::move(*projects);
  state->roots = readable_roots(options.paths, options.report);
  SessionOptions session{options.report.time_limit_seconds, ::isatty(STDERR_FILENO) == 1,
                         options.report.memory_limit_bytes};
  Conclusion conclusion;
  conclusion.command = "check";
  conclusion.session =
      run_session(session, [state](CheckSink& sink, StopToken stop) { check_all(*state, sink, stop); });
  conclusion.began = began;
  conclusion.paths = options.paths;
  conclusion.roots = state->roots.with(options.include_paths);
  conclusion.configs.clear();
  for (const Project& project : state->projects) {
    conclusion.configs.push_back(project.config);
    use_configuration(project.config, conclusion);
  }
  {
    std::lock_guard lock(state->mutex);
    if (state->files.empty() && !conclusion.session.stopped()) {
      conclusion.session.contents.diagnostics.push_back(nothing_analysed(options));
    }
    conclusion.files = state->files;
    conclusion.files_by_language = state->files_by_language;
    conclusion.project_of_file = state->project_of_file;
    apply_policies(conclusion.session.contents.findings, *state);
  }
  return conclude(std::move(conclusion), options.report);
}

}  // namespace

Action define_check(Options& options) {
  auto values = std::make_shared<CheckOptions>();
  options.footer(
      "Languages are detected from file name and content. The nearest deadheat.toml above a path, up to the "
      "root\n"
      "of its repository, configures it.\n"
      "A comment 'deadheat: ignore RULE -- reason' on or above a line silences a finding there.\n" +
      std::string(kExitStatusHelp));
  options.positionals("PATH", values->paths,
                      "Files and folders to analyse (default: this folder); '-' reads standard input");
  std::vector<std::string> languages;
  for (Language language : all_languages()) languages.emplace_back(language_name(language));
  options.choice(
      "--language", values->language, "LANGUAGE", languages,
      fmt::format("Only this language, also for files with other names: {}", fmt::join(languages, ", ")));
  options.text("--stdin-path", values->stdin_path, "PATH",
               "What to call standard input in reports; its folder's deadheat.toml applies");
  options.text("--overlays", values->overlays, "FILE",
               "For editors: a JSON object of paths and the texts to check instead; '-' is standard input");
  options.texts("--include", values->include, "GLOB", "Only files that match this glob; may be repeated");
  options.texts("--exclude", values->exclude, "GLOB", "No files or folders that match; may be repeated");
  options.texts("-I", values->include_paths, "DIR", "Folder for included files; may be repeated");
  options.flag("--fix", values->report.shown.fixed,
               "Write the textual fixes of findings into their files; files that changed meanwhile stay");
  options.flag("--allow-empty", values->allow_empty, "Accept that there is nothing to analyse");
  auto flags = setting_flags();
  values->flags.resize(flags.size());
  for (size_t i = 0; i < flags.size(); ++i) {
    std::string help = fmt::format("{}: {}", language_title(flags[i].language), flags[i].help);
    FlagValue& value = values->flags[i];
    switch (flags[i].kind) {
      case SettingFlag::Kind::boolean:
        options.flag(flags[i].flag, value.given, help);
        break;
      case SettingFlag::Kind::integer:
        options.number(flags[i].flag, value.number, "N", INT64_MIN, INT64_MAX, help);
        break;
      case SettingFlag::Kind::string:
        options.text(flags[i].flag, value.text, "TEXT", help);
        break;
      case SettingFlag::Kind::strings:
        options.texts(flags[i].flag, value.texts, "TEXT", help);
        break;
    }
  }
  define_report_options(options, values->report);
  define_memory_limit(options, values->report);
  return [values] { return run_check(*values); };
}

}  // namespace dh
