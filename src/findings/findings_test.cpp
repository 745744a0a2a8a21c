#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <random>

#include "findings/baseline.h"
#include "findings/checker.h"
#include "findings/fingerprint.h"
#include "findings/ignores.h"
#include "findings/pipeline.h"

namespace dh {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Confidence confidence(int value) {
  static const Factor start{"start", 0, "because"};
  return Confidence({&start, value});
}

Finding race(const std::string& path, uint32_t line, const std::string& shared = "x", int value = 80) {
  Finding finding;
  finding.rule = Rule::exo_race;
  finding.place = {path, line, 1, line, 2};
  finding.shared = {"variable", shared};
  finding.message = "m";
  finding.confidence = confidence(value);
  finding.accesses = {{AccessKind::write, finding.place, "writes", "f", {}, {}, {}},
                      {AccessKind::read, {path, line + 1, 1, line + 1, 2}, "reads", "g", {}, {}, {}}};
  return finding;
}

TEST(RulesTest, IdsAreUniqueAndPagesAreCompiledIn) {
  for (const RuleInfo& rule : all_rules()) EXPECT_EQ(rule_by_id(rule.id), rule.rule);
  EXPECT_THAT(std::string(rule_info(Rule::unused_ignore).page), HasSubstr("# unused-ignore\n"));
  EXPECT_FALSE(rule_by_id("no-such-rule").has_value());
}

TEST(FingerprintTest, SurvivesMovedLinesAndSwappedAccesses) {
  Finding a = race("a.erl", 10);
  Finding b = race("a.erl", 99);
  std::swap(b.accesses[0], b.accesses[1]);
  EXPECT_EQ(fingerprint_of(a), fingerprint_of(b));
  EXPECT_NE(fingerprint_of(a), fingerprint_of(race("a.erl", 10, "y")));
  Finding other = a;
  other.accesses[1].symbol = "h";
  EXPECT_NE(fingerprint_of(a), fingerprint_of(other));
}

TEST(PipelineTest, LevelsFollowConfidenceAndPolicy) {
  std::vector<Finding> findings = {race("a", 1, "x", 80), race("a", 2, "x", 49)};
  RulePolicy policy;
  const PolicyOf policy_of = [&](const std::string&, Rule) { return policy; };
  policy.level = Level::warning;
  apply_policy(findings, policy_of);
  EXPECT_EQ(findings[0].level, Level::warning);
  EXPECT_EQ(findings[1].level, Level::note);
  // Harm limits the level of the rule, not the one that the user has chosen.
  policy.level.reset();
  findings[0].max_level = Level::note;
  apply_policy(findings, policy_of);
  EXPECT_EQ(findings[0].level, Level::note);
  policy.level = Level::error;
  apply_policy(findings, policy_of);
  EXPECT_EQ(findings[0].level, Level::error);
  policy.enabled = false;
  apply_policy(findings, policy_of);
  EXPECT_TRUE(findings.empty());
}

TEST(PipelineTest, OrderAndDuplicatesDoNotDependOnTheInput) {
  std::vector<Finding> findings;
  for (uint32_t line : {5u, 3u, 3u, 1u}) findings.push_back(race("b", line));
  findings.push_back(race("a", 9));
  std::vector<std::string> expected;
  std::mt19937 random(1);
  for (int round = 0; round < 20; ++round) {
    std::shuffle(findings.begin(), findings.end(), random);
    FinishedFindings finished = finish_findings(findings, {});
    std::vector<std::string> places;
    for (const Finding& f : finished.shown) places.push_back(f.place.text() + " " + f.fingerprint);
    if (round == 0) expected = places;
    EXPECT_EQ(places, expected);
    ASSERT_EQ(places.size(), 4u);
    EXPECT_THAT(places[0], HasSubstr("a:9:1"));
    EXPECT_THAT(places[1], HasSubstr("b:1:1"));
  }
}

// Findings that differ in one member only, whichever it is: their order does not depend on that of discovery.
TEST(PipelineTest, OrderIsTotal) {
  static const Factor other{"other", 5, "as well"};
  Finding base = race("a", 1);
  base.witness = Witness{"w", {{"n", "1"}}, {"one"}};
  base.related = {{base.place, "r"}};
  base.accesses[0].stack = {{"f", base.place, "n"}};
  base.accesses[0].locks = {"l"};
  std::vector<std::function<void(Finding&)>> changes = {
      [](Finding& f) { f.place.path = "b"; },
      [](Finding& f) { f.place.line = 2; },
      [](Finding& f) { f.place.column = 2; },
      [](Finding& f) { f.place.end_column = 9; },
      [](Finding& f) { f.rule = Rule::exo_unknown; },
      [](Finding& f) { f.message = "n"; },
      [](Finding& f) { f.shared.kind = "field"; },
      [](Finding& f) { f.shared.name = "y"; },
      [](Finding& f) { f.hint = "h"; },
      [](Finding& f) { f.accesses[0].kind = AccessKind::read; },
      [](Finding& f) { f.accesses[1].place.line = 7; },
      [](Finding& f) { f.accesses[0].description = "changes"; },
      [](Finding& f) { f.accesses[0].symbol = "h"; },
      [](Finding& f) { f.accesses[0].thread = "t"; },
      [](Finding& f) { f.accesses[0].stack[0].function = "g"; },
      [](Finding& f) { f.accesses[0].stack[0].place.line = 3; },
      [](Finding& f) { f.accesses[0].stack[0].note = "m"; },
      [](Finding& f) { f.accesses[0].locks[0] = "m"; },
      [](Finding& f) { f.related[0].message = "s"; },
      [](Finding& f) { f.related[0].place.line = 4; },
      [](Finding& f) { f.witness.reset(); },
      [](Finding& f) { f.witness->summary = "v"; },
      [](Finding& f) { f.witness->values[0].second = "2"; },
      [](Finding& f) { f.witness->steps[0] = "two"; },
      [](Finding& f) { f.confidence = confidence(70); },
      [](Finding& f) {
        f.confidence = Confidence({&other, 80});
      },
      [](Finding& f) {
        f.confidence = Confidence({&other, 80}, "detail");
      },
      [](Finding& f) { f.max_level = Level::warning; },
      [](Finding& f) { f.level = Level::error; },
      [](Finding& f) { f.fingerprint = "other"; },
  };
  for (size_t i = 0; i < changes.size(); ++i) {
    Finding changed = base;
    changes[i](changed);
    EXPECT_NE(comes_before(base, changed), comes_before(changed, base)) << "change " << i;
  }
  EXPECT_FALSE(comes_before(base, base));
}

TEST(PipelineTest, HidesAndCounts) {
  Baseline baseline;
  baseline.fingerprints.insert(fingerprint_of(race("a", 1, "known")));
  FinishOptions options;
  options.baseline = &baseline;
  options.top = 1;
  options.order = Order::rank;
  FinishedFindings finished = finish_findings(
      {race("a", 1, "known"), race("a", 2, "p", 60), race("a", 3, "q", 90), race("a", 4, "r", 10)}, options);
  ASSERT_EQ(finished.shown.size(), 1u);
  EXPECT_EQ(finished.shown[0].shared.name, "q");
  EXPECT_EQ(finished.in_baseline, 1u);
  EXPECT_EQ(finished.below_confidence, 1u);
  EXPECT_EQ(finished.cut_by_top, 1u);
  EXPECT_EQ(finished.for_baseline.size(), 3u);
}

TEST(PipelineTest, ShowsTheMostCertainRacesOfAnImage) {
  std::vector<Finding> findings;
  for (uint32_t line = 1; line <= 130; ++line) {
    findings.push_back(race("a", line, "x", line == 7 ? 60 : 80));
    findings.back().rule = line <= 101 ? Rule::smalltalk_race : Rule::java_escape;
  }
  FinishedFindings finished = finish_findings(findings, {});
  EXPECT_EQ(finished.shown.size(), 129u);
  EXPECT_EQ(finished.cut_by_top, 1u);
  for (const Finding& finding : finished.shown) EXPECT_NE(finding.place.line, 7u);
  FinishOptions all;
  all.top = 1000;
  EXPECT_EQ(finish_findings(findings, all).shown.size(), 130u);
}

std::vector<uint32_t> ignored_lines(const std::string& text, Language language) {
  std::vector<uint32_t> lines;
  for (const Ignore& ignore : find_ignores(SourceFile::from_text("f", text), language))
    lines.push_back(ignore.line);
  return lines;
}

TEST(IgnoresTest, OnOrAboveTheLineInEachLanguage) {
  EXPECT_THAT(ignored_lines("x() % deadheat: ignore erlang-ets -- fine\n", Language::erlang), ElementsAre(1));
  EXPECT_THAT(ignored_lines("%% deadheat: ignore erlang-ets\n\n% more\nx()\n", Language::erlang),
              ElementsAre(4));
  EXPECT_THAT(ignored_lines("# deadheat: ignore exo-race\nx = 1\n", Language::exo), ElementsAre(2));
  EXPECT_THAT(ignored_lines("/* deadheat: ignore java-escape -- why */ int x;\n", Language::java),
              ElementsAre(1));
  EXPECT_THAT(ignored_lines("/* deadheat: ignore java-escape */\nint x;\n", Language::java), ElementsAre(2));
  EXPECT_THAT(ignored_lines("int x; // deadheat: ignore java-escape\r\n", Language::java), ElementsAre(1));
  EXPECT_THAT(ignored_lines("x := 1. \"deadheat: ignore smalltalk-race\"\r", Language::smalltalk),
              ElementsAre(1));
  EXPECT_TRUE(ignored_lines("s = 'deadheat: ignore exo-race'\n", Language::exo).empty());
}

TEST(IgnoresTest, TheCommentToTypeIsOneThatIsRead) {
  EXPECT_EQ(ignore_comment(Language::java, "java-escape", "why"), "// deadheat: ignore java-escape -- why");
  EXPECT_EQ(ignore_comment(Language::smalltalk, "smalltalk-race", "why"),
            "\"deadheat: ignore smalltalk-race -- why\"");
  for (const Language language : all_languages()) {
    const std::string text = ignore_comment(language, "data-race", "why") + "\ncode\n";
    const std::vector<Ignore> read = find_ignores(SourceFile::from_text("f", text), language);
    ASSERT_EQ(read.size(), 1u) << text;
    EXPECT_THAT(read[0].rules, ElementsAre("data-race")) << text;
    EXPECT_EQ(read[0].reason, "why") << text;
    EXPECT_EQ(read[0].line, 2u) << text;
  }
}

TEST(IgnoresTest, RulesAndReasonAreRead) {
  auto ignores = find_ignores(
      SourceFile::from_text("f", "x; // deadheat: ignore java-escape, java-guarded-by -- the reason\n"),
      Language::java);
  ASSERT_EQ(ignores.size(), 1u);
  EXPECT_THAT(ignores[0].rules, ElementsAre("java-escape", "java-guarded-by"));
  EXPECT_EQ(ignores[0].reason, "the reason");
}

TEST(IgnoresTest, TakesOutFindingsAtAnyAccessAndReportsTheRest) {
  SourceFile file =
      SourceFile::from_text("f", "a\nb // deadheat: ignore exo-race\nc // deadheat: ignore nothing\n");
  std::vector<Finding> findings = {race("f", 1), race("f", 7)};
  FinishOptions options;
  options.ignores = find_ignores(file, Language::java);
  FinishedFindings finished = finish_findings(findings, options);
  EXPECT_EQ(finished.ignored, 1u);  // its second access is on line 2
  ASSERT_EQ(finished.shown.size(), 2u);
  EXPECT_EQ(finished.shown[0].message, "unknown rule 'nothing' in an ignore comment");
  EXPECT_EQ(finished.shown[1].place.line, 7u);
}

TEST(BaselineTest, ReadsWhatItWrites) {
  std::vector<Finding> findings = {race("b", 1), race("a", 1, "y")};
  assign_fingerprints(findings);
  std::string path = testing::TempDir() + "deadheat-baseline.json";
  std::ofstream(path) << render_baseline(baseline_entries(findings, as_spelled));
  Result<Baseline> baseline = read_baseline(path);
  ASSERT_TRUE(baseline) << baseline.error().message;
  EXPECT_EQ(baseline->fingerprints.size(), 2u);
  EXPECT_TRUE(baseline->fingerprints.contains(findings[0].fingerprint));
  EXPECT_EQ(baseline->entries[0].path, "a");
}

TEST(BaselineTest, EntriesThatMatchNothing) {
  std::vector<Finding> findings = {race("b", 1), race("a", 1, "y")};
  assign_fingerprints(findings);
  Result<Baseline> baseline =
      parse_baseline(render_baseline(baseline_entries(findings, as_spelled)), "b.json");
  ASSERT_TRUE(baseline);
  FinishOptions options;
  options.baseline = &*baseline;
  FinishedFindings finished = finish_findings({race("b", 1)}, options);
  EXPECT_EQ(finished.in_baseline, 1u);
  ASSERT_EQ(finished.unmatched.size(), 1u);
  EXPECT_EQ(finished.unmatched[0].path, "a");
}

TEST(BaselineTest, BadFilesAreExplained) {
  EXPECT_THAT(read_baseline("/nonexistent").error().message, HasSubstr("No such file"));
  std::string path = testing::TempDir() + "deadheat-bad-baseline.json";
  struct {
    std::string text, message;
  } bad[] = {{"{", "invalid JSON"},
             {std::string(100'000, '['), "expected the members"},
             {"[]", "expected the members"},
             {R"({"version": 9, "findings": []})", "version 9"},
             {R"({"version": 1, "findings": [{}]})", "finding 1 has no fingerprint"}};
  for (const auto& [text, message] : bad) {
    std::ofstream(path) << text;
    EXPECT_THAT(read_baseline(path).error().message, HasSubstr(message));
  }
}

TEST(CheckSinkTest, CountsAddUpAndPhasesAreTimed) {
  CheckSink sink;
  sink.phase("one");
  sink.count("methods", 2);
  sink.count("methods", 3);
  sink.phase("two");
  sink.add(race("a", 1));
  CheckSink::Contents contents = sink.take();
  EXPECT_EQ(contents.counts["methods"], 5);
  ASSERT_EQ(contents.phases.size(), 2u);
  EXPECT_EQ(contents.findings.size(), 1u);
}

TEST(Fix, AppliesToTheTextItWasMadeForOnly) {
  const SourceFile file = SourceFile::from_text("f", "int a;\nint b;\n");
  const Fix fix = make_fix("make both final", file, {{{7, 7}, "final "}, {{0, 3}, "long"}});
  EXPECT_EQ(apply_fix(fix, file.text()).value(), "long a;\nfinal int b;\n");
  EXPECT_FALSE(apply_fix(fix, "int a;\nint c;\n"));
  Fix overlapping = make_fix("", file, {{{0, 5}, ""}, {{3, 6}, ""}});
  EXPECT_FALSE(apply_fix(overlapping, file.text()));
}

}  // namespace
}  // namespace dh
