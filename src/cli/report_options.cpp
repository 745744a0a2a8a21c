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

void define_report_options(Options& options, ReportOptions& values) {
  const std::vector<std::string> formats = format_names();
  options.choice("--format", values.format, "FORMAT", formats,
                 fmt::format("What to print on standard output: {}", fmt::join(formats, ", ")));
  options.texts("--output", values.output_specs, "FORMAT=PATH",
                "Also write a report to a file, such as sarif=out.sarif; may be repeated");
  options.choice("--color", values.color, "WHEN", {"auto", "always", "never"},
                 "Colours: auto, always, never (NO_COLOR outranks it)");
  options.choice("--fail-on", values.fail_on, "LEVEL", {"note", "warning", "error"},
                 "Level from which findings give exit status 1: note, warning (default), error");
  options.number("--min-confidence", values.min_confidence, "N", 0, 100,
                 "Hide findings of less confidence, 0 to 100 (default 20)");
  options.flag("--explain-confidence", values.explain_confidence,
               "Show what raised and lowered the confidence of each finding, and by how much");
  options.number("--top", values.top, "N", 1, 1'000'000, "Show only the N most certain findings");
  options.choice("--sort", values.sort, "ORDER", {"place", "rank"},
                 "Order of findings: place, or rank (most certain first; the default with --top)");
  options.text("--baseline", values.baseline, "FILE", "Hide the findings that this file knows");
  options.text("--write-baseline", values.write_baseline, "FILE",
               "Record the findings of this run in a file");
  options.number("-j,--jobs", values.jobs_given, "N", 1, 1024, "Threads to use (default: all processors)");
  options.text("--time-limit", values.time_limit, "TIME",
               "Stop after this time (90, 90s, 5m), report what was found, and exit with status 3");
  options.flag("--stats", values.stats, "Print time and memory per phase, and counts, on standard error");
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
  options.jobs = options.jobs_given ? static_cast<int>(*options.jobs_given) : available_processors();
  return std::nullopt;
}

}  // namespace dh
