#include "cli/dynamic_findings.h"

#include <gtest/gtest.h>

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
      int sum = 0;
      for (const auto& reason : finding->reasons) {
        sum += reason.delta;
        EXPECT_FALSE(reason.text.empty()) << tool.name;
      }
      EXPECT_EQ(sum, finding->confidence) << tool.name;
      EXPECT_EQ(finding->confidence == 100, tool.traits.findings[i].is_precise()) << tool.name;
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

}  // namespace
}  // namespace dh
