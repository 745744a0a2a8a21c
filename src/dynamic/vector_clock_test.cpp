#include "dynamic/vector_clock.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace dh::dyn {
namespace {

using Model = std::map<uint32_t, uint32_t>;

void expect_same(const VectorClock& clock, const Model& model, const std::vector<uint32_t>& slots) {
  for (const uint32_t slot : slots) {
    const auto it = model.find(slot);
    ASSERT_EQ(clock.get(slot), it == model.end() ? 0 : it->second) << slot;
  }
}

// Against maps: sets and joins of clocks with near and far slots.
TEST(VectorClock, IsAMapFromSlotToTime) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<uint32_t> slots;
    const uint32_t range = round % 2 == 0 ? 400 : 100'000;
    for (int i = 0; i < 40; ++i) slots.push_back(static_cast<uint32_t>(random() % range));
    std::vector<VectorClock> clocks(3);
    std::vector<Model> models(3);
    for (int step = 0; step < 150; ++step) {
      const size_t which = random() % 3;
      if (random() % 4 == 0) {
        const size_t other = random() % 3;
        clocks[which].join(clocks[other]);
        for (const auto& [slot, clock] : models[other]) {
          uint32_t& mine = models[which][slot];
          mine = std::max(mine, clock);
        }
      } else {
        const uint32_t slot = slots[random() % slots.size()];
        const auto clock = static_cast<uint32_t>(1 + random() % 1000);
        clocks[which].set(slot, clock);
        models[which][slot] = clock;
      }
      expect_same(clocks[which], models[which], slots);
    }
    EXPECT_EQ(clocks[0] == clocks[1], models[0] == models[1]);
    VectorClock all = clocks[0];
    all.join(clocks[1]);
    EXPECT_LT(clocks[0].first_not_covered(all), 0);
    EXPECT_LT(clocks[1].first_not_covered(all), 0);
  }
}

TEST(VectorClock, TakesNoMemoryForWhatItDoesNotKnow) {
  VectorClock clock;
  clock.set(0, 7);
  clock.set(100'000, 1);
  EXPECT_LT(clock.bytes(), 2000u);
  EXPECT_EQ(clock.slots(), 100'001u);
  EXPECT_TRUE(clock.covers({100'000, 1}));
  EXPECT_FALSE(clock.covers({99'999, 1}));
  EXPECT_EQ(clock.ticks().size(), 100'001u);
  for (uint32_t slot = 1; slot < 100'000; ++slot) clock.set(slot, 1);
  EXPECT_LT(clock.bytes(), 500'000u);
}

}  // namespace
}  // namespace dh::dyn
