#include "report/excerpt.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "base/utf8.h"

namespace dh {
namespace {

std::string excerpt(const std::string& text, const std::vector<Label>& labels, size_t width = 60) {
  FixedSourceLines sources;
  sources.add("f", text);
  ExcerptStyle style{Painter{}, Style::error, width, gutter_width(labels)};
  return "\n" + render_excerpts(labels, &sources, style);
}

Place at(uint32_t line, uint32_t column, uint32_t end_column) {
  return {"f", line, column, line, end_column};
}

TEST(Excerpt, TwoLabelsOnOneLine) {
  EXPECT_EQ(excerpt("a = b;\n", {{at(1, 1, 2), "writes a", true}, {at(1, 5, 6), "reads b", false}}), R"(
  --> f:1:1
   |
 1 | a = b;
   | ^   - reads b
   | |
   | writes a
)");
}

TEST(Excerpt, SeveralLabelsHangInSteps) {
  EXPECT_EQ(
      excerpt("f(a, b, c)\n",
              {{at(1, 3, 4), "first", false}, {at(1, 6, 7), "second", true}, {at(1, 9, 10), "third", false}}),
      R"(
  --> f:1:3
   |
 1 | f(a, b, c)
   |   -  ^  - third
   |   |  |
   |   |  second
   |   first
)");
}

TEST(Excerpt, LabelsAtTheSameBeginning) {
  EXPECT_EQ(excerpt("count += 1\n", {{at(1, 1, 6), "thread 1", true}, {at(1, 1, 6), "thread 2", true}}), R"(
  --> f:1:1
   |
 1 | count += 1
   | ^^^^^
   | |
   | thread 1
   | thread 2
)");
}

TEST(Excerpt, OverlappingMarks) {
  EXPECT_EQ(excerpt("abcdef\n", {{at(1, 3, 5), "inner", true}, {at(1, 1, 7), "outer", false}}), R"(
  --> f:1:3
   |
 1 | abcdef
   | --^^--
   | | |
   | | inner
   | outer
)");
}

TEST(Excerpt, GapsBetweenLines) {
  EXPECT_EQ(excerpt("1\n2\n3\n4\n5\n6\n",
                    {{at(6, 1, 2), "six", true}, {at(1, 1, 2), "", false}, {at(3, 1, 2), "", false}}),
            R"(
  --> f:6:1
   |
 1 | 1
   | -
 2 | 2
 3 | 3
   | -
...
 6 | 6
   | ^ six
)");
}

TEST(Excerpt, TabsWideAndInvalidCharacters) {
  // In characters: tab, two wide ones, an invalid byte, an escape, x.
  EXPECT_EQ(excerpt("\t\u6F22\u5B57\xFF\x1B x\r\n", {{at(1, 7, 8), "here", true}}),
            "\n"
            "  --> f:1:7\n"
            "   |\n"
            " 1 |     \u6F22\u5B57\uFFFD\uFFFD x\n"
            "   |            ^ here\n");
}

TEST(Excerpt, SpansOverLinesAndUnknownColumns) {
  EXPECT_EQ(excerpt("begin\n  end\n", {{{"f", 1, 3, 2, 4}, "long", true}}), R"(
  --> f:1:3
   |
 1 | begin
   |   ^^^ long
)");
  EXPECT_EQ(excerpt("begin\n  end\n", {{{"f", 2, 0, 0, 0}, "line", true}}), R"(
  --> f:2
   |
 2 |   end
   |   ^^^ line
)");
  EXPECT_EQ(excerpt("x\n", {{{"f", 1, 2, 1, 2}, "end of line", true}}), R"(
  --> f:1:2
   |
 1 | x
   |  ^ end of line
)");
}

TEST(Excerpt, MissingSources) {
  EXPECT_EQ(excerpt("x\n", {{{"gone", 7, 1, 7, 2}, "a", true},
                            {{"f", 99, 1, 99, 2}, "b", false},
                            {{"whole", 0, 0, 0, 0}, "c", false}}),
            R"(
  --> gone:7:1
   |
 7 | (source not available)
   | a
   |
  ::: f:99:1
   |
99 | (source not available)
   | b
   |
  ::: whole
   |
   | c
)");
}

TEST(Excerpt, WideLinesAreCutAroundTheMark) {
  std::string line = std::string(100, 'a') + "MARK" + std::string(100, 'b');
  EXPECT_EQ(excerpt(line, {{at(1, 101, 105), "here", true}}, 40), R"(
  --> f:1:101
   |
 1 | ...aaaaaaaaaaaaaaaaaaaaaaaaMARKbbbbbbbbbbbb...
   |                            ^^^^ here
)");
}

// Whatever the bytes and places: valid UTF-8, every line under the gutter, and no escape codes.
TEST(Excerpt, RandomInputs) {
  std::mt19937 random(11);
  constexpr std::string_view kBytes = "ab\t \r\n\x1b\xFF\xC3\xBC\xE6\xBC\xA2\xF0\x9F\x98\x80x{}";
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (size_t i = random() % 200; i-- > 0;) text += kBytes[random() % kBytes.size()];
    std::vector<Label> labels;
    for (size_t i = 1 + random() % 5; i-- > 0;) {
      uint32_t line = random() % 5;
      Place place{random() % 8 == 0 ? "gone" : "f", line, static_cast<uint32_t>(random() % 80),
                  line + static_cast<uint32_t>(random() % 2), static_cast<uint32_t>(random() % 80)};
      if (random() % 16 == 0) place.column = place.end_column = UINT32_MAX;
      labels.push_back({place, random() % 3 == 0 ? "" : "l\x1b\xFF\n", labels.empty()});
    }
    std::string out = excerpt(text, labels, 10 + random() % 60);
    ASSERT_TRUE(utf8_valid(out)) << round;
    ASSERT_EQ(out.find('\x1b'), std::string::npos) << round;
    ASSERT_EQ(out.find('\r'), std::string::npos) << round;
  }
}

TEST(Excerpt, TracesAreNotReadForAFewLines) {
  const auto path = std::filesystem::temp_directory_path() / ("deadheat_lines_" + std::to_string(::getpid()));
  const auto lines = [&] { return FileSourceLines().file(path.string()).has_value(); };
  std::ofstream(path) << "one line\n";
  EXPECT_TRUE(lines());
  std::filesystem::resize_file(path, 20);  // with NULs
  EXPECT_FALSE(lines());
  std::ofstream(path) << std::string(1024, 'x');
  std::filesystem::resize_file(path, uintmax_t{65} << 20);
  EXPECT_FALSE(lines());
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace dh
