#include "erlang/search/walk.h"

#include <utility>

namespace dh::erlang {

void Walk::run() {
  PathState s;
  Taint control;
  const Statement* only = f_.body.count == 1 ? &f_.statements[f_.body.first] : nullptr;
  bool by_clauses = only != nullptr && only->kind == StatementKind::branch &&
                    f_.branches[only->index].kind == BranchKind::choice &&
                    f_.branches[only->index].result == f_.result;
  whole_clauses_ = by_clauses;
  block(f_.body, s, control);
  listener_.on_end(s, control, by_clauses);
}

void Walk::block(Range statements, PathState& s, Taint& control) {
  for (uint32_t i = 0; i < statements.count && !s.dead; ++i) {
    const Statement& statement = f_.statements[statements.first + i];
    switch (statement.kind) {
      case StatementKind::call:
        calls_.call(statement.index, s, control);
        break;
      case StatementKind::branch:
        branch(f_.branches[statement.index], s, control);
        break;
      case StatementKind::attempt:
        attempt(f_.attempts[statement.index], s, control);
        break;
      case StatementKind::refinement:
        refinement(statement.index, s, control);
        break;
      case StatementKind::name: {
        const OtherName& other = f_.names[statement.index];
        frame_.scope.add_name(frame_.values.of(other.value), other.name);
        break;
      }
    }
  }
}

void Walk::refinement(uint32_t index, PathState& s, Taint& control) {
  frame_.scope.add_fact(index, true);
  const Refinement& refinement = f_.refinements[index];
  frame_.absent.test(refinement, s);
  if (!refinement.raises) return;
  frame_.exceptions.may_fail(s);
  control |= frame_.taints.of(refinement.left);
  if (refinement.right.valid()) control |= frame_.taints.of(refinement.right);
}

std::vector<SymId> Walk::clauses(Range range, const Taint& deciders, PathState& s, Taint& control,
                                 bool may_skip, ValueId result) {
  bool whole = std::exchange(whole_clauses_, false);
  ClauseJoin join(frame_, range, deciders, s, may_skip);
  for (uint32_t i = range.first; i < range.first + range.count; ++i) {
    const CoreClause& core = f_.clauses[i];
    if (whole) frame_.reads.begin_clause_of_function();
    ClauseJoin::Clause clause = join.begin(core, control);
    block(core.body, clause.state, clause.control);
    join.leave(clause);
    if (whole) clause_of_function(core, clause.state, clause.control);
    join.end(i, clause, result.valid());
  }
  if (whole) frame_.reads.end_clauses_of_function();
  join.finish(result, s, control);
  return join.take_results();
}

void Walk::branch(const Branch& b, PathState& s, Taint& control) {
  if (b.kind == BranchKind::receive) {
    // An answer depends on what was asked before.
    ReadSet asked;
    for (uint32_t which : s.pending) {
      const PendingRead& read = frame_.reads[which];
      if (frame_.in.state_of(read.location).messages) asked |= read.bit;
    }
    frame_.taints.add_reads(f_.operands_in(b.deciders)[0], asked);
  }
  if (b.kind == BranchKind::loop) return loop(b, s, control);
  if (b.clauses.count == 0) return;
  bool option = b.kind == BranchKind::option;
  Taint deciders = frame_.taints.of_all(f_.operands_in(b.deciders));
  std::vector<SymId> results = clauses(b.clauses, deciders, s, control, option, b.result);
  if (!option) note_alternatives(b.result, std::move(results));
}

// What a value is in one round of a loop it need not be in the next.
void Walk::note_alternatives(ValueId result, std::vector<SymId> results) {
  if (!frame_.scope.bound().empty() || !result.valid() || f_.value(result).kind != ValueKind::phi) return;
  frame_.values.note_alternatives(frame_.values.of(result), std::move(results));
}

// Twice, so that what one round reads reaches what the next one does. In the second round of a loop around
// it, what its own rounds do to each other is known.
void Walk::loop(const Branch& b, PathState& s, const Taint& control) {
  Taint deciders = frame_.taints.of_all(f_.operands_in(b.deciders));
  size_t known = frame_.reads.size();
  Taint inside = control;
  std::vector<ValueId> elements;
  if (frame_.loops == 0 && b.deciders.count == 1)
    elements = frame_.values.written_elements(f_.operands_in(b.deciders)[0]);
  ++frame_.loops;
  if (!elements.empty()) {
    Taints::Rounds rounds(frame_.taints);
    for (ValueId element : elements) {
      rounds.begin();
      bind_members(f_.operands_in(b.deciders)[0], element);
      clauses(b.clauses, deciders, s, inside, true);
      frame_.reads.forget_locals(known);
      rounds.end();
    }
    rounds.finish();
    frame_.scope.bind({});
  }
  bool once = again_;
  for (int round = elements.empty() ? 0 : 2; round < (once ? 1 : 2); ++round) {
    again_ = once || round > 0;
    clauses(b.clauses, deciders, s, inside, true);
    frame_.reads.forget_locals(known);
  }
  again_ = once;
  --frame_.loops;
}

// For a round of a comprehension.
void Walk::bind_members(ValueId list, ValueId element) {
  std::vector<std::pair<SymId, SymId>> bound;
  for (uint32_t i = 0; i < f_.values.size(); ++i) {
    const Value& v = f_.values[i];
    if (v.kind == ValueKind::member && f_.operands_of(v)[0] == list)
      bound.push_back({frame_.values.of(ValueId(i)), frame_.values.of(element)});
  }
  frame_.scope.bind(std::move(bound));
}

void Walk::attempt(const Attempt& a, PathState& s, Taint& control) {
  PathState before = s;
  size_t known = frame_.reads.size();
  Taint inside = control;
  Scope::Mark mark = frame_.scope.mark();
  Exceptions::Body body;
  if (a.handlers.count > 0) frame_.exceptions.begin(body);
  block(a.body, s, inside);
  if (a.handlers.count > 0) frame_.exceptions.end(body);
  if (!s.dead) {
    // What the body wrote ends the path for the handlers too, unless something may have failed before.
    before.pending = s.pending;
    before.pending.insert(before.pending.end(), body.pending.begin(), body.pending.end());
    sort_unique(before.pending);
  }
  std::vector<SymId> results;
  auto deciders = f_.operands_in(a.deciders);
  if (a.clauses.count > 0 && !s.dead) {
    results = clauses(a.clauses, frame_.taints.of_all(deciders), s, inside, false);
  } else if (!s.dead && a.deciders.count > 0) {
    frame_.assumed.possible_values(frame_.values.of(deciders[0]), results);
  }
  frame_.scope.restore(mark, true);
  if (a.handlers.count > 0) {
    note_caught(a, body.thrown);
    handlers(a, known, before, s, control, results);
    if (before.dead) control |= inside;
    s.join(before);
  } else {
    control |= inside;
  }
  note_alternatives(a.result, std::move(results));
  if (!s.dead) block(a.after, s, control);
}

// Whether a handler runs depends on all that the body has read: the reads from `known` on.
void Walk::handlers(const Attempt& a, size_t known, PathState& before, const PathState& after_body,
                    const Taint& control, std::vector<SymId>& results) {
  Taint deciders;
  for (uint32_t which = static_cast<uint32_t>(known); which < frame_.reads.size(); ++which) {
    if (after_body.dead && !frame_.reads[which].absent) before.pending.push_back(which);
    deciders.reads |= frame_.reads[which].bit;
  }
  Taint handling = control;
  std::vector<SymId> others = clauses(a.handlers, deciders, before, handling, false);
  results.insert(results.end(), others.begin(), others.end());
}

// What the handlers' patterns are about depends on what the body has thrown.
void Walk::note_caught(const Attempt& a, const Taint& thrown) {
  for (ValueId v : f_.operands_in(a.caught)) {
    Taint all = frame_.taints.of(v);
    all |= thrown;
    frame_.taints.set(v, all);
  }
}

// Where the function is nothing but its clauses, each of them has all the bits for its own reads.
void Walk::clause_of_function(const CoreClause& clause, const PathState& s, const Taint& control) {
  if (s.dead) return;
  ReadSet result = clause.result.valid() ? frame_.taints.of(clause.result).reads : ReadSet();
  if (clause.result.valid() && !s.removed.empty())
    listener_.on_use(s, {result, 0}, std::span(&clause.result, 1), nullptr);
  for (uint32_t which : s.pending) {
    PendingRead& read = frame_.reads[which];
    read.to_result = read.to_result || result.meets(read.bit);
    read.decides = read.decides || control.reads.meets(read.bit);
  }
}

}  // namespace dh::erlang
