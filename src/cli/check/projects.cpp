#include "cli/check/projects.h"

#include <filesystem>
#include <map>

#include "cli/check/stdin_input.h"
#include "source/overlay.h"

namespace dh {

namespace {

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
  const ConfigChoice& choice = options.report.config;
  const std::optional<std::string> config = find_config(folder.empty() ? "." : folder, choice);
  project.config = read_config(config.value_or(""), choice, diagnostics);
  std::vector<Project> projects;
  projects.push_back(std::move(project));
  return projects;
}

}  // namespace

Result<std::vector<Project>> find_projects(const CheckOptions& options, Diagnostics& diagnostics) {
  if (reads_stdin(options)) return project_of_stdin(options, diagnostics);
  std::map<std::string, Project> by_config;
  for (const std::string& path : options.paths) {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
      return fail("{}: {}", path, error ? error.message() : "no such file or folder");
    }
    const ConfigChoice& choice = options.report.config;
    std::string config = find_config(path, choice).value_or("");
    auto [it, is_new] = by_config.try_emplace(config);
    if (is_new) it->second.config = read_config(config, choice, diagnostics);
    it->second.paths.push_back(path);
  }
  std::vector<Project> projects;
  for (auto& [config, project] : by_config) projects.push_back(std::move(project));
  return projects;
}

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

}  // namespace dh
