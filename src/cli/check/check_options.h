// The options of `deadheat check`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/front_ends.h"
#include "cli/report_options.h"

namespace dh {

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
  std::string since;     // a commit
  std::string overlays;  // a file, or "-"
  std::vector<std::string> include;
  std::vector<std::string> exclude;
  std::vector<std::string> include_paths;
  std::vector<FlagValue> flags;  // by index of setting_flags()
  bool allow_empty = false;
  bool no_ignore_vcs = false;
  bool no_cache = false;
  bool watch = false;
  ReportOptions report;
};

void define_check_options(Options& options, CheckOptions& values);

// Whether the only path is '-'.
bool reads_stdin(const CheckOptions& options);

// The value that a flag of the command line gives to its setting, if it was given.
std::optional<TomlValue> setting_of(const SettingFlag& flag, const FlagValue& value);

}  // namespace dh
