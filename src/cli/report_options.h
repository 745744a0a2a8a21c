// The options that every analysing sub-command has: what is shown, where, and for how long it may run.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/config.h"
#include "findings/pipeline.h"

namespace dh {

struct OutputFile {
  std::string format;
  std::string path;
};

struct ReportOptions {
  std::string format = "text";
  std::vector<std::string> output_specs;  // FORMAT=PATH, as given
  std::vector<OutputFile> outputs;        // parsed by finish_report_options
  std::string color = "auto";
  std::string fail_on;
  std::string sort;
  std::string baseline;
  std::string write_baseline;
  std::optional<int> min_confidence;
  std::optional<int> top;
  int jobs = 0;
  std::string time_limit;
  double time_limit_seconds = 0;  // 0: none
  bool stats = false;
};

void add_report_options(CLI::App& command, ReportOptions& options);

// Fills in what follows from the texts; an error message when they make no sense.
std::optional<std::string> finish_report_options(ReportOptions& options);

}  // namespace dh
