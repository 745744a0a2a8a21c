// GitLab's Code Quality report: an array of issues in a part of the Code Climate format.
#include <algorithm>

#include "report/display.h"
#include "report/json_writing.h"
#include "report/report.h"
#include "report/words.h"

namespace dh {

namespace {

std::string_view severity_of(Level level) {
  switch (level) {
    case Level::error:
      return "critical";
    case Level::warning:
      return "major";
    case Level::note:
      return "info";
  }
  return {};
}

Json issue(std::string_view description, std::string_view check, std::string_view fingerprint,
           std::string_view severity, const Place& place) {
  Json out;
  out["description"] = clean_text(description);
  out["check_name"] = check;
  out["fingerprint"] = fingerprint;
  out["severity"] = severity;
  out["location"] = {{"path", clean_line(plain_path(place.path))},
                     {"lines", {{"begin", std::max<uint32_t>(1, place.line)}}}};
  return out;
}

}  // namespace

// Only what is about a file has a place in it; the exit status speaks for the rest.
std::string render_gitlab(const Report& report, const RenderOptions& options) {
  Json issues = Json::array();
  for (const Finding& finding : report.findings) {
    issues.push_back(issue(finding.message, options.rule(finding.rule).id, finding.fingerprint,
                           severity_of(finding.level), finding.place));
  }
  return to_text(issues);
}

}  // namespace dh
