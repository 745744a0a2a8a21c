#include "dynamic/slots.h"

#include <gtest/gtest.h>

namespace dh::dyn {
namespace {

VectorClock knowing(Epoch e) {
  VectorClock clock;
  clock.set(e.slot, e.clock);
  return clock;
}

TEST(Slots, GoToThreadsThatAreOrderedAfterTheLastOne) {
  SlotTable slots(100, 1000);
  const Epoch first = slots.allot(ThreadId(0), {});
  EXPECT_EQ(first, (Epoch{0, 1}));
  slots.retire({0, 5});
  EXPECT_EQ(slots.allot(ThreadId(1), {}), (Epoch{1, 1}));
  EXPECT_EQ(slots.allot(ThreadId(2), knowing({0, 5})), (Epoch{0, 6}));
  EXPECT_EQ(slots.thread_at({0, 5}), ThreadId(0));
  EXPECT_EQ(slots.thread_at({0, 6}), ThreadId(2));
}

TEST(Slots, GoToAnyThreadWhenNoWordNamesThem) {
  SlotTable slots(100, 1000);
  for (uint32_t i = 0; i < 3; ++i) slots.allot(ThreadId(i), {});
  slots.retire({0, 5});
  slots.retire({1, 7});
  const uint16_t before = slots.era();
  slots.sweep({{1, 3}, {2, 1}});
  EXPECT_NE(slots.era(), before);
  EXPECT_FALSE(slots.keeps(ThreadId(0)));
  EXPECT_TRUE(slots.keeps(ThreadId(1)));
  EXPECT_TRUE(slots.keeps(ThreadId(2)));  // still runs
  EXPECT_EQ(slots.allot(ThreadId(3), {}), (Epoch{0, 6}));
  EXPECT_EQ(slots.allot(ThreadId(4), {}), (Epoch{3, 1}));
  EXPECT_EQ(slots.allot(ThreadId(5), knowing({1, 3})), (Epoch{1, 8}));
  EXPECT_EQ(slots.thread_at({1, 3}), ThreadId(1));
  EXPECT_EQ(slots.thread_at({1, 8}), ThreadId(5));
}

TEST(Slots, OfSeveralThreadsAreNamedByAll) {
  SlotTable slots(100, 1000);
  slots.allot(ThreadId(0), {});
  slots.retire({0, 5});
  slots.allot(ThreadId(1), knowing({0, 5}));
  slots.retire({0, 9});
  slots.sweep({{0, 4}});
  EXPECT_TRUE(slots.keeps(ThreadId(0)));
  EXPECT_FALSE(slots.keeps(ThreadId(1)));
  EXPECT_EQ(slots.allot(ThreadId(2), {}), (Epoch{1, 1}));
  EXPECT_EQ(slots.allot(ThreadId(3), knowing({0, 4})), (Epoch{0, 10}));
  EXPECT_EQ(slots.thread_at({0, 4}), ThreadId(0));
}

TEST(Slots, ThatNobodyCanGetDoNotHideOthers) {
  SlotTable slots(10000, 1000);
  for (uint32_t i = 0; i < 1000; ++i) slots.allot(ThreadId(i), {});
  for (uint32_t i = 0; i < 1000; ++i) slots.retire({i, 2});
  bool found = false;
  for (uint32_t i = 0; i < 100 && !found; ++i) found = slots.allot(ThreadId(i), knowing({0, 2})).slot == 0;
  EXPECT_TRUE(found);
}

TEST(Slots, AreNotUsedBeyondTheirLargestClock) {
  SlotTable slots(100, 10);
  slots.allot(ThreadId(0), {});
  slots.retire({0, 10});
  slots.sweep({});
  EXPECT_EQ(slots.allot(ThreadId(1), {}), (Epoch{1, 1}));
  EXPECT_FALSE(slots.keeps(ThreadId(0)));
}

}  // namespace
}  // namespace dh::dyn
