// Systems of linear equalities and inequalities over the integers: decided exactly, with a solution.
// Equalities are eliminated by unimodular changes of variables, inequalities by Fourier-Motzkin with integer
// tightening; where that is not exact, by dark shadow and splinters (Pugh's Omega test, 1991).
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <utility>
#include <vector>

#include "exo/solver/budget.h"

namespace dh::exo {

enum class Answer : uint8_t { sat, unsat, unknown };

// sum + constant == 0, or sum + constant <= 0.
struct LinearRow {
  bool equality = false;
  boost::container::small_vector<std::pair<uint32_t, int64_t>, 6> sum;  // (variable, coefficient)
  int64_t constant = 0;
};

struct LinearSolution {
  Answer answer = Answer::unknown;
  std::vector<int64_t> values;  // of all variables, when sat
};

// Unknown only when a number leaves 64 bits or the budget is exhausted. Values are small where there is a
// choice.
LinearSolution solve_linear(uint32_t variables, const std::vector<LinearRow>& rows, Budget& budget);

}  // namespace dh::exo
