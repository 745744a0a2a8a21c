#include "erlang/search/clause_join.h"

#include <algorithm>

namespace dh::erlang {

ClauseJoin::ClauseJoin(Frame& frame, Range clauses, const Taint& deciders, const PathState& before,
                       bool may_skip)
    : frame_(frame),
      clauses_(clauses),
      deciders_(deciders),
      before_(before),
      may_skip_(may_skip),
      outside_(frame.scope.mark()),
      ends_(may_skip ? 1 : 0, before),
      paths_(may_skip ? 1 : 0) {
  out_.dead = true;
  if (may_skip) out_ = before;
}

ClauseJoin::Clause ClauseJoin::begin(const CoreClause& clause, const Taint& control) {
  Clause result{before_, control, {}, frame_.scope.mark(), {}};
  result.control |= deciders_;
  result.began = result.control;
  bool exact = clause.tests.count == 1;
  result.absent = frame_.absent.begin_clause(deciders_, exact, result.state);
  return result;
}

void ClauseJoin::end(uint32_t index, Clause& clause, bool use_result) {
  const CoreClause& core = frame_.in.f.clauses[index];
  PathState& state = clause.state;
  if (!state.dead) {
    if (few() && !may_skip_ && core.result.valid())
      frame_.assumed.possible_values(frame_.values.of(core.result), results_);
    if (use_result) ends_with_result_.push_back({core.result, state.pending});
    if (++paths_ == 1) of_only_path_ = frame_.scope.since(outside_);
  }
  frame_.scope.restore(clause.mark);
  frame_.scope.pass(index, few(), outside_);
  if (state.dead) {
    some_end_ = true;
  } else {
    growth_.reads |= clause.control.reads.without(clause.began.reads);
    growth_.params |= clause.control.params & ~clause.began.params;
  }
  join(state);
}

void ClauseJoin::join(PathState& state) {
  if (few()) {
    out_.join(state);
    if (!state.dead && !before_.pending.empty()) ends_.push_back(std::move(state));
  } else if (!state.dead) {
    pending_.insert(pending_.end(), state.pending.begin(), state.pending.end());
    state.pending.clear();
    out_.join(state);
  }
}

void ClauseJoin::finish(ValueId result, PathState& s, Taint& control) {
  if (!few() && !out_.dead) {
    out_.pending.insert(out_.pending.end(), pending_.begin(), pending_.end());
    sort_unique(out_.pending);
  }
  if (few()) note_relied();
  frame_.absent.end_branch(checks_, out_);
  frame_.scope.restore(outside_, true);
  if (!may_skip_ && frame_.loops == 0) frame_.outcomes.note_branch(result, ends_with_result_);
  // What follows the only clause that returns happens under its conditions.
  if (paths_ == 1 && !may_skip_) frame_.scope.add(of_only_path_);
  if (some_end_ && !out_.dead) control |= deciders_;
  control |= growth_;
  if (!out_.dead) frame_.absent.note_ended(checks_, control);
  s = std::move(out_);
}

// A read that decides whether a name is freed first: `case whereis(Name) of undefined -> ok; Pid -> exit(Pid,
// kill) end, register(Name, ...)`. A process that found nothing goes on without doing anything about it, and
// relies on that. What a clause has written is no longer pending after it.
void ClauseJoin::note_relied() const {
  if (ends_.size() < 2 || before_.pending.empty() || deciders_.reads == ReadSet()) return;
  for (uint32_t which : before_.pending) {
    PendingRead& read = frame_.reads[which];
    if (read.relied || read.absent || !deciders_.reads.meets(read.bit)) continue;
    auto removed = [&](const PathState& end) {
      return !end.is_pending(which) || std::binary_search(end.ended.begin(), end.ended.end(), which);
    };
    auto count = std::count_if(ends_.begin(), ends_.end(), removed);
    read.relied = count > 0 && static_cast<size_t>(count) < ends_.size();
  }
}

}  // namespace dh::erlang
