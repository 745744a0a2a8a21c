#include "report/display.h"

#include <gtest/gtest.h>

namespace dh {
namespace {

TEST(Display, Widths) {
  EXPECT_EQ(display_width("abc"), 3u);
  EXPECT_EQ(display_width("\u6F22\u5B57"), 4u);  // Han
  EXPECT_EQ(display_width("e\u0301"), 1u);       // combining acute
  EXPECT_EQ(display_width("\U0001F600"), 2u);    // emoji
  EXPECT_EQ(display_width("gr\u00F6\u00DFe"), 5u);
}

TEST(Display, NothingMovesTheCursor) {
  EXPECT_EQ(clean_line("a\x1b[31mb\rc\nd\te\x07"), "a\uFFFD[31mb\uFFFDc d e\uFFFD");
  EXPECT_EQ(clean_line("x\u202Ey\u2066z"), "x\uFFFDy\uFFFDz");  // direction overrides
  EXPECT_EQ(clean_line("\xC3(\xFF"), "\uFFFD(\uFFFD");
  EXPECT_EQ(clean_text("a\r\nb\nc"), "a\nb\nc");
}

}  // namespace
}  // namespace dh
