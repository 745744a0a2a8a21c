#include "erlang/walk.h"

#include <algorithm>

namespace dh::erlang {

Walker::Walker(Races& races, FunctionId function)
    : r_(races), id_(function), f_(races.core.function(function)) {
  syms_.resize(f_.values.size());
  taints_.resize(f_.values.size());
  tainted_.resize(f_.values.size());
}

Summary Walker::run() {
  State s;
  Taint control;
  block(f_.body, s, control);
  finish(s, control);
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
    }
  }
}

void Walker::refinement(uint32_t index, State&, Taint& control) {
  scope_.push_back(index);
  equations_made_ = false;
  const Refinement& refinement = f_.refinements[index];
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
  std::erase_if(into.written, [&](const Datum& d) {
    return std::find(other.written.begin(), other.written.end(), d) == other.written.end();
  });
}

// Each clause from the same state; afterwards what any of them leaves. A clause that does not return makes
// all that follows depend on what decided.
void Walker::clauses(Range range, const Taint& deciders, State& s, Taint& control, bool may_skip) {
  State out;
  out.dead = !may_skip;
  if (may_skip) out = s;
  bool some_end = false;
  Taint growth;
  for (uint32_t i = 0; i < range.count; ++i) {
    State mine = s;
    Taint inside = control;
    inside |= deciders;
    Taint began = inside;
    size_t scope = scope_.size();
    block(f_.clauses[range.first + i].body, mine, inside);
    scope_.resize(scope);
    equations_made_ = false;
    if (mine.dead) {
      some_end = true;
    } else {
      growth.reads |= inside.reads & ~began.reads;
      growth.params |= inside.params & ~began.params;
    }
    join(out, mine);
  }
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
  clauses(b.clauses, taint_of(f_.operands_in(b.deciders)), s, control, b.kind == BranchKind::option);
}

// Twice, so that what one round reads reaches what the next one does.
void Walker::loop(const Branch& b, State& s, const Taint& control) {
  Taint deciders = taint_of(f_.operands_in(b.deciders));
  for (int round = 0; round < 2; ++round) {
    Taint inside = control;
    clauses(b.clauses, deciders, s, inside, true);
  }
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
      if (s.dead) before.pending.push_back(which);
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

void Walker::finish(const State& s, const Taint& control) {
  out_.returns = !s.dead;
  out_.result = r_.syms.unknown();
  if (s.dead) return;
  if (f_.result.valid()) {
    out_.result = exported(canonical(sym(f_.result)));
    if (r_.syms[out_.result].fleeting) out_.result = r_.syms.unknown();
    out_.result_params = taint(f_.result).params;
  }
  uint64_t to_result = f_.result.valid() ? taint(f_.result).reads : 0;
  for (uint32_t index : s.pending) {
    const Occurrence& o = occurrences_[index];
    ReadSummary read;
    read.datum = {o.datum.state, exported(o.datum.table), exported(o.datum.key)};
    read.site = o.site;
    read.chain = o.chain;
    read.contextual = o.contextual;
    read.to_result = (to_result & o.bit) != 0;
    read.decides = (control.reads & o.bit) != 0;
    for (const Condition& c : o.conditions) {
      SymId value = exported(c.value);
      if (!r_.syms[value].fleeting) read.conditions.push_back({value, c.constant, c.type});
    }
    // A read that nobody can depend on any more is of no use to callers.
    if ((read.to_result || read.decides) && !r_.hopeless(read.datum)) out_.reads.push_back(std::move(read));
  }
  for (const Datum& d : s.written) out_.writes.push_back({d.state, exported(d.table), exported(d.key)});
}

}  // namespace dh::erlang
