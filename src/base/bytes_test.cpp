#include "base/bytes.h"

#include <gtest/gtest.h>

namespace dh {
namespace {

TEST(Bytes, NumbersAndTextsSurvive) {
  const uint64_t numbers[] = {0, 1, 127, 128, 300, UINT32_MAX, UINT64_MAX};
  ByteWriter out;
  for (uint64_t number : numbers) out.number(number);
  out.text("");
  out.text("text");
  const std::string bytes = out.take();
  ByteReader in(bytes);
  for (uint64_t number : numbers) EXPECT_EQ(in.number(), number);
  EXPECT_EQ(in.text(), "");
  EXPECT_FALSE(in.at_end());
  EXPECT_EQ(in.text(), "text");
  EXPECT_TRUE(in.ok() && in.at_end());
}

TEST(Bytes, NothingIsReadBeyondTheEnd) {
  ByteReader text("\x05word");
  EXPECT_EQ(text.text(), "");
  EXPECT_FALSE(text.ok());
  ByteReader endless("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01");
  endless.number();
  EXPECT_FALSE(endless.ok());
}

}  // namespace
}  // namespace dh
