#include "exo/exo_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "exo/testing/random_program.h"

namespace dh {
namespace {

using testing::HasSubstr;

// Files of a folder that is removed with the test.
class ExoCheck : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "exo_check_XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
    paths_.push_back((folder_ / name).string());
    std::sort(paths_.begin(), paths_.end());
  }

  CheckSink::Contents check(int jobs = 1, const TomlValue* settings = nullptr) {
    CheckInput input;
    input.paths = paths_;
    input.parallel.jobs = jobs;
    input.settings = settings;
    CheckSink sink;
    check_exo(input, sink);
    return sink.take();
  }

  std::filesystem::path folder_;
  std::vector<std::string> paths_;
};

TEST_F(ExoCheck, ImportsAreFollowedBetweenCheckedFiles) {
  write("instrs.py", "@instr('s')\ndef put(i: index, d: [f32][8]):\n    d[i + 1] = 0.0\n    d[i] = 1.0\n");
  write("main.py",
        "from instrs import put as store\n@proc\ndef f(n: size, x: f32[n]):\n    for i in par(0, n):\n"
        "        store(i, x[0:8])\n");
  CheckSink::Contents contents = check();
  EXPECT_TRUE(contents.diagnostics.empty());
  ASSERT_EQ(contents.findings.size(), 1u);
  const Finding& finding = contents.findings[0];
  EXPECT_EQ(finding.rule, Rule::exo_race);
  // An instruction stands for hardware: the place is its call, the body is a frame.
  EXPECT_THAT(finding.place.path, HasSubstr("main.py"));
  EXPECT_EQ(finding.place.line, 5u);
  EXPECT_THAT(finding.accesses[0].stack[0].place.path, HasSubstr("instrs.py"));
  ASSERT_EQ(finding.accesses[0].stack.size(), 2u);
  EXPECT_EQ(finding.accesses[0].stack[0].function, "put");
  EXPECT_EQ(finding.accesses[0].stack[1].function, "f");
  EXPECT_THAT(finding.accesses[0].stack[1].place.path, HasSubstr("main.py"));
}

TEST_F(ExoCheck, UnknownCallsMatterOnlyInParallelLoops) {
  write("a.py", "@proc\ndef f(n: size, x: f32[n]):\n    for i in seq(0, n):\n        gone(x[i:i + 1])\n");
  EXPECT_TRUE(check().diagnostics.empty());
  write("b.py", "@proc\ndef g(n: size, x: f32[n]):\n    for i in par(0, n):\n        gone(x[i:i + 1])\n");
  CheckSink::Contents contents = check();
  ASSERT_EQ(contents.diagnostics.size(), 1u);
  EXPECT_EQ(contents.diagnostics[0].severity, Severity::error);
}

TEST_F(ExoCheck, ResultsAreTheSameForOneAndManyJobs) {
  for (uint64_t seed = 0; seed < 24; ++seed)
    write("p" + std::to_string(seed) + ".py", exo::random_program(seed));
  CheckSink::Contents one = check(1);
  CheckSink::Contents many = check(4);
  auto texts = [](const CheckSink::Contents& contents) {
    std::vector<std::string> out;
    for (const Finding& finding : contents.findings) {
      std::string text = finding.place.text() + finding.message + finding.hint;
      if (finding.witness) text += finding.witness->summary;
      out.push_back(text);
    }
    std::sort(out.begin(), out.end());
    return out;
  };
  EXPECT_EQ(texts(one), texts(many));
  EXPECT_GT(one.findings.size(), 10u);
  EXPECT_EQ(one.counts, many.counts);
}

