#include "exo/races/concurrency.h"

#include <gtest/gtest.h>

#include <tuple>

namespace dh::exo {
namespace {

// Threads of one group, numbered (block, thread).
TEST(ThreadPrecedes, ComparesTuplesOfNumbers) {
  Formulas formulas;
  auto variable = [&](const char* name) { return formulas.vars.add(VarKind::loop, name, VarId()); };
  ThreadVars a = {variable("block"), variable("thread")};
  ThreadVars b = {variable("block"), variable("thread")};
  FormulaId precedes = thread_precedes(formulas, a, b);
  for (int number = 0; number < 81; ++number) {
    int64_t values[] = {number % 3, number / 3 % 3, number / 9 % 3, number / 27};
    bool expected = std::tie(values[0], values[1]) < std::tie(values[2], values[3]);
    bool found = formulas.evaluate(precedes, [&](VarId var) {
      if (var == a[0]) return values[0];
      if (var == a[1]) return values[1];
      return var == b[0] ? values[2] : values[3];
    });
    EXPECT_EQ(found, expected) << values[0] << values[1] << " " << values[2] << values[3];
  }
}

}  // namespace
}  // namespace dh::exo
