// The end of every analysis: findings are finished and reported, and the exit status follows.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "cli/config.h"
#include "cli/exit_status.h"
#include "cli/report_options.h"
#include "cli/session.h"
#include "source/discovery.h"

namespace dh {

struct Conclusion {
  std::string command;                           // "check"
  SessionResult session;                         // its findings have had their policy applied
  std::vector<InputFile> files;                  // analysed; their comments may ignore findings
  std::vector<Config> configs = {Config{}};      // of the projects: defaults of the report
  StringMap<size_t> project_of_file;             // index of its configuration; the first where it is missing
  std::vector<std::string> paths = {"."};        // of the command line: files and folders
  ReadableRoots roots;                           // excerpts and comments come from files there
  std::vector<std::string> configurations;       // files in use
  std::vector<AcceptedIncompleteness> accepted;  // of all of them
  std::vector<std::string> traces;               // replayed
  std::map<std::string, size_t> files_by_language;
  std::function<bool(const Finding&)> is_relevant;  // whether to show a finding; null: all
  double began = 0;                                 // monotonic_seconds
};

ExitStatus conclude(Conclusion conclusion, const ReportOptions& options);

// What a baseline would say of the findings of a run.
std::vector<BaselineEntry> known_findings(Conclusion conclusion, const ReportOptions& options);

// Takes over what a configuration file (none: an empty path) says of the whole run.
void use_configuration(const Config& config, Conclusion& conclusion);

// Weights and policy, for the findings of dynamic tools, which do not know the configuration.
void apply_configuration(const Config& config, std::vector<Finding>& findings);

// Says what is wrong with a command line or configuration and gives ExitStatus::usage.
ExitStatus usage_error(std::string_view message);
ExitStatus usage_error(const Diagnostics& diagnostics);

// What a run over these paths of the command line may read.
ReadableRoots readable_roots(const std::vector<std::string>& paths, const ReportOptions& options);

// Whether standard output (1) or error (2) gets colours.
bool wants_color(const std::string& when, int fd);

}  // namespace dh
