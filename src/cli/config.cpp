#include "cli/config.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "base/nearest_name.h"
#include "cli/factors.h"
#include "cli/front_ends.h"
#include "source/root.h"
#include "source/source_file.h"

namespace dh {

namespace {

constexpr const char* kFileName = "deadheat.toml";

RulePolicies::Settings read_rules(const TomlValue* table, Diagnostics& diagnostics) {
  TomlReader reader(table, diagnostics);
  RulePolicies::Settings settings;
  for (const auto& [id, value] : reader.others()) {
    const std::string* text = std::get_if<std::string>(&value->value);
    std::optional<Level> level = text == nullptr ? std::nullopt : level_by_name(*text);
    if (rules_matching(id).empty()) {
      reader.report(id, fmt::format("unknown rule '{}'{}; 'deadheat rules' lists all rules", id,
                                    did_you_mean(id, rule_names())));
    } else if (text == nullptr || (!level && *text != "off")) {
      reader.report(id, fmt::format("'{}' must be \"off\", \"note\", \"warning\" or \"error\"", id));
    } else {
      settings.push_back({id, {level.has_value(), level}});
    }
  }
  return settings;
}

void read_overrides(const std::vector<const TomlValue*>& tables, Config& config, Diagnostics& diagnostics) {
  for (const TomlValue* table : tables) {
    TomlReader reader(table, diagnostics);
    std::vector<std::string> paths = reader.strings("paths");
    if (paths.empty()) reader.report("paths", "'paths' must name the files of the override");
    const RulePolicies::Settings settings = read_rules(reader.table("rules"), diagnostics);
    config.rules.set_for_paths(config.folder, std::move(paths), settings);
    reader.finish();
  }
}

void read_confidence(const TomlValue* table, Config& config, Diagnostics& diagnostics) {
  TomlReader reader(table, diagnostics);
  for (const auto& [id, value] : reader.others()) {
    if (find_factor(id) == nullptr) {
      reader.report(id, fmt::format("unknown confidence factor '{}'; the factors of a finding are shown by "
                                    "--explain-confidence",
                                    id));
    } else {
      config.factor_weights[id] = static_cast<int>(reader.integer(id, 0, -100, 100));
    }
  }
}

void read_report(const TomlValue* table, Config& config, Diagnostics& diagnostics) {
  TomlReader reader(table, diagnostics);
  // Read in any case, so that the message about an unknown key names them all.
  const int64_t min_confidence = reader.integer("min-confidence", kHideBelow, 0, 100);
  const int64_t top = reader.integer("top", 1, 1, 1'000'000);
  const std::string fail_on = reader.string("fail-on");
  if (reader.has("min-confidence")) config.min_confidence = min_confidence;
  if (reader.has("top")) config.top = top;
  if (reader.has("fail-on")) {
    config.fail_on = level_by_name(fail_on);
    if (!config.fail_on) reader.report("fail-on", "'fail-on' must be \"note\", \"warning\" or \"error\"");
  }
  reader.finish();
}

void read_incomplete(const TomlValue* table, Config& config, Diagnostics& diagnostics) {
  TomlReader reader(table, diagnostics);
  AcceptedIncompleteness& accepted = config.accepted_incompleteness;
  accepted.folder = config.folder;
  accepted.all = reader.boolean("allow", false);
  accepted.paths = reader.strings("paths");
  accepted.messages = reader.strings("messages");
  reader.finish();
}

// An error in a linked file would show its lines.
bool is_inside_its_root(const std::string& path) {
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return ReadableRoots({root_of_check(folder.empty() ? "." : folder.string())}).allows(path);
}

// The last folder in which the configuration of a canonical folder may be.
std::string end_of_search(const std::string& folder) {
  if (auto repository = find_repository_root(folder)) return *repository;
  const char* home = std::getenv("HOME");
  for (const std::string& above :
       {home == nullptr ? std::string() : canonical_path(home), canonical_path(".")}) {
    if (above.size() > 1 && is_within(above, folder)) return above;
  }
  return root_of_check(folder);
}

}  // namespace

const TomlValue* Config::settings(Language language) const {
  return table(language_name(language));
}

const TomlValue* Config::table(std::string_view name) const {
  const TomlMembers* members = std::get_if<TomlMembers>(&document.value);
  if (members == nullptr) return nullptr;
  auto it = members->find(name);
  return it == members->end() ? nullptr : &it->second;
}

std::optional<std::string> find_config(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::path folder = fs::canonical(path, error);
  if (error) return std::nullopt;
  if (!fs::is_directory(folder, error)) folder = folder.parent_path();
  const fs::path here = fs::current_path(error);
  const fs::path last = end_of_search(folder.string());
  while (true) {
    fs::path candidate = folder / kFileName;
    // Also a link that leads nowhere: reading it fails, and defaults do not take its place.
    if (fs::exists(fs::symlink_status(candidate, error))) {
      // Shown in messages: relative where that is shorter to read.
      fs::path relative = candidate.lexically_relative(here);
      bool below = !relative.empty() && *relative.begin() != "..";
      return (below ? relative : candidate).string();
    }
    if (folder == last || folder == folder.parent_path()) return std::nullopt;
    folder = folder.parent_path();
  }
}

std::optional<std::string> find_config(const std::string& path, const ConfigChoice& choice) {
  if (choice.isolated) return std::nullopt;
  return choice.file.empty() ? find_config(path) : choice.file;
}

Config parse_config(std::string_view text, const std::string& path, Diagnostics& diagnostics,
                    const std::string& folder) {
  Config config;
  config.path = path;
  config.folder = canonical_path(folder);
  config.document = parse_toml(text, path, diagnostics);
  TomlReader reader(&config.document, diagnostics);
  config.rules.set(read_rules(reader.table("rules"), diagnostics));
  read_overrides(reader.tables("overrides"), config, diagnostics);
  read_report(reader.table("report"), config, diagnostics);
  read_incomplete(reader.table("incomplete"), config, diagnostics);
  read_confidence(reader.table("confidence"), config, diagnostics);
  TomlReader paths(reader.table("paths"), diagnostics);
  config.include = paths.strings("include");
  config.exclude = paths.strings("exclude");
  paths.finish();
  for (Language language : all_languages()) {
    const TomlValue* settings = reader.table(language_name(language));
    if (settings != nullptr) validate_settings(language, settings, diagnostics);
  }
  (void)reader.table("jvm");  // read when a program is run
  reader.finish();
  return config;
}

namespace {

Config read_config_file(const std::string& path, const ConfigChoice& choice, Diagnostics& diagnostics) {
  if (choice.file.empty() && !is_inside_its_root(path)) {
    diagnostics.push_back({Severity::error, Place{path, 0, 0, 0, 0},
                           "the configuration is a link that leads out of its repository or folder"});
    return {};
  }
  Result<SourceFile> file = SourceFile::open(path);
  if (!file) {
    diagnostics.push_back({Severity::error, Place{path, 0, 0, 0, 0}, file.error().message});
    return {};
  }
  // A file that was named may stand anywhere: its globs are relative to where the user is.
  const std::string folder = choice.file.empty() ? std::filesystem::path(path).parent_path().string() : "";
  return parse_config(file->text(), path, diagnostics, folder);
}

}  // namespace

Config read_config(const std::string& path, const ConfigChoice& choice, Diagnostics& diagnostics) {
  Config config = path.empty() ? Config{} : read_config_file(path, choice, diagnostics);
  if (auto error = config.rules.select(choice.select, choice.ignore)) {
    diagnostics.push_back({Severity::error, {}, *error});
  }
  return config;
}

}  // namespace dh
