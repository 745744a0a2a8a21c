#include "findings/confidence.h"

#include <gtest/gtest.h>

#include <random>

namespace dh {
namespace {

constexpr Factor kStart{"start", 98, "two threads write"};
constexpr Factor kMore{"more", 5, "the table is {}"};
constexpr Factor kLess{"less", -60, "a lock is held"};

int sum_of(const Confidence& confidence) {
  int sum = 0;
  for (const AppliedFactor& factor : confidence.factors()) sum += factor.weight;
  return sum;
}

std::string shown(const Confidence& confidence) {
  std::string out;
  for (const AppliedFactor& factor : confidence.factors())
    out += std::string(factor.factor->id) + ":" + std::to_string(factor.weight) + " ";
  return out;
}

TEST(ConfidenceTest, TheDefaultIsCertain) {
  EXPECT_EQ(Confidence().value(), 100);
  EXPECT_TRUE(Confidence().is_plainly_certain());
  EXPECT_FALSE(Confidence({&kStart, 100}).is_plainly_certain());
}

TEST(ConfidenceTest, BoundsAreFactorsOfTheirOwn) {
  Confidence confidence({&kStart, 98});
  confidence.apply({&kMore, 5}, "public");
  confidence.apply({&kMore, 5}, "public");
  EXPECT_EQ(confidence.value(), 100);
  EXPECT_EQ(shown(confidence), "start:98 more:5 more:5 at-most-100:-8 ");
  EXPECT_EQ(confidence.factors()[1].text(), "the table is public");
  // What is applied later counts from the sum, not from the bound.
  confidence.apply({&kLess, -60});
  EXPECT_EQ(shown(confidence), "start:98 more:5 more:5 less:-60 ");
  confidence.apply({&kLess, -60});
  EXPECT_EQ(shown(confidence), "start:98 more:5 more:5 less:-60 less:-60 at-least-0:12 ");
}

TEST(ConfidenceTest, LimitsLowerOnlyWhatIsAbove) {
  Confidence confidence({&kStart, 80});
  confidence.limit(90, {&kLess, 0});
  EXPECT_EQ(shown(confidence), "start:80 ");
  confidence.limit(45, {&kLess, 0});
  EXPECT_EQ(shown(confidence), "start:80 less:-35 ");
}

TEST(ConfidenceTest, LoweringStopsAtTheLeast) {
  Confidence high({&kStart, 80}), near({&kStart, 60}), low({&kStart, 40});
  for (Confidence* confidence : {&high, &near, &low}) confidence->lower_but_not_below(50, {&kLess, -15});
  EXPECT_EQ(shown(high), "start:80 less:-15 ");
  EXPECT_EQ(shown(near), "start:60 less:-10 ");
  EXPECT_EQ(shown(low), "start:40 ");
}

TEST(ConfidenceTest, ConfiguredWeightsReplaceThoseOfTheTable) {
  FactorWeights weights{{"less", -10}};
  EXPECT_EQ(weighed(kLess, weights).weight, -10);
  EXPECT_EQ(weighed(kStart, weights).weight, 98);
  Confidence confidence({&kStart, 98});
  confidence.apply({&kLess, -60});
  confidence.use_weights(weights);
  EXPECT_EQ(shown(confidence), "start:98 less:-10 ");
}

TEST(ConfidenceTest, WhatIsShownAddsUpWhateverIsApplied) {
  std::mt19937 random(7);
  auto number = [&](int from, int to) { return from + static_cast<int>(random() % (to - from + 1)); };
  for (int round = 0; round < 500; ++round) {
    Confidence confidence({&kStart, number(-50, 150)});
    for (int i = number(0, 8); i > 0; --i) {
      switch (random() % 4) {
        case 0:
          confidence.limit(number(0, 100), {&kLess, 0});
          break;
        case 1:
          confidence.lower_but_not_below(number(0, 100), {&kLess, number(-40, 10)});
          break;
        case 2:
          confidence.use_weights({{"less", number(-20, 20)}});
          break;
        default:
          confidence.apply({&kMore, number(-80, 80)});
      }
      EXPECT_EQ(sum_of(confidence), confidence.value());
      EXPECT_GE(confidence.value(), 0);
      EXPECT_LE(confidence.value(), 100);
    }
  }
}

}  // namespace
}  // namespace dh
