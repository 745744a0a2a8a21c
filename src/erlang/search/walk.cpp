#include "erlang/search/walk.h"

#include <algorithm>
#include <utility>

namespace dh::erlang {
namespace {

// Of the clauses before, so many are known not to have been taken: of more constants a domain tells nothing.
constexpr ptrdiff_t kMostTests = 32;

void sort_unique(std::vector<uint32_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace

Walker::Walker(Races& races, FunctionId function)
    : r_(races), id_(function), f_(races.core.function(function)) {
  syms_.resize(f_.values.size());
  taints_.resize(f_.values.size());
  tainted_.resize(f_.values.size());
  if (f_.is_fun) return;
  FunctionKey key{races.core.module_of(function).name, f_.name, f_.arity};
  if (races.model.exclusive.contains(key)) guards_ |= guard::kExclusive;
  if (races.model.section.contains(key)) guards_ |= guard::kSection;
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
  may_fail(s);
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
  std::vector<State::Removed> removed;
  std::set_union(into.removed.begin(), into.removed.end(), other.removed.begin(), other.removed.end(),
                 std::back_inserter(removed));
  into.removed = std::move(removed);
  join_written(into.written, other.written);
}

// What both have written. Both begin with what was written before them.
void Walker::join_written(std::vector<Datum>& into, const std::vector<Datum>& other) {
  auto [mine, others] = std::mismatch(into.begin(), into.end(), other.begin(), other.end());
  auto rest = std::remove_if(mine, into.end(), [&, from = others](const Datum& d) {
    return std::find(from, other.end(), d) == other.end();
  });
  into.erase(rest, into.end());
}

// Each clause from the same state; afterwards what any of them leaves. A clause that does not return makes
// all that follows depend on what decided.
std::vector<SymId> Walker::clauses(Range range, const Taint& deciders, State& s, Taint& control,
                                   bool may_skip, ValueId result) {
  bool whole = std::exchange(whole_clauses_, false);
  std::vector<std::pair<ValueId, std::vector<uint32_t>>> ways_on;
  std::vector<SymId> results;
  State out;
  out.dead = !may_skip;
  if (may_skip) out = s;
  bool few = range.count < 16;
  std::vector<uint32_t> pending;  // after any of many
  std::vector<State> states(may_skip ? 1 : 0, s);
  bool some_end = false;
  std::vector<uint32_t> checked;  // absent ones that a clause ends for
  ReadSet ended;                  // what was looked for, where not finding it ended one of the ways
  Taint growth;
  size_t outside = scope_.size(), passed_outside = passed_.size();
  size_t ways = may_skip ? 1 : 0;
  std::vector<Fact> of_only_way;
  std::vector<uint32_t> passed_on_only_way;
  for (uint32_t i = 0; i < range.count; ++i) {
    const CoreClause& clause = f_.clauses[range.first + i];
    State mine = s;
    Taint inside = control;
    inside |= deciders;
    Taint began = inside;
    size_t scope = scope_.size(), names = names_.size(), passed = passed_.size();
    if (whole) first_of_clause_ = occurrences_.size();
    ++depth_;
    ReadSet ended_before = std::exchange(ended_, ReadSet());
    std::vector<uint32_t> chosen;
    enter_absent(deciders, clause.test != CoreClause::kNoTest, mine, chosen);
    block(clause.body, mine, inside);
    end_absent(mine);
    std::erase_if(open_, [&](uint32_t which) {
      if (occurrences_[which].open != depth_) return occurrences_[which].open == 0;
      occurrences_[which].open = 0;
      if (mine.dead) checked.push_back(which);
      return true;
    });
    if (mine.dead) {
      checked.insert(checked.end(), chosen.begin(), chosen.end());
      // In the clause for "there is no such thing", in one mode of several.
      checked.insert(checked.end(), open_.begin(), open_.end());
      for (uint32_t which : open_) ended |= occurrences_[which].bit;
    } else {
      ended |= ended_;
    }
    ended_ = ended_before;
    --depth_;
    if (whole) top_clause(clause, mine, inside);
    if (!mine.dead && few && !may_skip && clause.result.valid()) possible_values(sym(clause.result), results);
    if (!mine.dead && result.valid()) ways_on.push_back({clause.result, mine.pending});
    if (!mine.dead && ++ways == 1) {
      of_only_way.assign(scope_.begin() + static_cast<ptrdiff_t>(outside), scope_.end());
      passed_on_only_way.assign(passed_.begin() + static_cast<ptrdiff_t>(passed_outside), passed_.end());
    }
    scope_.resize(scope);
    passed_.resize(passed);
    names_.resize(names);
    // The next clauses are tried only when this one was not taken.
    if (clause.test != CoreClause::kNoTest) scope_.push_back({clause.test, false});
    if (clause.head.count > 0 && few) passed_.push_back(range.first + i);
    if (std::ssize(scope_) - static_cast<ptrdiff_t>(outside) > 2 * kMostTests) {
      auto first = scope_.begin() + static_cast<ptrdiff_t>(outside);
      scope_.erase(first, first + kMostTests);
    }
    equations_made_ = false;
    if (mine.dead) {
      some_end = true;
    } else {
      growth.reads |= inside.reads.without(began.reads);
      growth.params |= inside.params & ~began.params;
    }
    if (few) {
      join(out, mine);
      if (!mine.dead && !s.pending.empty()) states.push_back(std::move(mine));
    } else if (!mine.dead) {
      pending.insert(pending.end(), mine.pending.begin(), mine.pending.end());
      mine.pending.clear();
      join(out, mine);
    }
  }
  if (!few && !out.dead) {
    out.pending.insert(out.pending.end(), pending.begin(), pending.end());
    sort_unique(out.pending);
  }
  // Who does not find it does not get here, at least in one of the ways.
  for (uint32_t& which : checked) which = occurrences_[which].found;
  sort_unique(checked);
  if (few) note_relied(deciders, s, states);
  std::erase_if(out.pending, [&](uint32_t which) {
    return occurrences_[which].absent &&
           std::binary_search(checked.begin(), checked.end(), occurrences_[which].found);
  });
  scope_.resize(outside);
  passed_.resize(passed_outside);
  if (whole) first_of_clause_ = 0;
  if (!may_skip && loops_ == 0) note_outcomes(result, ways_on);
  // What follows the only clause that returns happens under its conditions.
  if (ways == 1 && !may_skip) {
    scope_.insert(scope_.end(), of_only_way.begin(), of_only_way.end());
    passed_.insert(passed_.end(), passed_on_only_way.begin(), passed_on_only_way.end());
  }
  equations_made_ = false;
  if (some_end && !out.dead) control |= deciders;
  control |= growth;
  if (!out.dead) {
    control.reads |= ended;
    ended_ |= ended;
  }
  s = std::move(out);
  return results;
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
  bool option = b.kind == BranchKind::option;
  std::vector<SymId> results =
      clauses(b.clauses, taint_of(f_.operands_in(b.deciders)), s, control, option, b.result);
  bool known = !option && bound_.empty();  // what it is in one round it need not be in the next
  if (!known || !b.result.valid() || f_.value(b.result).kind != ValueKind::phi) return;
  note_alternatives(sym(b.result), std::move(results));
}

// Twice, so that what one round reads reaches what the next one does. In the second round of a loop around
// it, what its own rounds do to each other is known.
void Walker::loop(const Branch& b, State& s, const Taint& control) {
  Taint deciders = taint_of(f_.operands_in(b.deciders));
  size_t known = occurrences_.size();
  Taint inside = control;
  std::vector<ValueId> elements;
  if (loops_ == 0 && b.deciders.count == 1) elements = written_list(f_.operands_in(b.deciders)[0]);
  ++loops_;
  if (!elements.empty()) {
    // What values depend on is the same for all rounds, so each round adds to it.
    std::vector<bool> before = tainted_, called(tainted_.size());
    for (ValueId element : elements) {
      tainted_ = before;
      bind_members(f_.operands_in(b.deciders)[0], element);
      clauses(b.clauses, deciders, s, inside, true);
      forget_locals(known);
      for (const Call& c : f_.calls)
        called[c.result.index()] = called[c.result.index()] || tainted_[c.result.index()];
    }
    tainted_ = before;
    for (const Call& c : f_.calls) tainted_[c.result.index()] = called[c.result.index()];
    bind_members(ValueId(), ValueId());
  }
  bool once = again_;
  for (int round = elements.empty() ? 0 : 2; round < (once ? 1 : 2); ++round) {
    again_ = once || round > 0;
    clauses(b.clauses, deciders, s, inside, true);
    forget_locals(known);
  }
  again_ = once;
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
  size_t scope = scope_.size(), passed = passed_.size();
  Handled handled;
  handled.failures_before = failures_;
  Handled* outside = handled_;
  if (a.handlers.count > 0) handled_ = &handled;
  block(a.body, s, inside);
  handled_ = outside;
  if (!s.dead) {
    // What the body wrote ends the path for the handlers too, unless something may have failed before.
    before.pending = s.pending;
    before.pending.insert(before.pending.end(), handled.pending.begin(), handled.pending.end());
    sort_unique(before.pending);
  }
  std::vector<SymId> results;
  if (a.clauses.count > 0 && !s.dead) {
    results = clauses(a.clauses, taint_of(f_.operands_in(a.deciders)), s, inside, false);
  } else if (!s.dead && a.deciders.count > 0) {
    possible_values(sym(f_.operands_in(a.deciders)[0]), results);
  }
  scope_.resize(scope);
  passed_.resize(passed);
  equations_made_ = false;
  if (a.handlers.count > 0) {
    taint_caught(a, handled);
    // Whether a handler runs depends on all that the body has read.
    Taint deciders;
    for (size_t o = known; o < occurrences_.size(); ++o) {
      uint32_t which = static_cast<uint32_t>(o);
      if (s.dead && !occurrences_[o].absent) before.pending.push_back(which);
      deciders.reads |= occurrences_[o].bit;
    }
    Taint handling = control;
    std::vector<SymId> others = clauses(a.handlers, deciders, before, handling, false);
    results.insert(results.end(), others.begin(), others.end());
    if (before.dead) control |= inside;
    join(s, before);
  } else {
    control |= inside;
  }
  if (bound_.empty() && a.result.valid() && f_.value(a.result).kind == ValueKind::phi)
    note_alternatives(sym(a.result), std::move(results));
  if (!s.dead) block(a.after, s, control);
}

// Where the function is nothing but its clauses, each of them has all the bits for its own reads.
void Walker::top_clause(const CoreClause& clause, const State& s, const Taint& control) {
  if (s.dead) return;
  ReadSet result = clause.result.valid() ? taint(clause.result).reads : ReadSet();
  if (clause.result.valid()) note_use(s, {result, 0}, std::span(&clause.result, 1));
  for (uint32_t which : s.pending) {
    Occurrence& o = occurrences_[which];
    o.to_result = o.to_result || result.meets(o.bit);
    o.decides = o.decides || control.reads.meets(o.bit);
  }
}

// What the function gives, for callers; nothing where that is of no use to them.
void Walker::give_results() {
  possible_values(sym(f_.result), out_.results);
  for (SymId& one : out_.results) one = exported(one);
  bool useful = std::any_of(out_.results.begin(), out_.results.end(), [&](SymId one) {
    const Sym& s = r_.syms[one];
    bool built = s.kind == SymKind::tuple || s.kind == SymKind::cons || s.kind == SymKind::with ||
                 s.kind == SymKind::list_of;
    return built || (!s.fleeting && (s.kind != SymKind::constant || out_.results.size() == 1));
  });
  if (!useful) out_.results.clear();
}

// A read as callers see it; what depends on it in this function is for those who ask.
ReadSummary Walker::outside(const Occurrence& o) {
  ReadSummary read;
  read.datum = {o.datum.state, exported(o.datum.table), exported(o.datum.key)};
  read.site = o.site;
  read.chain = o.chain;
  read.contextual = o.contextual;
  read.absent = o.absent;
  read.relied = o.relied;
  read.guards = o.guards | guards_;
  std::copy_if(o.conditions.begin(), o.conditions.end(), std::back_inserter(read.conditions),
               [&](const Condition& c) { return by_parameter(c.value); });
  return read;
}

void Walker::finish(const State& s, const Taint& control, bool by_clauses) {
  out_.returns = !s.dead;
  give_thrown();
  if (s.dead) return;
  if (f_.result.valid()) {
    give_results();
    out_.result_params = taint(f_.result).params;
  }
  ReadSet to_result = f_.result.valid() ? taint(f_.result).reads : ReadSet();
  if (f_.result.valid()) note_use(s, {to_result, 0}, std::span(&f_.result, 1));
  for (uint32_t index : s.pending) {
    const Occurrence& o = occurrences_[index];
    ReadSummary read = outside(o);
    read.to_result = by_clauses ? o.to_result : to_result.meets(o.bit);
    read.decides = by_clauses ? o.decides : control.reads.meets(o.bit);
    if (!f_.result.valid() || !results_of(o, f_.result, 0, read.results)) read.results.clear();
    // A read that nobody can depend on any more is of no use to callers.
    if ((read.to_result || read.decides || read.relied) && !r_.hopeless(read.datum))
      out_.reads.push_back(std::move(read));
  }
  for (const Datum& d : s.written) out_.writes.push_back({d.state, exported(d.table), exported(d.key)});
}

}  // namespace dh::erlang
