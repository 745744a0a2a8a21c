// Follows every path through a function, in the order in which things happen. What is followed is the state
// of an analysis; the visitor knows the shape of functions, the analysis knows what calls do to the state and
// how paths meet.
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "erlang/core/core.h"

namespace dh::erlang {

// What analyses begin with: they hide what they need otherwise. State is copied for each path.
template <typename StateType>
struct PathAnalysis {
  using State = StateType;
  static constexpr bool kLoopsTwice = false;  // what one round does reaches the next one

  void call(uint32_t /*index*/, State&) {}
  // Also of the clauses that come after one that was not taken, with `holds` false.
  void refinement(uint32_t /*index*/, bool /*holds*/, State&) {}
  // At the beginning of each clause of a branch.
  void begin_branch(const Branch&, State&) {}
  void end_clause(const CoreClause&, State&) {}
  // After clauses that all begin with `s`. `may_skip`: none of them need be taken.
  void join(State& /*s*/, std::span<const State> /*ends*/, bool /*may_skip*/) {}
  // Where the handlers of a try begin.
  State before_handlers(const State& before, const State& /*after_body*/) { return before; }
  // After a try that begins with `s`, before its `after`; `done` is where no handler was needed.
  void end_try(State& /*s*/, const State& /*done*/, std::span<const State> /*handled*/) {}
};

// Recursion is bounded: trees are at most kMaxNesting deep.
template <typename Analysis>
class PathVisitor {
 public:
  using State = typename Analysis::State;

  PathVisitor(const CoreFunction& f, Analysis& analysis) : f_(f), analysis_(analysis) {}

  // The state at the end of the function.
  State visit(State s) {
    block(f_.body, s);
    return s;
  }

 private:
  void block(Range statements, State& s) {
    for (uint32_t i = 0; i < statements.count; ++i) {
      const Statement& statement = f_.statements[statements.first + i];
      switch (statement.kind) {
        case StatementKind::call:
          analysis_.call(statement.index, s);
          break;
        case StatementKind::branch:
          branch(f_.branches[statement.index], s);
          break;
        case StatementKind::attempt:
          attempt(f_.attempts[statement.index], s);
          break;
        case StatementKind::refinement:
          analysis_.refinement(statement.index, true, s);
          break;
        case StatementKind::name:
          break;
      }
    }
  }

  std::vector<State> clauses(Range range, const State& begin) {
    std::vector<State> ends;
    State next = begin;
    for (uint32_t i = 0; i < range.count; ++i) {
      const CoreClause& clause = f_.clauses[range.first + i];
      State& s = ends.emplace_back(next);
      block(clause.body, s);
      analysis_.end_clause(clause, s);
      for (uint32_t t = 0; t < clause.tests.count; ++t)
        analysis_.refinement(clause.tests.first + t, false, next);
    }
    return ends;
  }

  void branch(const Branch& b, State& s) {
    bool loop = b.kind == BranchKind::loop;
    for (int round = 0; round < (loop && Analysis::kLoopsTwice ? 2 : 1); ++round) {
      State inside = s;
      analysis_.begin_branch(b, inside);
      analysis_.join(s, clauses(b.clauses, inside), loop || b.kind == BranchKind::option);
    }
  }

  void attempt(const Attempt& a, State& s) {
    State done = s;
    block(a.body, done);
    State handlers = analysis_.before_handlers(s, done);
    if (a.clauses.count > 0) analysis_.join(done, clauses(a.clauses, done), false);
    analysis_.end_try(s, done, clauses(a.handlers, handlers));
    block(a.after, s);
  }

  const CoreFunction& f_;
  Analysis& analysis_;
};

template <typename Analysis>
typename Analysis::State visit_paths(const CoreFunction& f, Analysis& analysis,
                                     typename Analysis::State begin) {
  return PathVisitor<Analysis>(f, analysis).visit(std::move(begin));
}

// For analyses that ask whether something is done on every path.
struct DoneState {
  bool done = false;
};

struct OnEveryPath : PathAnalysis<DoneState> {
  void join(DoneState& s, std::span<const DoneState> ends, bool may_skip) {
    if (!may_skip && !ends.empty()) s.done = s.done || all_done(ends);
  }

 protected:
  static bool all_done(std::span<const DoneState> ends) {
    return std::all_of(ends.begin(), ends.end(), [](const DoneState& end) { return end.done; });
  }
};

// For analyses that count, with each path on its own: the most there is on one of them.
struct CountState {
  uint32_t count = 0;
};

struct MostOnOnePath : PathAnalysis<CountState> {
  void join(CountState& s, std::span<const CountState> ends, bool /*may_skip*/) {
    for (const CountState& end : ends) s.count = std::max(s.count, end.count);
  }
  void end_try(CountState& s, const CountState& done, std::span<const CountState> handled) {
    s = done;
    join(s, handled, false);
  }
};

}  // namespace dh::erlang
