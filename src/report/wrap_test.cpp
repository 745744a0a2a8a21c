#include "report/wrap.h"

#include <gtest/gtest.h>

namespace dh {
namespace {

TEST(WrapText, BreaksAtSpaces) {
  EXPECT_EQ(wrap_text("aa bb cc", 5, 0, 2), "aa bb\n  cc");
  EXPECT_EQ(wrap_text("aa bb cc", 5, 3, 0), "aa\nbb cc");
  EXPECT_EQ(wrap_text("aa bb cc", 0, 0, 2), "aa bb cc");
}

TEST(WrapText, KeepsLongWordsAndLineBreaks) {
  EXPECT_EQ(wrap_text("a longer_than_a_line b", 5, 0, 1), "a\n longer_than_a_line\n b");
  EXPECT_EQ(wrap_text("a\nb  c", 9, 0, 2), "a\n  b  c");
  EXPECT_EQ(wrap_text("", 5, 0, 2), "");
}

TEST(WrapText, CountsColumnsNotBytes) {
  EXPECT_EQ(wrap_text("\xC3\xA9\xC3\xA9 \xC3\xA9\xC3\xA9", 5, 0, 0), "\xC3\xA9\xC3\xA9 \xC3\xA9\xC3\xA9");
}

}  // namespace
}  // namespace dh
