#include "cli/dynamic_findings.h"

#include <gtest/gtest.h>

#include "tools/predict/deadlock.h"
#include "tools/predict/wcp.h"
#include "tools/registry.h"

namespace dh {
namespace {

dyn::RawReport report_of(std::string_view tool, uint8_t finding) {
  dyn::RawReport report;
  report.tool = tool;
  report.finding = finding;
  report.note = "a note";
  report.current.known = report.previous.known = true;
  return report;
}

TEST(DynamicFindings, AreCompleteForEveryFindingOfEveryTool) {
  const dyn::Names names;
  const DynamicContext context{names, "run.std", [](uint64_t position) { return position + 1; }};
  size_t findings = 0;
  for (const dyn::ToolInfo& tool : dyn::all_tools()) {
    for (size_t i = 0; i < tool.traits.findings.size(); ++i, ++findings) {
      const auto finding = finding_of(report_of(tool.name, static_cast<uint8_t>(i)), context);
      ASSERT_TRUE(finding.has_value()) << tool.name << ": " << finding.error().message;
      EXPECT_FALSE(finding->message.empty() || finding->hint.empty()) << tool.name;
      for (const AppliedFactor& factor : finding->confidence.factors())
        EXPECT_FALSE(factor.text().empty()) << tool.name;
      EXPECT_EQ(finding->confidence.value() == 100, tool.traits.findings[i].is_precise()) << tool.name;
    }
  }
  EXPECT_GT(findings, 10u);
}

TEST(DynamicFindings, RefuseReportsThatNoToolOfThisVersionMakes) {
  const dyn::Names names;
  const DynamicContext context{names, "", {}};
  EXPECT_FALSE(finding_of(report_of("NoSuchTool", 0), context).has_value());
  for (const dyn::ToolInfo& tool : dyn::all_tools()) {
    const auto beyond = static_cast<uint8_t>(tool.traits.findings.size());
    EXPECT_FALSE(finding_of(report_of(tool.name, beyond), context).has_value()) << tool.name;
  }
}

std::vector<std::string> factors_of(std::string_view tool, uint8_t index) {
  const dyn::Names names;
  const auto finding = finding_of(report_of(tool, index), {names, "", {}});
  std::vector<std::string> ids;
  for (const AppliedFactor& factor : finding->confidence.factors()) ids.emplace_back(factor.factor->id);
  return ids;
}

// Findings that a recorded trace hardly gives: a deadlock of a running program, whose values are not kept,
// and a first report of WCP whose witness is not found.
TEST(DynamicFindings, HaveTheirFactorsWhereNoCaseShowsThem) {
  EXPECT_EQ(factors_of("Deadlock", dyn::Deadlock::kWithoutValues),
            (std::vector<std::string>{"dynamic-replayed-synchronization", "dynamic-values-not-recorded"}));
  EXPECT_EQ(factors_of("WCP", dyn::WCP::kFirst),
            (std::vector<std::string>{"dynamic-first-weak-race", "dynamic-first-not-replayed"}));
}

}  // namespace
}  // namespace dh
