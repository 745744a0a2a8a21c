// Workflow commands that make GitHub Actions annotate the lines of a change.
#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"
#include "report/display.h"
#include "report/report.h"
#include "report/words.h"

namespace dh {

namespace {

// GitHub decodes these and nothing else. Values of properties also end at ',' and ':'.
std::string escape(std::string_view text, bool property) {
  std::string out;
  for (char c : utf8_sanitize(text)) {
    bool special = c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ','));
    out += special ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return out;
}

std::string_view command_of(Level level) {
  switch (level) {
    case Level::error:
      return "error";
    case Level::warning:
      return "warning";
    case Level::note:
      return "notice";
  }
  return {};
}

std::string_view command_of(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::note:
      return "notice";
  }
  return {};
}

std::string annotation(std::string_view command, const Place& place, std::string_view title,
                       std::string_view message) {
  std::string out = fmt::format("::{} ", command);
  if (place.known()) {
    out += fmt::format("file={},", escape(clean_line(plain_path(place.path)), true));
    if (place.line > 0)
      out += fmt::format("line={},endLine={},", place.line, std::max(place.line, place.end_line));
    // GitHub wants columns only where the annotation is on one line; its end is inclusive.
    bool one_line = place.end_line <= place.line;
    if (place.column > 0 && one_line) {
      uint32_t end = std::max(place.column, place.end_column > 0 ? place.end_column - 1 : 0);
      out += fmt::format("col={},endColumn={},", place.column, end);
    }
  }
  return out +
         fmt::format("title={}::{}\n", escape(clean_line(title), true), escape(clean_text(message), false));
}

}  // namespace

std::string render_github(const Report& report, const RenderOptions& options) {
  std::string out;
  for (const Finding& finding : report.findings) {
    const RuleInfo& rule = options.rule(finding.rule);
    out += annotation(command_of(finding.level), finding.place, fmt::format("{} ({})", rule.title, rule.id),
                      full_message(finding));
  }
  for (const Diagnostic& diagnostic : report.diagnostics) {
    out += annotation(command_of(diagnostic.severity), diagnostic.place, "deadheat", diagnostic.message);
  }
  return out;
}

}  // namespace dh
