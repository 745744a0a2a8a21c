// The results of a run as one plain value, and the formats to print it in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "findings/checker.h"
#include "findings/finding.h"
#include "report/source_lines.h"
#include "source/diagnostic.h"

namespace dh {

// What a reader should know about the run besides its findings. Counts by level are not kept here: they
// follow from the findings (count_levels).
struct Summary {
  std::map<std::string, size_t> files;      // analysed, by language name ("erlang"); empty for dynamic runs
  std::vector<std::string> configurations;  // deadheat.toml files in use
  std::string commit;                       // of the repository that was analysed; may be empty
  std::vector<std::string> totals;          // lines about the whole run, such as what tools counted
  size_t hidden_by_baseline = 0;
  size_t hidden_by_ignores = 0;
  size_t hidden_by_since = 0;       // neither new nor in lines that changed
  size_t hidden_by_confidence = 0;  // below --min-confidence
  size_t cut_by_top = 0;            // beyond --top
  double seconds = 0;               // only shown where RenderOptions::show_time asks for it
  int exit_status = 0;
  size_t incomplete = 0;           // messages that something could not be analysed or a limit was reached
  size_t incomplete_accepted = 0;  // of them, those that do not lead to exit status 3
  bool interrupted = false;        // Ctrl-C: exit status 130
};

// For --stats.
struct Stats {
  std::vector<CheckSink::PhaseTime> phases;
  std::map<std::string, int64_t> counts;
  std::vector<std::string> configurations;
  double seconds = 0;
  int64_t peak_bytes = 0;
};

struct Report {
  std::string command;            // "check", "run", "replay"
  std::vector<Finding> findings;  // finished: level, fingerprint, order
  // Files whose lines are events, not source. They can be huge, and no tool looks for their lines in a
  // repository, so formats for tools do not read them.
  std::vector<std::string> traces;
  Diagnostics diagnostics;  // sorted
  Summary summary;
  std::optional<Stats> stats;  // only with --stats; its numbers differ from run to run
};

struct LevelCounts {
  size_t errors = 0;
  size_t warnings = 0;
  size_t notes = 0;
};
LevelCounts count_levels(const std::vector<Finding>& findings);

struct RenderOptions {
  SourceLines* sources = nullptr;   // for excerpts and line hashes; without it there are none
  bool color = false;               // text only: NO_COLOR, --color and the terminal are the caller's business
  bool show_time = false;           // text only: off keeps the same bytes for the same findings
  bool show_summary = true;         // text and concise: --quiet leaves it out
  bool explain_confidence = false;  // text and HTML: the weight of each reason
  bool full = false;                // text only: every frame, place and step
  size_t width = 120;  // text only: sentences are wrapped, source lines cut around what they show
  std::span<const RuleInfo> rules = all_rules();  // ids, titles and pages; tests bring their own

  const RuleInfo& rule(Rule rule) const { return rules[static_cast<size_t>(rule)]; }
};

// Each is a pure function of its arguments and of the files in options.sources. The result is valid
// UTF-8, whatever bytes the sources have, and ends in a newline unless it is empty.
std::string render_text(const Report& report, const RenderOptions& options);
std::string render_json(const Report& report, const RenderOptions& options);
std::string render_sarif(const Report& report, const RenderOptions& options);
std::string render_html(const Report& report, const RenderOptions& options);
std::string render_github(const Report& report, const RenderOptions& options);
std::string render_concise(const Report& report, const RenderOptions& options);
std::string render_junit(const Report& report, const RenderOptions& options);
std::string render_gitlab(const Report& report, const RenderOptions& options);

// For stderr, in the style of render_text.
std::string render_diagnostics_text(const Diagnostics& diagnostics, const RenderOptions& options);
std::string render_stats_text(const Stats& stats);

struct ReportFormat {
  std::string_view name;  // as in --format NAME
  std::string (*render)(const Report&, const RenderOptions&);
  std::string_view help;
};
std::span<const ReportFormat> report_formats();
const ReportFormat* report_format_by_name(std::string_view name);  // null when there is none

}  // namespace dh
