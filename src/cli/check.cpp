// deadheat check: static analysis of files, by language.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>

#include "base/resources.h"
#include "cli/commands.h"
#include "cli/conclude.h"
#include "cli/front_ends.h"
#include "source/discovery.h"

namespace dh {

namespace {

struct CheckOptions {
  std::vector<std::string> paths = {"."};
  std::string language;
  std::vector<std::string> include;
  std::vector<std::string> exclude;
  std::vector<std::string> include_paths;
  std::vector<std::vector<std::string>> setting_values;  // by index of setting_flags()
  std::vector<char> setting_flags_given;
  ReportOptions report;
};

// Paths with the same configuration are one project: analysed together.
struct Project {
  Config config;
  std::vector<std::string> paths;
};

Result<std::vector<Project>> find_projects(const std::vector<std::string>& paths, Diagnostics& diagnostics) {
  std::map<std::string, Project> by_config;
  for (const std::string& path : paths) {
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

// The language's table with the command line's flags laid over it.
TomlValue settings_of(const Config& config, Language language, const CheckOptions& options) {
  const TomlValue* table = config.settings(language);
  TomlValue settings =
      table != nullptr ? *table : TomlValue{TomlMembers{}, Place{"command line", 0, 0, 0, 0}};
  TomlMembers& members = std::get<TomlMembers>(settings.value);
  auto flags = setting_flags();
  for (size_t i = 0; i < flags.size(); ++i) {
    const SettingFlag& flag = flags[i];
    const std::vector<std::string>& values = options.setting_values[i];
    if (flag.language != language || (values.empty() && options.setting_flags_given[i] == 0)) continue;
    TomlValue value{true, Place{flag.flag, 0, 0, 0, 0}};
    switch (flag.kind) {
      case SettingFlag::Kind::boolean:
        break;
      case SettingFlag::Kind::integer:
        value.value = static_cast<int64_t>(std::stoll(values.back()));
        break;
      case SettingFlag::Kind::string:
        value.value = values.back();
        break;
      case SettingFlag::Kind::strings: {
        TomlArray array;
        for (const std::string& text : values) array.push_back({text, value.place});
        value.value = std::move(array);
        break;
      }
    }
    members.insert_or_assign(flag.key, std::move(value));
  }
  return settings;
}

struct CheckedProject {
  std::vector<InputFile> files;
  std::map<std::string, size_t> files_by_language;
};

CheckedProject check_project(const Project& project, const CheckOptions& options, CheckSink& sink,
                             StopToken stop) {
  sink.phase("find files");
  DiscoveryOptions discovery;
  if (!options.language.empty()) discovery.language = language_by_name(options.language);
  discovery.include = options.include.empty() ? project.config.include : options.include;
  discovery.exclude = project.config.exclude;
  discovery.exclude.insert(discovery.exclude.end(), options.exclude.begin(), options.exclude.end());
  discovery.parallel = {options.report.jobs, stop};
  CheckedProject result;
  Diagnostics diagnostics;
  for (const std::string& path : project.paths) {
    auto found = discover(path, discovery, diagnostics);
    result.files.insert(result.files.end(), found.begin(), found.end());
  }
  if (result.files.empty() && diagnostics.empty()) {
    diagnostics.push_back({Severity::warning, Place{project.paths.front(), 0, 0, 0, 0},
                           "nothing to analyse: no files of a language that deadheat knows"});
  }
  sink.add(std::move(diagnostics));
  std::sort(result.files.begin(), result.files.end());
  result.files.erase(std::unique(result.files.begin(), result.files.end()), result.files.end());

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
    input.settings = &settings;
    input.parallel = {options.report.jobs, stop};
    front_end->check(input, sink);
  }
  return result;
}

// What happens on the session's thread; shared, because it may be abandoned there.
struct CheckState {
  CheckOptions options;
  std::vector<Project> projects;
  std::mutex mutex;
  std::vector<InputFile> files;
  std::map<std::string, size_t> files_by_language;
  StringMap<size_t> project_of_file;
};

void check_all(CheckState& state, CheckSink& sink, StopToken stop) {
  for (size_t i = 0; i < state.projects.size(); ++i) {
    CheckedProject checked = check_project(state.projects[i], state.options, sink, stop);
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
  Diagnostics problems;
  Result<std::vector<Project>> projects = find_projects(options.paths, problems);
  if (!projects) return usage_error(projects.error().message);
  if (!problems.empty()) return usage_error(problems);

  auto state = std::make_shared<CheckState>();
  state->options = options;
  state->projects = std::move(*projects);
  SessionOptions session{options.report.time_limit_seconds, ::isatty(STDERR_FILENO) == 1};
  Conclusion conclusion;
  conclusion.command = "check";
  conclusion.session =
      run_session(session, [state](CheckSink& sink, StopToken stop) { check_all(*state, sink, stop); });
  conclusion.began = began;
  conclusion.config = state->projects.front().config;
  {
    std::lock_guard lock(state->mutex);
    conclusion.files = state->files;
    conclusion.files_by_language = state->files_by_language;
    apply_policies(conclusion.session.contents.findings, *state);
  }
  return conclude(std::move(conclusion), options.report);
}

}  // namespace

Action add_check(CLI::App& app) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand("check", "Find concurrency bugs in source files (static analysis)");
  command->footer(
      "Languages are told by file name and content. The nearest deadheat.toml above a path configures it.\n"
      "A comment 'deadheat: ignore RULE -- reason' on or above a line silences a finding there.\n" +
      std::string(kExitStatusHelp));
  command->add_option("PATH", options->paths, "Files and folders to analyse (default: this folder)")
      ->type_name("");
  command->add_option("--language", options->language, "Only this language; forces it for files named here")
      ->type_name("LANGUAGE")
      ->check(CLI::Validator(
          [](std::string& name) {
            return language_by_name(name)
                       ? std::string()
                       : fmt::format("no language '{}'; there are smalltalk, erlang, exo, java, smallir",
                                     name);
          },
          ""));
  command->add_option("--include", options->include, "Only files that match this glob; may be repeated")
      ->type_name("GLOB")
      ->allow_extra_args(false);
  command->add_option("--exclude", options->exclude, "No files or folders that match; may be repeated")
      ->type_name("GLOB")
      ->allow_extra_args(false);
  command->add_option("-I", options->include_paths, "Folder for included files; may be repeated")
      ->type_name("DIR")
      ->allow_extra_args(false);
  auto flags = setting_flags();
  options->setting_values.resize(flags.size());
  options->setting_flags_given.resize(flags.size());
  for (size_t i = 0; i < flags.size(); ++i) {
    std::string help = fmt::format("{}: {}", language_title(flags[i].language), flags[i].help);
    if (flags[i].kind == SettingFlag::Kind::boolean) {
      command->add_flag_callback(
          flags[i].flag, [options, i] { options->setting_flags_given[i] = 1; }, help);
    } else {
      CLI::Option* option =
          command->add_option(flags[i].flag, options->setting_values[i], help)->allow_extra_args(false);
      if (flags[i].kind == SettingFlag::Kind::integer)
        option->check(CLI::TypeValidator<int64_t>("INT").description(""));
      option->type_name(flags[i].kind == SettingFlag::Kind::integer ? "N" : "TEXT");
    }
  }
  add_report_options(*command, options->report);
  return [options] { return run_check(*options); };
}

}  // namespace dh
