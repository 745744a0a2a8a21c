#include "cli/report_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

#include "base/parallel.h"
#include "report/report.h"

namespace dh {

namespace {

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const ReportFormat& format : report_formats()) names.emplace_back(format.name);
  return names;
}

// "90", "90s", "5m", "1h": seconds.
std::optional<double> parse_duration(const std::string& text) {
  double number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !(number > 0) || number > 1e9) return std::nullopt;
  std::string_view unit(end, static_cast<size_t>(text.data() + text.size() - end));
  if (unit.empty() || unit == "s") return number;
  if (unit == "m") return number * 60;
  if (unit == "h") return number * 3600;
  return std::nullopt;
}

}  // namespace

void add_report_options(CLI::App& command, ReportOptions& options) {
  const std::string formats = fmt::format("{}", fmt::join(format_names(), ", "));
  command.add_option("--format", options.format, "What to print on standard output: " + formats)
      ->type_name("FORMAT")
      ->check(CLI::IsMember(format_names()).description(""))
      ->capture_default_str();
  command
      .add_option("--output", options.output_specs,
                  "Also write a report to a file, such as sarif=out.sarif; may be given several times")
      ->type_name("FORMAT=PATH")
      ->allow_extra_args(false);
  command.add_option("--color", options.color, "Colours: auto, always, never (NO_COLOR outranks it)")
      ->type_name("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}).description(""))
      ->capture_default_str();
  command
      .add_option("--fail-on", options.fail_on,
                  "Level from which findings give exit status 1: note, warning (default), error")
      ->type_name("LEVEL")
      ->check(CLI::IsMember({"note", "warning", "error"}).description(""));
  command
      .add_option("--min-confidence", options.min_confidence,
                  "Hide findings of less confidence, 0 to 100 (default 20)")
      ->type_name("N")
      ->check(CLI::Range(0, 100).description(""));
  command.add_option("--top", options.top, "Show only the N most certain findings")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000).description(""));
  command
      .add_option("--sort", options.sort,
                  "Order of findings: place, or rank (most certain first; the default with --top)")
      ->type_name("ORDER")
      ->check(CLI::IsMember({"place", "rank"}).description(""));
  command.add_option("--baseline", options.baseline, "Hide the findings that this file knows")
      ->type_name("FILE");
  command.add_option("--write-baseline", options.write_baseline, "Record the findings of this run in a file")
      ->type_name("FILE");
  command.add_option("-j,--jobs", options.jobs, "Threads to use (default: all processors)")
      ->type_name("N")
      ->check(CLI::Range(1, 1024).description(""));
  command
      .add_option("--time-limit", options.time_limit,
                  "Stop after this time (90, 90s, 5m), report what was found, and exit with status 3")
      ->type_name("TIME");
  command.add_flag("--stats", options.stats,
                   "Print time and memory per phase, and counts, on standard error");
}

std::optional<std::string> finish_report_options(ReportOptions& options) {
  for (const std::string& spec : options.output_specs) {
    size_t equals = spec.find('=');
    std::string format = spec.substr(0, equals);
    if (equals == std::string::npos || equals + 1 == spec.size()) {
      return fmt::format("--output {}: expected FORMAT=PATH, such as sarif=out.sarif", spec);
    }
    if (report_format_by_name(format) == nullptr) {
      return fmt::format("--output {}: no format '{}'; there are {}", spec, format,
                         fmt::join(format_names(), ", "));
    }
    options.outputs.push_back({std::move(format), spec.substr(equals + 1)});
  }
  if (!options.time_limit.empty()) {
    std::optional<double> seconds = parse_duration(options.time_limit);
    if (!seconds)
      return fmt::format("--time-limit {}: expected a time such as 90, 90s or 5m", options.time_limit);
    options.time_limit_seconds = *seconds;
  }
  if (options.jobs == 0) options.jobs = available_processors();
  return std::nullopt;
}

}  // namespace dh
