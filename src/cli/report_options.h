// The options that every analysing sub-command has: what is shown, where, and for how long it may run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/config.h"

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
  std::optional<int64_t> min_confidence;
  std::optional<int64_t> top;
  std::optional<int64_t> jobs_given;
  int jobs = 1;
  std::string time_limit;
  double time_limit_seconds = 0;  // 0: none
  std::string memory_limit;
  int64_t memory_limit_bytes = 0;  // 0: none
  struct Allowed {
    bool incomplete = false;
    bool outside = false;
  } allowed;
  struct Messages {
    bool all = false;    // --all-diagnostics
    bool quiet = false;  // errors only, and no summary
  } messages;
  ConfigChoice config;
  struct Shown {
    bool full = false;   // every frame, place and step
    bool fixed = false;  // --fix: what has a textual fix is fixed, and not shown
  } shown;
  bool explain_confidence = false;
  bool stats = false;
  bool update_baseline = false;
  std::string report_to = "stdout";  // or "stderr"
};

void define_report_options(Options& options, ReportOptions& values);

// For commands that analyse in this process.
void define_memory_limit(Options& options, ReportOptions& values);

// "90", "90s", "5m", "1h": seconds.
std::optional<double> parse_duration(const std::string& text);
// "512M", "4G", "50%" of `usable`, "none": bytes, 0 for none.
std::optional<int64_t> parse_size(const std::string& text, int64_t usable);

// Fills in what follows from the texts; an error message when they make no sense.
std::optional<std::string> finish_report_options(ReportOptions& options);

}  // namespace dh
