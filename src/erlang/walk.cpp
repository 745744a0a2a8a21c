#include "erlang/walk.h"

#include <algorithm>
#include <utility>

namespace dh::erlang {

Walker::Walker(Races& races, FunctionId function)
    : r_(races), id_(function), f_(races.core.function(function)) {
  syms_.resize(f_.values.size());
  taints_.resize(f_.values.size());
  tainted_.resize(f_.values.size());
  exclusive_ =
      races.model.exclusive.contains({races.core.module_of(function).name, f_.name, f_.arity}) && !f_.is_fun;
}

Summary Walker::run() {
  State s;
  Taint control;
  const Statement* only = f_.body.count == 1 ? &f_.statements[f_.body.first] : nullptr;
  whole_clauses_ = only != nullptr && only->kind == StatementKind::branch &&
                   f_.branches[only->index].kind == BranchKind::choice &&
                   f_.branches[only->index].result == f_.result;
  bool by_clauses = whole_clauses_;
  block(f_.body, s, control);
  finish(s, control, by_clauses);
  return std::move(out_);
}

void Walker::block(Range statements, State& s, Taint& control) {
  for (uint32_t i = 0; i < statements.count && !s.dead; ++i) {
    const Statement& statement = f_.statements[statements.first + i];
    switch (statement.kind) {
      case StatementKind::call:
        call(statement.index, s, control);
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
      case StatementKind::name:
        names_.push_back({sym(f_.names[statement.index].value), f_.names[statement.index].name});
        break;
    }
  }
}

void Walker::refinement(uint32_t index, State& s, Taint& control) {
  scope_.push_back({index, true});
  equations_made_ = false;
  const Refinement& refinement = f_.refinements[index];
  leave_absent(refinement, s);
  refute_absent(s);
  if (!refinement.raises) return;
  control |= taint(refinement.left);
  if (refinement.right.valid()) control |= taint(refinement.right);
}

void Walker::join(State& into, const State& other) {
  if (other.dead) return;
  if (into.dead) {
    into = other;
    return;
  }
  std::vector<uint32_t> both;
  std::set_union(into.pending.begin(), into.pending.end(), other.pending.begin(), other.pending.end(),
                 std::back_inserter(both));
  into.pending = std::move(both);
  std::vector<uint32_t> ended;
  std::set_union(into.ended.begin(), into.ended.end(), other.ended.begin(), other.ended.end(),
                 std::back_inserter(ended));
  into.ended = std::move(ended);
  std::erase_if(into.written, [&](const Datum& d) {
    return std::find(other.written.begin(), other.written.end(), d) == other.written.end();
  });
}

// Each clause from the same state; afterwards what any of them leaves. A clause that does not return makes
// all that follows depend on what decided.
void Walker::clauses(Range range, const Taint& deciders, State& s, Taint& control, bool may_skip,
                     ValueId result) {
  bool whole = std::exchange(whole_clauses_, false);
  std::vector<std::pair<ValueId, std::vector<uint32_t>>> ways_on;
  State out;
  out.dead = !may_skip;
  if (may_skip) out = s;
  std::vector<State> states(may_skip ? 1 : 0, s);
  bool some_end = false;
  std::vector<uint32_t> checked;  // absent ones that a clause ends for
  Taint growth;
  size_t outside = scope_.size();
  size_t ways = may_skip ? 1 : 0;
  std::vector<Fact> of_only_way;
  for (uint32_t i = 0; i < range.count; ++i) {
    const CoreClause& clause = f_.clauses[range.first + i];
    State mine = s;
    Taint inside = control;
    inside |= deciders;
    Taint began = inside;
    size_t scope = scope_.size(), names = names_.size();
    if (whole) first_of_clause_ = occurrences_.size();
    ++depth_;
    std::vector<uint32_t> chosen;
    enter_absent(deciders, clause.test != CoreClause::kNoTest, mine, chosen);
    block(clause.body, mine, inside);
    end_absent(mine);
    for (uint32_t which : absent_) {
      if (occurrences_[which].open != depth_) continue;
      occurrences_[which].open = 0;
      if (mine.dead) checked.push_back(which);
    }
    if (mine.dead) checked.insert(checked.end(), chosen.begin(), chosen.end());
    --depth_;
    if (whole) top_clause(clause, mine, inside);
    if (!mine.dead && result.valid()) ways_on.push_back({clause.result, mine.pending});
    if (!mine.dead && ++ways == 1)
      of_only_way.assign(scope_.begin() + static_cast<ptrdiff_t>(outside), scope_.end());
    scope_.resize(scope);
    names_.resize(names);
    // The next clauses are tried only when this one was not taken.
    if (clause.test != CoreClause::kNoTest) scope_.push_back({clause.test, false});
    equations_made_ = false;
    if (mine.dead) {
      some_end = true;
    } else {
      growth.reads |= inside.reads.without(began.reads);
      growth.params |= inside.params & ~began.params;
    }
    join(out, mine);
    if (!mine.dead && !s.pending.empty()) states.push_back(std::move(mine));
  }
  note_relied(deciders, s, states);
  std::erase_if(out.pending, [&](uint32_t which) {
    return std::find(checked.begin(), checked.end(), which) != checked.end();
  });
  scope_.resize(outside);
  if (whole) first_of_clause_ = 0;
  if (!may_skip && loops_ == 0) note_outcomes(result, ways_on);
  // What follows the only clause that returns happens under its conditions.
  if (ways == 1 && !may_skip) scope_.insert(scope_.end(), of_only_way.begin(), of_only_way.end());
  equations_made_ = false;
  if (some_end && !out.dead) control |= deciders;
  control |= growth;
  s = std::move(out);
}

void Walker::branch(const Branch& b, State& s, Taint& control) {
  if (b.kind == BranchKind::receive) {
    // An answer depends on what was asked before.
    ValueId message = f_.operands_in(b.deciders)[0];
    for (uint32_t o : s.pending) {
      if (r_.model.states[occurrences_[o].datum.state].messages)
        taints_[message.index()].reads |= occurrences_[o].bit;
    }
    tainted_[message.index()] = true;
  }
  if (b.kind == BranchKind::loop) return loop(b, s, control);
  if (b.clauses.count == 0) return;
  clauses(b.clauses, taint_of(f_.operands_in(b.deciders)), s, control, b.kind == BranchKind::option,
          b.result);
}

// Twice, so that what one round reads reaches what the next one does.
void Walker::loop(const Branch& b, State& s, const Taint& control) {
  Taint deciders = taint_of(f_.operands_in(b.deciders));
  size_t known = occurrences_.size();
  Taint inside = control;
  ++loops_;
  for (int round = 0; round < 2; ++round) {
    clauses(b.clauses, deciders, s, inside, true);
    forget_locals(known);
  }
  --loops_;
}

// What was known of values inside of a loop is not true of the next round's.
void Walker::forget_locals(size_t first_occurrence) {
  for (size_t i = first_occurrence; i < occurrences_.size(); ++i) {
    std::erase_if(occurrences_[i].conditions, [&](const Condition& c) { return !by_parameter(c.value); });
  }
}

// Whether it is a parameter, something that a fun captured, or an element of one: what callers can tell.
bool Walker::by_parameter(SymId value) const {
  while (r_.syms[value].kind == SymKind::field) value = r_.syms.parts(value)[0];
  return r_.syms[value].kind == SymKind::param || r_.syms[value].kind == SymKind::outer;
}

void Walker::attempt(const Attempt& a, State& s, Taint& control) {
  State before = s;
  size_t known = occurrences_.size();
  Taint inside = control;
  size_t scope = scope_.size();
  block(a.body, s, inside);
  if (!s.dead) before.pending = s.pending;  // what the body wrote ends the path for the handlers too
  if (a.clauses.count > 0 && !s.dead)
    clauses(a.clauses, taint_of(f_.operands_in(a.deciders)), s, inside, false);
  scope_.resize(scope);
  equations_made_ = false;
  if (a.handlers.count > 0) {
    // Whether a handler runs depends on all that the body has read.
    Taint deciders;
    for (size_t o = known; o < occurrences_.size(); ++o) {
      uint32_t which = static_cast<uint32_t>(o);
      if (s.dead && !occurrences_[o].absent) before.pending.push_back(which);
      deciders.reads |= occurrences_[o].bit;
    }
    Taint handling = control;
    clauses(a.handlers, deciders, before, handling, false);
    if (before.dead) control |= inside;
    join(s, before);
  } else {
    control |= inside;
  }
  if (!s.dead) block(a.after, s, control);
}

// Where the function is nothing but its clauses, each of them has all the bits for its own reads.
void Walker::top_clause(const CoreClause& clause, const State& s, const Taint& control) {
  if (s.dead) return;
  ReadSet result = clause.result.valid() ? taint(clause.result).reads : ReadSet();
  for (uint32_t which : s.pending) {
    Occurrence& o = occurrences_[which];
    o.to_result = o.to_result || result.meets(o.bit);
    o.decides = o.decides || control.reads.meets(o.bit);
  }
}

void Walker::finish(const State& s, const Taint& control, bool by_clauses) {
  out_.returns = !s.dead;
  out_.result = r_.syms.unknown();
  if (s.dead) return;
  if (f_.result.valid()) {
    out_.result = exported(canonical(sym(f_.result)));
    if (r_.syms[out_.result].fleeting) out_.result = r_.syms.unknown();
    out_.result_params = taint(f_.result).params;
  }
  ReadSet to_result = f_.result.valid() ? taint(f_.result).reads : ReadSet();
  for (uint32_t index : s.pending) {
    const Occurrence& o = occurrences_[index];
    ReadSummary read;
    read.datum = {o.datum.state, exported(o.datum.table), exported(o.datum.key)};
    read.site = o.site;
    read.chain = o.chain;
    read.contextual = o.contextual;
    read.absent = o.absent;
    read.to_result = by_clauses ? o.to_result : to_result.meets(o.bit);
    read.decides = by_clauses ? o.decides : control.reads.meets(o.bit);
    read.relied = o.relied;
    if (!f_.result.valid() || !results_of(o, f_.result, 0, read.results)) read.results.clear();
    std::copy_if(o.conditions.begin(), o.conditions.end(), std::back_inserter(read.conditions),
                 [&](const Condition& c) { return by_parameter(c.value); });
    // A read that nobody can depend on any more is of no use to callers.
    if ((read.to_result || read.decides || read.relied) && !r_.hopeless(read.datum))
      out_.reads.push_back(std::move(read));
  }
  for (const Datum& d : s.written) out_.writes.push_back({d.state, exported(d.table), exported(d.key)});
}

}  // namespace dh::erlang
