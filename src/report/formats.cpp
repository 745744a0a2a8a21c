#include "report/report.h"

namespace dh {

namespace {

constexpr ReportFormat kFormats[] = {
    {"text", render_text, "source excerpts with both accesses labelled, for people"},
    {"json", render_json, "everything, for programs; documented in docs/json-report.md"},
    {"sarif", render_sarif, "SARIF 2.1.0 for GitHub code scanning and editors"},
    {"html", render_html, "one self-contained page with filters"},
    {"concise", render_concise, "one line a finding: path:line:column: level[rule]: message"},
    {"junit", render_junit, "JUnit XML for Jenkins and others: one test case a finding"},
    {"gitlab", render_gitlab, "Code Quality report of GitLab"},
    {"github", render_github, "annotations in the log of GitHub Actions"},
};

}  // namespace

std::span<const ReportFormat> report_formats() {
  return kFormats;
}

const ReportFormat* report_format_by_name(std::string_view name) {
  for (const ReportFormat& format : kFormats) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

LevelCounts count_levels(const std::vector<Finding>& findings) {
  LevelCounts counts;
  for (const Finding& finding : findings) {
    switch (finding.level) {
      case Level::error:
        ++counts.errors;
        break;
      case Level::warning:
        ++counts.warnings;
        break;
      case Level::note:
        ++counts.notes;
        break;
    }
  }
  return counts;
}

}  // namespace dh
