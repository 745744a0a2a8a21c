// What holds for every format, whatever the findings contain.
#include "report/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "base/utf8.h"

namespace dh {
namespace {

using testing::HasSubstr;
using testing::Not;

Finding sample() {
  Finding finding;
  finding.rule = Rule::exo_race;
  finding.level = Level::error;
  finding.place = {"a.py", 1, 1, 1, 2};
  finding.message = "two threads write x";
  finding.shared = {"cell", "x"};
  finding.accesses = {{AccessKind::write, finding.place, "", "f", "thread 1", {}, {}},
                      {AccessKind::read, {"a.py", 2, 1, 2, 2}, "", "f", "thread 2", {}, {}}};
  finding.fingerprint = "0123456789abcdef";
  return finding;
}

Report sample_report() {
  Report report;
  report.command = "check";
  report.findings = {sample()};
  report.summary.files = {{"exo", 1}};
  return report;
}

TEST(Report, FormatsByName) {
  for (const char* name : {"text", "concise", "json", "sarif", "html", "github", "gitlab", "junit"}) {
    ASSERT_NE(report_format_by_name(name), nullptr) << name;
    EXPECT_FALSE(report_format_by_name(name)->help.empty());
  }
  EXPECT_EQ(report_format_by_name("pdf"), nullptr);
  EXPECT_EQ(report_formats().size(), 8u);
}

TEST(Report, NothingFound) {
  Report report;
  report.command = "check";
  report.summary.files = {{"java", 2}, {"exo", 1}};
  report.summary.seconds = 0.034;
  EXPECT_EQ(render_text(report, {}), "no problems found; 3 files\n");
  RenderOptions options;
  options.show_time = true;
  EXPECT_EQ(render_text(report, options), "no problems found; 3 files in 0.03 s\n");
  EXPECT_EQ(render_github(report, {}), "");
  EXPECT_EQ(nlohmann::json::parse(render_sarif(report, {}))["runs"][0]["results"].size(), 0u);
}

TEST(Report, SummaryLines) {
  Report report = sample_report();
  report.summary.interrupted = true;
  report.summary.cut_by_top = 4;
  EXPECT_THAT(
      render_text(report, {}),
      HasSubstr(
          "\n1 error; 1 file\n     1 exo-race  Data race between Exo threads\n"
          "for more about a rule: deadheat explain exo-race\nnot shown: 4 cut off by --top\ninterrupted: "));
}

TEST(Report, FindingWithoutPlaces) {
  Report report;
  report.findings = {sample()};
  report.findings[0].place = {};
  report.findings[0].accesses.clear();
  report.findings[0].hint = "try again";
  EXPECT_EQ(
      render_text(report, {}),
      "error[exo-race]: two threads write x\n   = help: try again\n\n1 error\n"
      "     1 exo-race  Data race between Exo threads\nfor more about a rule: deadheat explain exo-race\n");
}

// Time and memory differ from run to run, so they are only there when asked for.
TEST(Report, ValuesOfAWitnessNameTheirOwnerOnce) {
  Report report = sample_report();
  report.findings[0].witness =
      Witness{"they meet",
              {{"n", "2"}, {"first: i", "0"}, {"first: k", "1"}, {"second: i", "1"}, {"cell", "x[1]"}},
              {}};
  EXPECT_THAT(render_text(report, {}),
              HasSubstr("with n = 2; first: i = 0, k = 1; second: i = 1; cell = x[1]"));
}

TEST(Report, AnAccessShownAtItsCallHasTheBodyAsFrame) {
  Report report = sample_report();
  Access& access = report.findings[0].accesses[0];
  access.stack = {{"store", {"lib.py", 7, 5, 7, 9}, {}}, {"f", access.place, {}}};
  EXPECT_THAT(render_text(report, {}), HasSubstr("in store at lib.py:7:5"));
  access.stack[0].place = access.place;
  EXPECT_THAT(render_text(report, {}), Not(HasSubstr("in store at")));
}

TEST(Report, TimesOnlyInStats) {
  Report report = sample_report();
  report.summary.seconds = 12.5;
  std::string without = render_json(report, {});
  EXPECT_THAT(without, Not(HasSubstr("12.5")));
  EXPECT_THAT(without, Not(HasSubstr("stats")));
  report.stats = Stats{{{"parse", 1.5, 1 << 20}}, {{"files", 7}}, {}, 12.5, 2 << 20};
  nlohmann::json json = nlohmann::json::parse(render_json(report, {}));
  EXPECT_EQ(json["stats"]["phases"][0]["name"], "parse");
  EXPECT_EQ(json["stats"]["seconds"], 12.5);
  EXPECT_EQ(json["stats"]["counts"]["files"], 7);
  EXPECT_EQ(render_stats_text(*report.stats),
            "parse      1.500 s       1.0 MiB\ntotal     12.500 s       2.0 MiB\nfiles          7\n"
            "configuration: none\n");
}

TEST(Report, GithubEscapes) {
  Report report = sample_report();
  report.findings[0].place = {"./a,b:c%d.py", 3, 2, 3, 5};
  report.findings[0].accesses.clear();
  report.findings[0].message = "100% a,b::c\nd";
  report.diagnostics = {{Severity::warning, {"x.py", 0, 0, 0, 0}, "skipped"}};
  EXPECT_EQ(render_github(report, {}),
            "::error file=a%2Cb%3Ac%25d.py,line=3,endLine=3,col=2,endColumn=4,"
            "title=Data race between Exo threads (exo-race)::100%25 a,b::c%0Ad\n"
            "::warning file=x.py,title=deadheat::skipped\n");
}

TEST(Report, PagesGiveTheCommentOfTheFilesLanguage) {
  Report report = sample_report();
  report.findings[0].rule = Rule::erlang_ets;
  report.findings[0].place.path = "lib/cache.ex";
  EXPECT_THAT(
      render_html(report, {}),
      HasSubstr("\"language\":\"elixir\",\"ignore\":\"# deadheat: ignore erlang-ets -- why it is fine\""));
  report.findings[0].rule = Rule::data_race;
  report.findings[0].place.path = "queue.cpp";
  EXPECT_THAT(render_html(report, {}), HasSubstr("\"language\":\"c\",\"ignore\":null"));
}

TEST(Report, NamesNeitherMoveTheCursorNorReorderText) {
  const std::string name = "a\x1b[31m\u009b\u202e\u2066\u200fb";
  Report report = sample_report();
  Finding& finding = report.findings[0];
  finding.place.path = finding.message = finding.shared.name = finding.hint = name;
  finding.accesses[0] = {
      AccessKind::write, finding.place, name, name, name, {{name, finding.place, name}}, {name}};
  finding.witness = Witness{name, {{name, name}}, {name}};
  report.diagnostics = {{Severity::error, finding.place, name}};
  for (const ReportFormat& format : report_formats()) {
    const std::string out = format.render(report, {});
    for (const char* control : {"\x1b", "\u009b", "\u202e", "\u2066", "\u200f"})
      EXPECT_THAT(out, Not(HasSubstr(control))) << format.name;
  }
  const auto json = nlohmann::json::parse(render_json(report, {}));
  EXPECT_EQ(json["findings"][0]["message"], name);  // programs get what was found
}

// Two accesses at one place are a race of the code with itself: two threads, although of one name.
TEST(Report, SarifFlowsOneThreadEach) {
  Report report = sample_report();
  Finding& finding = report.findings[0];
  finding.accesses[0].thread = finding.accesses[1].thread = "Foo.put()";
  auto flows = [&] {
    nlohmann::json json = nlohmann::json::parse(render_sarif(report, {}));
    return json["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"];
  };
  EXPECT_EQ(flows().size(), 1u);
  EXPECT_EQ(flows()[0]["locations"][0]["executionOrder"], 1);
  EXPECT_EQ(flows()[0]["locations"][1]["executionOrder"], 2);
  finding.accesses[1].place = finding.accesses[0].place;
  EXPECT_EQ(flows().size(), 2u);
  EXPECT_EQ(flows()[0]["locations"][0]["executionOrder"], flows()[1]["locations"][0]["executionOrder"]);
}

TEST(Report, SarifOfAnInterruptedRun) {
  Report report = sample_report();
  auto successful = [&] {
    return nlohmann::json::parse(
        render_sarif(report, {}))["runs"][0]["invocations"][0]["executionSuccessful"];
  };
  report.summary.incomplete = 1;
  EXPECT_EQ(successful(), true);  // GitHub would drop the findings in the files that could be read
  report.summary.interrupted = true;
  EXPECT_EQ(successful(), false);
}

std::string random_text(std::mt19937& random) {
  constexpr std::string_view kPieces[] = {"</script>", "<!--",     "<img src=x onerror=alert(1)>",
                                          "\"",        "'",        "\\",
                                          "%",         "\n",       "\r",
                                          "\x1b[2J",   "\xFF",     "\xE2\x82",
                                          "\u202E",    "[x](1)",   "{0}",
                                          "`",         "@@data@@", "::",
                                          ",",         "\u2028",   "ok",
                                          " "};
  std::string text;
  for (size_t i = random() % 8; i-- > 0;) text += kPieces[random() % std::size(kPieces)];
  if (random() % 16 == 0) text += '\0';
  return text;
}

Place random_place(std::mt19937& random) {
  Place place{random_text(random), static_cast<uint32_t>(random() % 4), static_cast<uint32_t>(random() % 9),
              static_cast<uint32_t>(random() % 6), static_cast<uint32_t>(random() % 9)};
  if (random() % 2 == 0) place.path = "known";
  return place;
}

Finding random_finding(std::mt19937& random) {
  Finding finding;
  finding.rule = static_cast<Rule>(random() % all_rules().size());
  finding.level = static_cast<Level>(random() % 3);
  finding.place = random_place(random);
  finding.message = random_text(random);
  finding.shared = {random_text(random), random_text(random)};
  for (size_t i = random() % 4; i-- > 0;) {
    Access access{static_cast<AccessKind>(random() % 4),
                  random_place(random),
                  random_text(random),
                  random_text(random),
                  random_text(random),
                  {},
                  {}};
    for (size_t j = random() % 3; j-- > 0;)
      access.stack.push_back({random_text(random), random_place(random), random_text(random)});
    for (size_t j = random() % 3; j-- > 0;) access.locks.push_back(random_text(random));
    finding.accesses.push_back(std::move(access));
  }
  if (random() % 2 == 0) finding.related.push_back({random_place(random), random_text(random)});
  if (random() % 2 == 0)
    finding.witness =
        Witness{random_text(random), {{random_text(random), random_text(random)}}, {random_text(random)}};
  finding.hint = random_text(random);
  static const Factor factor{"hostile", 0, "{}"};
  finding.confidence = Confidence({&factor, static_cast<int>(random() % 300) - 100}, random_text(random));
  finding.fingerprint = "f";
  return finding;
}

size_t occurrences(const std::string& text, std::string_view needle) {
  size_t count = 0;
  for (size_t at = text.find(needle); at != std::string::npos; at = text.find(needle, at + 1)) ++count;
  return count;
}

// Fails the test when somebody reads a file.
class NoSourceLines final : public SourceLines {
 public:
  std::optional<SourceFile> file(const std::string& path) override {
    ADD_FAILURE() << path;
    return std::nullopt;
  }
};

TEST(Report, SarifReadsNoTraces) {
  NoSourceLines sources;
  RenderOptions options;
  options.sources = &sources;
  Report report;
  report.traces = {"run.std"};
  Finding& finding = report.findings.emplace_back();
  finding.rule = Rule::data_race;
  finding.place = Place{"run.std", 7, 0, 7, 0};
  finding.accesses = {Access{}, Access{}};
  for (Access& access : finding.accesses) access.place = finding.place;
  EXPECT_THAT(render_sarif(report, options), testing::HasSubstr("\"startLine\": 7"));
}

TEST(Report, HostileFindings) {
  std::mt19937 random(5);
  FixedSourceLines sources;
  sources.add("known", "x </script><script>\n\t\xFF\xC3\x1b]0;\n@@style@@");
  RenderOptions options;
  options.sources = &sources;
  const std::string empty_page = render_html(Report{}, options);
  for (int round = 0; round < 400; ++round) {
    Report report;
    report.command = "check";
    for (size_t i = random() % 4; i-- > 0;) report.findings.push_back(random_finding(random));
    report.diagnostics = {{Severity::error, random_place(random), random_text(random)}};
    for (const ReportFormat& format : report_formats()) {
      std::string out = format.render(report, options);
      ASSERT_TRUE(utf8_valid(out)) << format.name << " in round " << round;
      ASSERT_TRUE(out.empty() || out.ends_with("\n")) << format.name;
    }
    std::string text = render_text(report, options) + render_diagnostics_text(report.diagnostics, options);
    ASSERT_EQ(text.find('\x1b'), std::string::npos) << "round " << round;
    std::string html = render_html(report, options);
    ASSERT_EQ(occurrences(html, "</script"), occurrences(empty_page, "</script")) << "round " << round;
    ASSERT_EQ(occurrences(html, "<!--"), occurrences(empty_page, "<!--")) << "round " << round;
    ASSERT_EQ(html.find("<img"), std::string::npos) << "round " << round;
    // One annotation a line: no finding can begin a command of its own.
    ASSERT_EQ(occurrences(render_github(report, options), "\n"), report.findings.size() + 1);
    ASSERT_FALSE(nlohmann::json::parse(render_json(report, options)).is_discarded());
    ASSERT_FALSE(nlohmann::json::parse(render_sarif(report, options)).is_discarded());
  }
}

}  // namespace
}  // namespace dh
