#include "cli/report_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <utility>

#include "base/memory.h"
#include "base/parallel.h"
#include "report/report.h"

namespace dh {

namespace {

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const ReportFormat& format : report_formats()) names.emplace_back(format.name);
  return names;
}

}  // namespace

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

std::optional<int64_t> parse_size(const std::string& text, int64_t usable) {
  if (text == "none") return 0;
  double number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !(number > 0) || number > 1e15) return std::nullopt;
  std::string_view unit(end, static_cast<size_t>(text.data() + text.size() - end));
  if (unit == "%") return static_cast<int64_t>(number / 100 * static_cast<double>(usable));
  for (const auto& [name, bytes] : {std::pair{"K", 1024.0}, {"M", 1048576.0}, {"G", 1073741824.0}}) {
    if (unit == name) return static_cast<int64_t>(number * bytes);
  }
  return std::nullopt;
}

void define_memory_limit(Options& options, ReportOptions& values) {
  values.memory_limit = "75%";
  options.text(
      "--memory-limit", values.memory_limit, "SIZE",
      "Stop when deadheat uses more memory (512M, 4G, 50% of the machine or container, none; default "
      "75%), report what was found, and exit with status 3");
}

void define_report_options(Options& options, ReportOptions& values) {
  const std::vector<std::string> formats = format_names();
  options.choice("--format", values.format, "FORMAT", formats,
                 fmt::format("What to print on standard output: {}", fmt::join(formats, ", ")));
  options.texts("--output", values.output_specs, "FORMAT=PATH",
                "Also write a report to a file, such as sarif=out.sarif; may be repeated");
  options.choice("--color", values.color, "WHEN", {"auto", "always", "never"},
                 "Colours: auto, always, never (NO_COLOR takes precedence)");
  options.choice("--fail-on", values.fail_on, "LEVEL", {"note", "warning", "error"},
                 "Level from which findings give exit status 1: note, warning (default), error");
  options.flag("--allow-incomplete", values.allowed.incomplete,
               "Exit with status 0 instead of 3 when something could not be analysed; [incomplete] in "
               "deadheat.toml accepts only some of it");
  options.flag(
      "--allow-outside", values.allowed.outside,
      "Also read files outside of the root of the check, where links, includes or names in the input "
      "lead there");
  options.number("--min-confidence", values.min_confidence, "N", 0, 100,
                 "Hide findings of less confidence, 0 to 100 (default 20)");
  options.flag("--full", values.shown.full, "Show every frame, place and step of each finding (text)");
  options.flag("--explain-confidence", values.explain_confidence,
               "Show what raised and lowered the confidence of each finding, and by how much");
  options.number("--top", values.top, "N", 1, 1'000'000, "Show only the N most certain findings");
  options.choice("--sort", values.sort, "ORDER", {"place", "rank"},
                 "Order of findings: place, or rank (most certain first; the default with --top)");
  options.text("--baseline", values.baseline, "FILE", "Hide the findings listed in this file");
  options.text("--write-baseline", values.write_baseline, "FILE",
               "Record the findings of this run in a file");
  options.flag("--update-baseline", values.update_baseline,
               "Remove the entries of --baseline that match no finding any more; never adds any");
  options.texts(
      "--select", values.config.select, "RULES",
      "Only these rules: ids or globs such as 'erlang-*', with commas between them; may be repeated");
  options.texts("--ignore", values.config.ignore, "RULES", "Not these rules; ids or globs, may be repeated");
  options.text("--config", values.config.file, "FILE",
               "Configuration for all paths, instead of the nearest deadheat.toml");
  options.flag("--isolated", values.config.isolated, "Use no configuration file");
  options.flag("-q,--quiet", values.messages.quiet, "Print findings and errors only");
  options.number("-j,--jobs", values.jobs_given, "N", 1, 1024, "Threads to use (default: all processors)");
  options.text("--time-limit", values.time_limit, "TIME",
               "Stop after this time (90, 90s, 5m), report what was found, and exit with status 3");
  options.flag("--all-diagnostics", values.messages.all,
               "Show every message about the input, also where many are of one kind");
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
  if (!options.memory_limit.empty()) {
    std::optional<int64_t> bytes = parse_size(options.memory_limit, usable_memory_bytes());
    if (!bytes)
      return fmt::format("--memory-limit {}: expected a size such as 512M, 4G or 50%", options.memory_limit);
    options.memory_limit_bytes = *bytes;
  }
  if (options.config.isolated && !options.config.file.empty()) {
    return "--config and --isolated exclude each other";
  }
  if (options.update_baseline && options.baseline.empty()) return "--update-baseline needs --baseline FILE";
  options.jobs = options.jobs_given ? static_cast<int>(*options.jobs_given) : available_processors();
  return std::nullopt;
}

}  // namespace dh
