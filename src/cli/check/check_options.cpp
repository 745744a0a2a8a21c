#include "cli/check/check_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace dh {

namespace {

void define_setting_flags(Options& options, CheckOptions& values) {
  auto flags = setting_flags();
  values.flags.resize(flags.size());
  for (size_t i = 0; i < flags.size(); ++i) {
    std::string help = fmt::format("{}: {}", language_title(flags[i].language), flags[i].help);
    FlagValue& value = values.flags[i];
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
}

}  // namespace

bool reads_stdin(const CheckOptions& options) {
  return std::find(options.paths.begin(), options.paths.end(), "-") != options.paths.end();
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

void define_check_options(Options& options, CheckOptions& values) {
  options.footer(
      "Languages are detected from file name and content. The nearest deadheat.toml above a path, up to the "
      "root\n"
      "of its repository, configures it.\n"
      "A comment 'deadheat: ignore RULE -- reason' on or above a line silences a finding there.\n" +
      std::string(kExitStatusHelp));
  options.positionals("PATH", values.paths,
                      "Files and folders to analyse (default: this folder); '-' reads standard input");
  std::vector<std::string> languages;
  for (Language language : all_languages()) languages.emplace_back(language_name(language));
  options.choice(
      "--language", values.language, "LANGUAGE", languages,
      fmt::format("Only this language, also for files with other names: {}", fmt::join(languages, ", ")));
  options.text("--stdin-path", values.stdin_path, "PATH",
               "What to call standard input in reports; its folder's deadheat.toml applies");
  options.text("--overlays", values.overlays, "FILE",
               "For editors: a JSON object of paths and the texts to check instead; '-' is standard input");
  options.texts("--include", values.include, "GLOB", "Only files that match this glob; may be repeated");
  options.texts("--exclude", values.exclude, "GLOB", "No files or folders that match; may be repeated");
  options.texts("-I", values.include_paths, "DIR", "Folder for included files; may be repeated");
  options.text(
      "--since", values.since, "COMMIT",
      "Show only findings that are new since the branch left this commit, or that touch lines changed "
      "since then (uses git)");
  options.flag("--fix", values.report.shown.fixed,
               "Write the textual fixes of findings into their files; files that changed meanwhile stay");
  options.flag("--no-ignore-vcs", values.no_ignore_vcs, "Also analyse what git ignores (.gitignore)");
  options.flag("--watch", values.watch, "Check again whenever a file changes, until Ctrl-C");
  options.flag("--no-cache", values.no_cache, "Neither use nor keep results of unchanged files");
  options.flag("--allow-empty", values.allow_empty, "Accept that there is nothing to analyse");
  define_setting_flags(options, values);
  define_report_options(options, values.report);
  define_memory_limit(options, values.report);
}

}  // namespace dh
