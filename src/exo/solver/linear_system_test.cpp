#include "exo/solver/linear_system.h"

#include <gtest/gtest.h>

#include <random>

namespace dh::exo {
namespace {

bool holds(const std::vector<LinearRow>& rows, const std::vector<int64_t>& values) {
  for (const LinearRow& row : rows) {
    int64_t sum = row.constant;
    for (const auto& entry : row.sum) sum += entry.second * values[entry.first];
    if (row.equality ? sum != 0 : sum > 0) return false;
  }
  return true;
}

// Every point of a box of side `side` around 0.
bool brute_force(const std::vector<LinearRow>& rows, uint32_t n, int64_t side) {
  std::vector<int64_t> values(n, -side);
  while (true) {
    if (holds(rows, values)) return true;
    uint32_t i = 0;
    while (i < n && ++values[i] > side) values[i++] = -side;
    if (i == n) return false;
  }
}

void add_box(std::vector<LinearRow>& rows, uint32_t n, int64_t side) {
  for (uint32_t i = 0; i < n; ++i) {
    LinearRow high;
    high.sum.emplace_back(i, 1);
    high.constant = -side;
    LinearRow low;
    low.sum.emplace_back(i, -1);
    low.constant = -side;
    rows.push_back(high);
    rows.push_back(low);
  }
}

std::vector<LinearRow> random_rows(std::mt19937& random, uint32_t n, int64_t largest) {
  auto number = [&](int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  };
  std::vector<LinearRow> rows;
  for (int64_t count = number(1, 5); count > 0; --count) {
    LinearRow row;
    row.equality = number(0, 3) == 0;
    for (uint32_t i = 0; i < n; ++i) row.sum.emplace_back(i, number(-largest, largest));
    row.constant = number(-12, 12);
    rows.push_back(row);
  }
  return rows;
}

TEST(LinearSystem, AgreesWithBruteForceInABox) {
  std::mt19937 random(7);
  int sat = 0;
  for (int round = 0; round < 4000; ++round) {
    uint32_t n = 1 + static_cast<uint32_t>(round % 4);
    std::vector<LinearRow> rows = random_rows(random, n, round % 2 == 0 ? 3 : 9);
    add_box(rows, n, 5);
    Budget budget(100'000'000);
    LinearSolution solution = solve_linear(n, rows, budget);
    bool expected = brute_force(rows, n, 5);
    ASSERT_EQ(solution.answer, expected ? Answer::sat : Answer::unsat) << "round " << round;
    if (expected) {
      ASSERT_TRUE(holds(rows, solution.values)) << "round " << round;
    }
    sat += expected;
  }
  EXPECT_GT(sat, 400);  // both answers are really exercised
  EXPECT_LT(sat, 3600);
}

TEST(LinearSystem, UnboundedSolutionsHold) {
  std::mt19937 random(11);
  for (int round = 0; round < 2000; ++round) {
    uint32_t n = 2 + static_cast<uint32_t>(round % 4);
    std::vector<LinearRow> rows = random_rows(random, n, 7);
    Budget budget(100'000'000);
    LinearSolution solution = solve_linear(n, rows, budget);
    ASSERT_NE(solution.answer, Answer::unknown) << "round " << round;
    if (solution.answer == Answer::sat) {
      ASSERT_TRUE(holds(rows, solution.values)) << "round " << round;
    } else {
      ASSERT_FALSE(brute_force(rows, n, n < 4 ? 8 : 4)) << "round " << round;
    }
  }
}

TEST(LinearSystem, FindsNoIntegerBetweenCloseBounds) {
  // 3x >= 7 and 3x <= 8: a real solution, no integer one.
  std::vector<LinearRow> rows(2);
  rows[0].sum.emplace_back(0, -3);
  rows[0].constant = 7;
  rows[1].sum.emplace_back(0, 3);
  rows[1].constant = -8;
  Budget budget(1000);
  EXPECT_EQ(solve_linear(1, rows, budget).answer, Answer::unsat);
}

TEST(LinearSystem, AnswersUnknownWhenTheBudgetIsSpent) {
  std::mt19937 random(3);
  std::vector<LinearRow> rows = random_rows(random, 6, 9);
  add_box(rows, 6, 50);
  rows.back().sum.emplace_back(0, 5);
  Budget budget(1);
  EXPECT_EQ(solve_linear(6, rows, budget).answer, Answer::unknown);
}

TEST(LinearSystem, NumbersThatLeave64BitsAreUnknownNotWrong) {
  std::vector<LinearRow> rows(3);
  int64_t big = (int64_t{1} << 59) + 1;
  rows[0] = {true, {}, 1};
  rows[0].sum.emplace_back(0, big);
  rows[0].sum.emplace_back(1, big - 7);
  rows[1] = {false, {}, -5};
  rows[1].sum.emplace_back(0, big - 2);
  rows[1].sum.emplace_back(1, -(big - 4));
  rows[2] = {false, {}, 5};
  rows[2].sum.emplace_back(0, -(big - 6));
  rows[2].sum.emplace_back(1, big - 3);
  Budget budget(10000);
  LinearSolution solution = solve_linear(2, rows, budget);
  if (solution.answer == Answer::sat) {
    EXPECT_TRUE(holds(rows, solution.values));
  }
}

}  // namespace
}  // namespace dh::exo
