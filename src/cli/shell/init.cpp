// deadheat init: a commented deadheat.toml for the languages of a folder.
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <memory>

#include "base/embedded.h"
#include "base/parallel.h"
#include "cli/commands.h"
#include "cli/conclude.h"
#include "cli/output.h"
#include "source/discovery.h"
#include "source/write_file.h"
#include "vcs/ignore_files.h"

namespace dh {

extern const std::span<const EmbeddedFile> init_templates;
extern const std::span<const EmbeddedFile> config_schema;

namespace {

constexpr const char* kSchemaName = "deadheat.schema.json";

struct InitOptions {
  std::string folder = ".";
  bool force = false;
  bool schema = false;
};

std::map<Language, size_t> languages_in(const std::string& folder) {
  IgnoreFilesByRepository ignored;
  DiscoveryOptions discovery;
  discovery.roots = ReadableRoots({root_of_check(folder)});
  discovery.is_ignored = [&](const std::string& path, bool is_folder) {
    return ignored.ignores(path, is_folder);
  };
  discovery.parallel = {available_processors(), {}};
  Diagnostics diagnostics;
  std::map<Language, size_t> count;
  for (const InputFile& file : discover(folder, discovery, diagnostics)) ++count[file.language];
  return count;
}

std::string text_for(const std::map<Language, size_t>& languages, bool with_schema) {
  std::string text;
  if (with_schema) text += fmt::format("#:schema ./{}\n", kSchemaName);
  text += find_embedded(init_templates, "all.toml");
  for (const auto& [language, count] : languages) {
    const std::string_view part =
        find_embedded(init_templates, fmt::format("{}.toml", language_name(language)));
    if (!part.empty()) text += "\n" + std::string(part);
  }
  return text;
}

ExitStatus run_init(const InitOptions& options) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::is_directory(options.folder, error))
    return usage_error(fmt::format("{}: no such folder", options.folder));
  const std::string path = (fs::path(options.folder) / "deadheat.toml").lexically_normal().string();
  if (fs::exists(path, error) && !options.force) {
    return usage_error(fmt::format("{} exists; --force replaces it", path));
  }
  const std::map<Language, size_t> languages = languages_in(options.folder);
  if (options.schema) {
    const std::string schema_path = (fs::path(options.folder) / kSchemaName).lexically_normal().string();
    const Result<void> written =
        write_file_atomically(schema_path, find_embedded(config_schema, kSchemaName));
    if (!written) return usage_error(written.error().message);
  }
  const Result<void> written = write_file_atomically(path, text_for(languages, options.schema));
  if (!written) return usage_error(written.error().message);
  std::string found;
  for (const auto& [language, count] : languages) {
    found += fmt::format("{}{} ({} file{})", found.empty() ? "" : ", ", language_title(language), count,
                         count == 1 ? "" : "s");
  }
  print_out("wrote {}; languages found: {}\n", path, found.empty() ? "none" : found);
  return ExitStatus::clean;
}

}  // namespace

Action define_init(Options& options) {
  auto values = std::make_shared<InitOptions>();
  options.positional("FOLDER", values->folder, "Where to write deadheat.toml (default: this folder)", false);
  options.flag("--force", values->force, "Replace an existing file");
  options.flag("--schema", values->schema,
               "Also write deadheat.schema.json, for editors that complete and check TOML by a JSON Schema");
  return [values] { return run_init(*values); };
}

}  // namespace dh