TEST_F(ExoCheck, CrossCheckWithZ3FindsNoDifference) {
  for (uint64_t seed = 0; seed < 10; ++seed)
    write("p" + std::to_string(seed) + ".py", exo::random_program(seed));
  Diagnostics diagnostics;
  TomlValue table = parse_toml("cross-check-z3 = true\n", "t", diagnostics);
  CheckSink::Contents contents = check(1, &table);
  for (const Diagnostic& diagnostic : contents.diagnostics) ADD_FAILURE() << diagnostic.message;
  EXPECT_EQ(contents.counts["exo queries cross-checked"], contents.counts["exo queries"]);
  EXPECT_GT(contents.counts["exo queries"], 100);
}

// 40 conditional accesses are 820 pairs; the budget ends long before, and what was found until then stays.
TEST_F(ExoCheck, ASpentBudgetIsUnknownAndKeepsWhatWasFound) {
  std::string text =
      "@proc\ndef f(n: size, x: f32[n], y: f32[n]):\n    for t in par(0, n):\n        x[0] = 1.0\n";
  for (int k = 2; k < 42; ++k) {
    text += "        if t % " + std::to_string(k) + " == 0:\n            y[t] = 1.0\n";
  }
  write("a.py", text);
  Diagnostics diagnostics;
  TomlValue small = parse_toml("loop-budget = 30000\n", "t", diagnostics);
  CheckSink::Contents contents = check(1, &small);
  ASSERT_EQ(contents.findings.size(), 2u);
  EXPECT_EQ(contents.findings[0].rule, Rule::exo_race);
  EXPECT_EQ(contents.findings[1].rule, Rule::exo_unknown);
  EXPECT_THAT(contents.findings[1].message,
              HasSubstr("pairs of accesses were compared when its budget was used up"));
  EXPECT_FALSE(contents.diagnostics.empty());  // incomplete
  EXPECT_EQ(check().findings.size(), 1u);
}

std::string hard_proc(int number) {
  std::string text =
      "@proc\ndef hard" + std::to_string(number) + "(n: size, y: f32[n]):\n    for t in par(0, n):\n";
  for (int k = 2; k < 22; ++k) {
    text += "        if t % " + std::to_string(k) + " == 0:\n            y[t] = 1.0\n";
  }
  return text;
}

constexpr int64_t kStepsOfHardProc = 97'000;  // about; the tests below only need its order

std::string budget_of_hard_procs(int64_t factor) {
  return "loop-budget = " + std::to_string(factor * kStepsOfHardProc) + "\n";
}

// Easy loops leave enough for the hard one, whose equal share is too small.
TEST_F(ExoCheck, TheLoopsOfAFileShareItsBudget) {
  std::string text = hard_proc(0);
  for (int i = 0; i < 199; ++i) {
    text +=
        "@proc\ndef easy" + std::to_string(i) + "(x: f32[2]):\n    for t in par(0, 2):\n        x[t] = 1.0\n";
  }
  write("a.py", text);
  Diagnostics diagnostics;
  TomlValue table = parse_toml(budget_of_hard_procs(2), "t", diagnostics);
  CheckSink::Contents contents = check(1, &table);
  EXPECT_TRUE(contents.findings.empty());
  EXPECT_TRUE(contents.diagnostics.empty());
}

TEST_F(ExoCheck, ManyHardLoopsCostWhatAFewMay) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += hard_proc(i);
  write("a.py", text);
  Diagnostics diagnostics;
  TomlValue table = parse_toml(budget_of_hard_procs(2), "t", diagnostics);
  CheckSink::Contents contents = check(1, &table);
  EXPECT_EQ(contents.findings.size(), 200u);
  for (const Finding& finding : contents.findings) EXPECT_EQ(finding.rule, Rule::exo_unknown);
  EXPECT_LT(contents.counts["exo steps"], 2 * 25 * kStepsOfHardProc);
}

TEST_F(ExoCheck, ParallelizeLoopIsNoted) {
  write("a.py",
        "@proc\ndef f(x: f32[2]):\n    for i in seq(0, 2):\n        x[0] = 1.0\nf = parallelize_loop(f, "
        "'i')\n");
  CheckSink::Contents contents = check();
  ASSERT_EQ(contents.diagnostics.size(), 1u);
  EXPECT_EQ(contents.diagnostics[0].severity, Severity::note);
  EXPECT_EQ(contents.diagnostics[0].place.line, 5u);
}

