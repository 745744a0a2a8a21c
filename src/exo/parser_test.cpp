#include "exo/syntax/parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "exo/testing/program.h"
#include "exo/testing/random_program.h"

namespace dh::exo {
namespace {

using testing::HasSubstr;

TEST(Parser, FindsDecoratedPrintedAndNestedProcs) {
  Program program(R"(
import numpy as np
from exo import proc
from exo.platforms.x86 import *

N = 4
M = N * 4

def helper(x: int, y: str) -> int:
    for i in range(3):
        print(i)
    return x

class Plain:
    def method(self):
        return 1

def make():
    K = 8
    @proc
    def inner(a: f32[K, M]):
        for i in seq(0, K):
            a[i, 0] = 0.0
    return inner

@instr("load({dst_data}, {src_data});")
def load(dst: [f32][8] @ AVX2, src: [f32][8] @ DRAM):
    # @instr load
    assert stride(src, 0) == 1
    assert stride(dst, 0) == 1
    for i in seq(0, 8):
        dst[i] = src[i]

def printed(n: size, x: f32[n, 3 *
                              n] @ DRAM):
    for i in seq(0, n): x[i, 0] = 1.0; x[i, 1] = 2.0
)");
  EXPECT_EQ(program.messages(), "");
  ASSERT_EQ(program.modules[0].procs.size(), 3u);
  EXPECT_EQ(program.proc("inner").origin, ProcOrigin::decorated);
  EXPECT_EQ(program.proc("load").origin, ProcOrigin::instr);
  EXPECT_EQ(program.proc("load").asserts.size(), 2u);
  EXPECT_EQ(program.proc("printed").origin, ProcOrigin::printed);
  EXPECT_EQ(program.proc("printed").body[0]->body.size(), 2u);
}

TEST(Parser, LeavesOtherPythonAlone) {
  Program program(
      "def f(x: bool, i: index):\n    return x\n\ndef g(a, b=1):\n    pass\nx = {\n  'a': [1,\n 2]}\n");
  EXPECT_EQ(program.messages(), "");
  EXPECT_TRUE(program.modules[0].procs.empty());
}

TEST(Parser, PlacesAreExact) {
  Program program("@proc\ndef f(n: size, x: f32[n]):\n    for i in seq(0, n):\n        x[i] = x[i + 1]\n");
  const Proc& proc = program.proc("f");
  const Stmt& assign = *proc.body[0]->body[0];
  Place target = program.modules[0].file.place(assign.name_span);
  EXPECT_EQ(target, (Place{"test.py", 4, 9, 4, 13}));
  Place read = program.modules[0].file.place(assign.value->span);
  EXPECT_EQ(read, (Place{"test.py", 4, 16, 4, 24}));
}

// The line and a part of the message of the only complaint.
struct Mistake {
  const char* text;
  uint32_t line;
  const char* message;
};

class Mistakes : public testing::TestWithParam<Mistake> {};

TEST_P(Mistakes, AreReportedWithTheirLineAndTheRestIsRead) {
  std::string text = std::string("@proc\ndef good(n: size, x: f32[n]):\n    x[0] = 0.0\n") +
                     "@proc\ndef f(n: size, b: bool, x: f32[n, n], s: f32):\n" + GetParam().text +
                     "@proc\ndef last(n: size, x: f32[n]):\n    x[0] = 0.0\n";
  Program program(text);
  ASSERT_FALSE(program.diagnostics.empty());
  EXPECT_EQ(program.diagnostics[0].place.line, GetParam().line + 3);
  EXPECT_THAT(program.diagnostics[0].message, HasSubstr(GetParam().message));
  EXPECT_TRUE(program.proc("f").broken);
  EXPECT_FALSE(program.proc("last").broken);
}

INSTANTIATE_TEST_SUITE_P(
    Exo, Mistakes,
    testing::Values(Mistake{"    x[0, 0] = \n", 3, "an expression is missing"},
                    Mistake{"    x[0] = 1.0\n", 3, "has 2 dimensions, but 1 indices"},
                    Mistake{"    x[0, 0, 0] = 1.0\n", 3, "has 2 dimensions, but 3 indices"},
                    Mistake{"    s = x[0, 0] + q\n", 3, "'q' is not defined"},
                    Mistake{"    y[0] = 1.0\n", 3, "'y' is not defined"},
                    Mistake{"    x[n / n, 0] = 1.0\n", 3, "divisor must be a positive constant"},
                    Mistake{"    x[s, 0] = 1.0\n", 3, "data cannot be part of an index"},
                    Mistake{"    for i in range(0, n):\n        pass\n", 3,
                            "seq(lo, hi), par(lo, hi) or fork(n)"},
                    Mistake{"    with python:\n        pass\n", 3, "expand the metaprogramming"},
                    Mistake{"    x[{n}, 0] = 1.0\n", 3, "expand the metaprogramming"},
                    Mistake{"    if n != 3:\n        pass\n", 3, "not part of Exo"},
                    Mistake{"    if s:\n        pass\n", 3, "is not a condition"},
                    Mistake{"    good(n)\n", 3, "takes 2 arguments, but 1"},
                    Mistake{"    good(n, x)\n", 3, "has 1 dimensions, but 2"},
                    Mistake{"    x[0, 0] = 1.0\n      x[0, 0] = 1.0\n", 4, "indentation"},
                    Mistake{"    C.a = 1.0\n", 3, "not a config"},
                    Mistake{"    n = 3.0\n", 3, "cannot be written"},
                    Mistake{"    return s\n", 3, "'return' is not part of Exo"},
                    Mistake{"    x[(0, 0] = 1.0\n", 3, "')'"}));

TEST(Parser, RecursionThroughSeveralProcsIsReported) {
  // Python binds a name after its proc is made: only printed procs, which call each other by name, can do it.
  Program program(
      "def a(x: f32):\n    b(x)\ndef b(x: f32):\n    c(x)\ndef c(x: f32):\n    a(x)\n"
      "def d(x: f32):\n    c(x)\n");
  EXPECT_THAT(program.messages(), HasSubstr("cycle of procs"));
  EXPECT_TRUE(program.proc("d").broken);
}

TEST(Parser, HostileNestingIsRefusedNotFollowed) {
  std::string brackets(100000, '(');
  std::string minus(100000, '-');
  std::string sum = "s";
  for (int i = 0; i < 100000; ++i) sum += " + s";
  for (const std::string& expr : {brackets, minus + "s", sum}) {
    Program program("@proc\ndef f(s: f32):\n    s = " + expr + "\n");
    EXPECT_FALSE(program.diagnostics.empty());
  }
  std::string blocks;
  for (size_t i = 0; i < 3000; ++i) blocks += std::string(4 + i, ' ') + "if b:\n";
  Program deep("@proc\ndef f(b: bool):\n" + blocks);
  EXPECT_FALSE(deep.diagnostics.empty());
  std::string chain;
  for (int i = 0; i < 3000; ++i) chain += "    elif b:\n        pass\n";
  Program elifs("@proc\ndef f(b: bool):\n    if b:\n        pass\n" + chain);
  EXPECT_FALSE(elifs.diagnostics.empty());
}

TEST(Parser, SurvivesMutations) {
  std::mt19937 random(17);
  static constexpr std::string_view kPieces[] = {"(",
                                                 ")",
                                                 "[",
                                                 "]",
                                                 ":",
                                                 "\n",
                                                 "    ",
                                                 "\t",
                                                 "for ",
                                                 " in fork(",
                                                 "Barrier()",
                                                 "@proc\n",
                                                 "\"\"\"",
                                                 "'",
                                                 "\\\n",
                                                 "+=",
                                                 "%",
                                                 "/ 0",
                                                 "9999999999999999999",
                                                 "x",
                                                 ",",
                                                 "\xff",
                                                 "\r",
                                                 "#",
                                                 "def ",
                                                 "if ",
                                                 "else:",
                                                 "{",
                                                 ";",
                                                 ".",
                                                 "-"};
  for (uint64_t round = 0; round < 3000; ++round) {
    std::string text = random_program(round % 50);
    for (uint32_t changes = 1 + random() % 6; changes > 0; --changes) {
      size_t at = random() % text.size();
      switch (random() % 4) {
        case 0:
          text.erase(at, 1 + random() % 20);
          break;
        case 1:
          text.insert(at, kPieces[random() % std::size(kPieces)]);
          break;
        case 2:
          text[at] = static_cast<char>(random() % 256);
          break;
        default:
          text.insert(at, text.substr(random() % text.size(), random() % 40));
          break;
      }
      if (text.empty()) text = " ";
    }
    Program program(text);  // must come back, whatever it says
    for (const Diagnostic& diagnostic : program.diagnostics) ASSERT_FALSE(diagnostic.message.empty());
  }
}

}  // namespace
}  // namespace dh::exo
