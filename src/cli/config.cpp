#include "cli/config.h"

#include <fmt/format.h>

#include <filesystem>

#include "cli/factors.h"
#include "cli/front_ends.h"
#include "source/root.h"
#include "source/source_file.h"

namespace dh {

namespace {

constexpr const char* kFileName = "deadheat.toml";

void read_rules(const TomlValue* table, Config& config, Diagnostics& diagnostics) {
  TomlReader reader(table, diagnostics);
  for (const auto& [id, value] : reader.others()) {
    std::optional<Rule> rule = rule_by_id(id);
    const std::string* text = std::get_if<std::string>(&value->value);
    std::optional<Level> level = text == nullptr ? std::nullopt : level_by_name(*text);
    if (!rule) {
      reader.report(id, fmt::format("unknown rule '{}'; 'deadheat rules' lists all rules", id));
    } else if (text == nullptr || (!level && *text != "off")) {
      reader.report(id, fmt::format("'{}' must be \"off\", \"note\", \"warning\" or \"error\"", id));
    } else {
      config.policy[static_cast<size_t>(*rule)] = {level.has_value(), level};
    }
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
  if (reader.has("min-confidence")) {
    config.min_confidence = reader.integer("min-confidence", kHideBelow, 0, 100);
  }
  if (reader.has("top")) config.top = reader.integer("top", 1, 1, 1'000'000);
  if (reader.has("fail-on")) {
    config.fail_on = level_by_name(reader.string("fail-on"));
    if (!config.fail_on) reader.report("fail-on", "'fail-on' must be \"note\", \"warning\" or \"error\"");
  }
  reader.finish();
}

void read_incomplete(const TomlValue* table, Config& config, Diagnostics& diagnostics) {
  TomlReader reader(table, diagnostics);
  AcceptedIncompleteness& accepted = config.accepted_incompleteness;
  accepted.folder = canonical_path(std::filesystem::path(config.path).parent_path().string());
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
  fs::path here = fs::current_path(error);
  while (true) {
    fs::path candidate = folder / kFileName;
    if (fs::exists(candidate, error)) {
      // Shown in messages: relative where that is shorter to read.
      fs::path relative = candidate.lexically_relative(here);
      bool below = !relative.empty() && *relative.begin() != "..";
      return (below ? relative : candidate).string();
    }
    const bool is_repository_root = fs::exists(folder / ".git", error);
    if (is_repository_root || folder == folder.parent_path()) return std::nullopt;
    folder = folder.parent_path();
  }
}

Config parse_config(std::string_view text, const std::string& path, Diagnostics& diagnostics) {
  Config config;
  config.path = path;
  config.document = parse_toml(text, path, diagnostics);
  TomlReader reader(&config.document, diagnostics);
  read_rules(reader.table("rules"), config, diagnostics);
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

Config read_config(const std::string& path, Diagnostics& diagnostics) {
  if (!is_inside_its_root(path)) {
    diagnostics.push_back({Severity::error, Place{path, 0, 0, 0, 0},
                           "the configuration is a link that leads out of its repository or folder"});
    return {};
  }
  Result<SourceFile> file = SourceFile::open(path);
  if (!file) {
    diagnostics.push_back({Severity::error, Place{path, 0, 0, 0, 0}, file.error().message});
    return {};
  }
  return parse_config(file->text(), path, diagnostics);
}

}  // namespace dh