TEST_F(ExoCheck, ImportsFromFilesThatAreNotCheckedAreUnknown) {
  write("lib.py", "@proc\ndef put(x: [f32][1]):\n    x[0] = 1.0\n");
  write("sub/user.py",
        "from lib import put\nfrom .lib import put as near\n@proc\ndef f(x: f32[8]):\n"
        "    for i in par(0, 8):\n        put(x[i:i + 1])\n"
        "@proc\ndef g(x: f32[8]):\n    for i in par(0, 8):\n        near(x[i:i + 1])\n");
  CheckSink::Contents contents = check();
  ASSERT_EQ(contents.findings.size(), 1u);  // sub/lib.py is not there, whatever the other lib.py has
  EXPECT_EQ(contents.findings[0].rule, Rule::exo_unknown);
  EXPECT_THAT(contents.findings[0].message, HasSubstr("'.lib', which is not among the checked files"));
}

TEST_F(ExoCheck, ABadFileDoesNotStopTheRest) {
  write("a.py", "@proc\ndef f(x: f32[2]):\n    for t in fork(2):\n        x[0] = (\n");
  write("b.py", "@proc\ndef f(x: f32[2]):\n    for t in fork(2):\n        x[0] = 1.0\n");
  paths_.insert(paths_.begin(), (folder_ / "a-missing.py").string());
  CheckSink::Contents contents = check();
  EXPECT_EQ(contents.findings.size(), 1u);
  EXPECT_GE(contents.diagnostics.size(), 2u);
}

TEST_F(ExoCheck, InliningThatDoublesAtEveryCallIsRefused) {
  std::string text = "@proc\ndef f0(x: f32[2]):\n    x[0] = 1.0\n";
  for (int i = 1; i < 40; ++i) {
    std::string below = "    f" + std::to_string(i - 1) + "(x)\n";
    text += "@proc\ndef f" + std::to_string(i) + "(x: f32[2]):\n" + below + below;
  }
  text += "@proc\ndef top(x: f32[2]):\n    for t in par(0, 2):\n        f39(x)\n";
  write("a.py", text);
  CheckSink::Contents contents = check();
  ASSERT_FALSE(contents.diagnostics.empty());
  EXPECT_THAT(contents.diagnostics[0].message, HasSubstr("too large"));
}

TEST_F(ExoCheck, LongChainsOfCallsAreRefusedNotFollowed) {
  std::string text = "@proc\ndef f0(x: f32[2]):\n    x[0] = 1.0\n";
  for (int i = 1; i < 5000; ++i) {
    text += "@proc\ndef f" + std::to_string(i) + "(x: f32[2]):\n    f" + std::to_string(i - 1) + "(x)\n";
  }
  text += "@proc\ndef top(x: f32[2]):\n    for t in par(0, 2):\n        f4999(x)\n";
  write("a.py", text);
  CheckSink::Contents contents = check();
  ASSERT_FALSE(contents.diagnostics.empty());
  EXPECT_THAT(contents.diagnostics[0].message, HasSubstr("nested too deeply"));
}

TEST(ExoSettings, UnknownKeysAndWrongTypesAreReported) {
  Diagnostics diagnostics;
  TomlValue good =
      parse_toml("cross-check-z3 = true\nquery-time-limit-ms = 100\nloop-budget = 5000\n", "t", diagnostics);
  validate_exo_settings(&good, diagnostics);
  EXPECT_TRUE(diagnostics.empty());
  TomlValue bad = parse_toml("cross-check = true\nquery-time-limit-ms = 'long'\n", "t", diagnostics);
  validate_exo_settings(&bad, diagnostics);
  EXPECT_EQ(diagnostics.size(), 2u);
}

}  // namespace
}  // namespace dh
