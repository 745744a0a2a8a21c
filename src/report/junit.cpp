// JUnit XML as Jenkins, GitLab, Azure and others read it: a suite a file, a failed test case a finding.
#include <fmt/format.h>

#include <map>

#include "report/display.h"
#include "report/report.h"
#include "report/words.h"

namespace dh {

namespace {

// XML 1.0 cannot hold control characters at all; clean_text has removed them.
std::string xml(std::string_view text) {
  std::string out;
  for (char c : clean_text(text)) {
    switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\n':
        out += "&#10;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string test_case(const Finding& finding, const RenderOptions& options) {
  const std::string_view rule = options.rule(finding.rule).id;
  std::string out =
      fmt::format("    <testcase name=\"{} at {}\" classname=\"{}\" file=\"{}\" line=\"{}\">\n", rule,
                  xml(finding.place.text()), rule, xml(plain_path(finding.place.path)), finding.place.line);
  // A note is not a failure: it is kept as output of a test that passed.
  if (finding.level == Level::note) {
    out += fmt::format("      <system-out>{}</system-out>\n", xml(full_message(finding)));
  } else {
    out += fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n", level_name(finding.level),
                       xml(finding.message), xml(full_message(finding)));
  }
  return out + "    </testcase>\n";
}

std::string error_case(const Diagnostic& diagnostic) {
  return fmt::format(
      "    <testcase name=\"{}\" classname=\"deadheat\">\n      <error type=\"incomplete\" "
      "message=\"{}\"/>\n    </testcase>\n",
      xml(diagnostic.place.known() ? diagnostic.place.text() : "analysis"), xml(diagnostic.message));
}

struct Suite {
  size_t tests = 0, failures = 0, errors = 0;
  std::string cases;
};

}  // namespace

std::string render_junit(const Report& report, const RenderOptions& options) {
  std::map<std::string, Suite> suites;
  Suite all;
  for (const Finding& finding : report.findings) {
    Suite& suite = suites[std::string(plain_path(finding.place.path))];
    const size_t failure = finding.level == Level::note ? 0 : 1;
    ++suite.tests, ++all.tests;
    suite.failures += failure, all.failures += failure;
    suite.cases += test_case(finding, options);
  }
  for (const Diagnostic& diagnostic : report.diagnostics) {
    if (diagnostic.severity != Severity::error) continue;
    Suite& suite =
        suites[diagnostic.place.known() ? std::string(plain_path(diagnostic.place.path)) : "deadheat"];
    ++suite.tests, ++all.tests, ++suite.errors, ++all.errors;
    suite.cases += error_case(diagnostic);
  }
  // Readers take a file without tests for a failed step.
  if (suites.empty()) {
    suites["deadheat"] = {1, 0, 0, "    <testcase name=\"no problems found\" classname=\"deadheat\"/>\n"};
    all.tests = 1;
  }
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"deadheat\" tests=\"{}\" "
      "failures=\"{}\" "
      "errors=\"{}\">\n",
      all.tests, all.failures, all.errors);
  for (const auto& [path, suite] : suites) {
    out += fmt::format(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n{}  </testsuite>\n", xml(path),
        suite.tests, suite.failures, suite.errors, suite.cases);
  }
  return out + "</testsuites>\n";
}

}  // namespace dh
