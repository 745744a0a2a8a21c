#include "exo/solver/quantifier.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "exo/solver/solver.h"

namespace dh::exo {
namespace {

// Random formulas over variables a, b and x, with quotients and divisibility.
class RandomFormula {
 public:
  RandomFormula(Formulas& formulas, std::mt19937& random, std::vector<VarId> vars)
      : f_(formulas), random_(random), vars_(std::move(vars)) {}

  FormulaId make(int depth) {
    if (depth == 0 || number(0, 4) == 0) return atom();
    std::vector<FormulaId> children;
    for (int64_t n = number(2, 3); n > 0; --n) children.push_back(make(depth - 1));
    return number(0, 1) == 0 ? f_.all(std::move(children)) : f_.any(std::move(children));
  }

 private:
  int64_t number(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random_);
  }
  Term term() {
    Term sum = constant_term(number(-4, 4));
    for (VarId var : vars_) sum = add(sum, scale(variable_term(var), number(-2, 2)));
    if (number(0, 3) == 0)
      sum = add(sum, f_.vars.quotient(add(variable_term(vars_[2]), variable_term(vars_[0])), number(2, 3)));
    return sum;
  }
  FormulaId atom() {
    switch (number(0, 3)) {
      case 0:
        return f_.zero(term());
      case 1:
        return f_.divides(number(2, 4), term(), number(0, 1) == 0);
      default:
        return f_.at_most_zero(term());
    }
  }
  Formulas& f_;
  std::mt19937& random_;
  std::vector<VarId> vars_;
};

TEST(Quantifier, ForAllInRangeAgreesWithEnumeration) {
  std::mt19937 random(5);
  int eliminated = 0;
  for (int round = 0; round < 400; ++round) {
    Formulas f;
    VarId a = f.vars.add(VarKind::index, "a");
    VarId b = f.vars.add(VarKind::index, "b");
    VarId x = f.vars.add(VarKind::bound, "x");
    FormulaId body = RandomFormula(f, random, {a, b, x}).make(2);
    FormulaId all = for_all_in_range(f, x, variable_term(a), variable_term(b), body);
    std::vector<VarId> vars = f.variables(all);
    if (std::find(vars.begin(), vars.end(), x) != vars.end()) continue;  // gave up
    ++eliminated;
    for (int64_t va = -3; va <= 3; ++va) {
      for (int64_t vb = -3; vb <= 4; ++vb) {
        bool expected = true;
        for (int64_t vx = va; vx < vb; ++vx) {
          expected &= f.evaluate(body, [&](VarId var) { return var == a ? va : var == b ? vb : vx; });
        }
        bool got = f.evaluate(all, [&](VarId var) { return var == a ? va : vb; });
        ASSERT_EQ(got, expected) << "round " << round << " a=" << va << " b=" << vb;
      }
    }
  }
  EXPECT_GT(eliminated, 300);
}

TEST(Solver, AgreesWithEnumerationAndZ3) {
  std::mt19937 random(13);
  int sat = 0;
  SolverOptions options;
  options.cross_check = true;
  for (int round = 0; round < 120; ++round) {
    Formulas f;
    std::vector<VarId> vars;
    for (const char* name : {"a", "b", "x"}) vars.push_back(f.vars.add(VarKind::index, name));
    FormulaId body = RandomFormula(f, random, vars).make(3);
    std::vector<FormulaId> parts = {body};
    for (VarId var : vars) {
      parts.push_back(f.at_most(constant_term(-4), variable_term(var)));
      parts.push_back(f.at_most(variable_term(var), constant_term(4)));
    }
    FormulaId query = f.all(parts);
    bool expected = false;
    for (int64_t i = 0; i < 9 * 9 * 9 && !expected; ++i) {
      int64_t values[] = {i % 9 - 4, i / 9 % 9 - 4, i / 81 - 4};
      expected = f.evaluate(query, [&](VarId var) { return values[var.index()]; });
    }
    Solver solver(f, options);
    Verdict verdict = solver.check(query);
    ASSERT_EQ(verdict.answer, expected ? Answer::sat : Answer::unsat) << "round " << round;
    ASSERT_TRUE(solver.disagreements().empty()) << solver.disagreements()[0];
    ASSERT_EQ(solver.stats().cross_checked, 1) << "Z3 must be there for this test";
    if (expected) {
      ASSERT_TRUE(f.evaluate(query, [&](VarId var) { return verdict.model.value(var); }));
    }
    sat += expected;
  }
  EXPECT_GT(sat, 20);
  EXPECT_LT(sat, 115);
}

TEST(Solver, AsksZ3WhereAQuantifierIsLeft) {
  Formulas f;
  VarId n = f.vars.add(VarKind::size, "n");
  VarId x = f.vars.add(VarKind::bound, "x");
  // For all x: x < 0 or x >= n or 2x <= n + 3, with a body kept as a quantifier by hand.
  Term vx = variable_term(x);
  Term vn = variable_term(n);
  FormulaId body =
      f.any({f.less(vx, constant_term(0)), f.at_most(vn, vx), f.at_most(scale(vx, 2), plus(vn, 3))});
  FormulaId query = f.both(f.for_all(x, body), f.at_most(constant_term(5), vn));
  Solver solver(f, {});
  Verdict verdict = solver.check(query);
  EXPECT_EQ(verdict.answer, Answer::sat) << verdict.reason;  // n = 5: x <= 4
  EXPECT_EQ(solver.stats().by_z3, 1);
  EXPECT_EQ(solver.check(f.both(query, f.at_most(constant_term(6), vn))).answer, Answer::unsat);
}

}  // namespace
}  // namespace dh::exo
