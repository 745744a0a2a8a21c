// Renders findings.json in each format and compares with golden/. DEADHEAT_UPDATE_GOLDEN=1 (or the script
// update_golden) writes the golden files anew; review the difference before committing it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "findings_reader.h"
#include "report/version.h"

namespace dh {
namespace {

const std::string kFolder = std::string(DEADHEAT_SOURCE_DIR) + "/tests/report/";

// The paths in findings.json are relative to sources/.
class CaseSources final : public SourceLines {
 public:
  std::optional<SourceFile> file(const std::string& path) override {
    return disk_.file(kFolder + "sources/" + path);
  }

 private:
  FileSourceLines disk_;
};

// Goldens must not change with the pages of rules/ and the version of the program.
std::vector<RuleInfo> rules_with_short_pages() {
  std::vector<RuleInfo> rules(all_rules().begin(), all_rules().end());
  for (RuleInfo& rule : rules) {
    rule.page =
        "# What this rule finds\n\nTwo `accesses` that **race**: <b>not markup</b>, a "
        "[link](https://example.org).\n\n"
        "- one\n- two\n\n```java\nif (a < b) { x = 1; }\n```\n";
  }
  return rules;
}

std::string without_version(std::string text) {
  const std::string version(kVersion);
  for (size_t at = text.find(version); at != std::string::npos; at = text.find(version, at)) {
    text.replace(at, version.size(), "0.0.0");
  }
  return text;
}

std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void expect_golden(const std::string& name, const std::string& actual) {
  const std::string path = kFolder + "golden/" + name;
  if (std::getenv("DEADHEAT_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path, std::ios::binary) << actual;
    return;
  }
  ASSERT_TRUE(std::filesystem::exists(path)) << path << " is missing: run tests/report/update_golden";
  EXPECT_EQ(read_text(path), actual) << "if this is meant: tests/report/update_golden, then review " << name;
}

class Golden : public testing::Test {
 protected:
  void SetUp() override {
    report_ = read_report_file(kFolder + "findings.json");
    rules_ = rules_with_short_pages();
    options_.sources = &sources_;
    options_.rules = rules_;
  }

  Report report_;
  std::vector<RuleInfo> rules_;
  CaseSources sources_;
  RenderOptions options_;
};

TEST_F(Golden, EveryFormat) {
  for (const ReportFormat& format : report_formats()) {
    std::string extension(format.name == "text" ? "txt" : format.name);
    expect_golden("report." + extension, without_version(format.render(report_, options_)));
  }
}

TEST_F(Golden, ColouredText) {
  options_.color = true;
  expect_golden("report.color.txt", render_text(report_, options_));
}

TEST_F(Golden, ExplainedConfidence) {
  options_.explain_confidence = true;
  expect_golden("report.explained.txt", render_text(report_, options_));
}

TEST_F(Golden, Diagnostics) {
  expect_golden("diagnostics.txt", render_diagnostics_text(report_.diagnostics, options_));
}

TEST_F(Golden, SameBytesTwice) {
  for (const ReportFormat& format : report_formats()) {
    EXPECT_EQ(format.render(report_, options_), format.render(report_, options_)) << format.name;
  }
}

TEST_F(Golden, JsonReadsBackAsTheSameReport) {
  std::string json = render_json(report_, options_);
  EXPECT_EQ(render_json(read_report(json), options_), json);
}

}  // namespace
}  // namespace dh
