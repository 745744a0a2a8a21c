#include <gtest/gtest.h>

#include "dynamic/trace/replay.h"

namespace dh::dyn {
namespace {

TEST(PackedAccess, KeepsPlaceThreadAndPosition) {
  const PackedAccess access(LocId(7), ThreadId(3), uint64_t{1} << 43);
  EXPECT_TRUE(access.by(ThreadId(3)));
  EXPECT_FALSE(access.by(ThreadId(4)));
  const LastAccess last = access.unpack();
  EXPECT_EQ(last.location, LocId(7));
  EXPECT_EQ(last.thread, ThreadId(3));
  EXPECT_EQ(last.position, uint64_t{1} << 43);
}

TEST(PackedAccess, ForgetsThreadsBeyondItsWidth) {
  EXPECT_FALSE(PackedAccess().by(ThreadId()));
  EXPECT_FALSE(PackedAccess().unpack().thread.valid());
  const ThreadId largest((1u << 20) - 2);
  EXPECT_EQ(PackedAccess(LocId(1), largest, 5).unpack().thread, largest);
  const PackedAccess beyond(LocId(1), ThreadId((1u << 20) + 5), 5);
  EXPECT_FALSE(beyond.by(ThreadId((1u << 20) + 5)));
  EXPECT_FALSE(beyond.unpack().thread.valid());
  EXPECT_EQ(beyond.unpack().position, 5u);
}

TEST(VarTable, CellsWithOneWordFillHalfALine) {
  VarTable table(1);
  table[6000];  // cells stay where they are from now on
  const auto at = reinterpret_cast<uintptr_t>(&table[5000]);
  EXPECT_EQ(at % 32, 0u);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(&table[5001]) - at, 32u);
}

}  // namespace
}  // namespace dh::dyn
