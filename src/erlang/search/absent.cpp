// A look that finds nothing is a check only where it keeps something from happening. The ways on from the
// answer "there is no such thing" are followed as occurrences of their own: where they get as well as the
// others, nothing was checked. In doubt such a way ends, so that the pair stays.
#include <algorithm>

#include "erlang/search/walk.h"

namespace dh::erlang {

// In the clause for `undefined`, nobody relies on the name being there.
void Walker::leave_absent(const Refinement& r, State& s) {
  if (s.pending.empty() || !r.equal || !r.right.valid()) return;
  ValueId answer = f_.value(r.left).kind == ValueKind::call ? r.left : r.right;
  ValueId constant = answer == r.left ? r.right : r.left;
  if (f_.value(answer).kind != ValueKind::call || f_.value(constant).kind != ValueKind::constant) return;
  const Constant& c = r_.core.constant(r_.core.constant(f_.module, f_.value(constant).index));
  if (c.kind != ConstantKind::atom) return;
  std::vector<uint32_t> left;
  std::erase_if(s.pending, [&](uint32_t which) {
    const Occurrence& o = occurrences_[which];
    const std::vector<Symbol>& absent = r_.model.states[o.datum.state].absent;
    bool leaves = !o.absent && o.site == Site{id_, f_.value(answer).index} &&
                  std::find(absent.begin(), absent.end(), c.text) != absent.end();
    if (leaves) left.push_back(which);
    return leaves;
  });
  if (r.raises) return;
  for (uint32_t which : left) go_on_without(which, {answer, {}, {sym(constant)}}, s);
}

// In the clause for `whereis(Name) =/= self()`: where nobody holds the name, one gets there as well.
bool Walker::only_not_self(const Occurrence& o) {
  if (o.call >= f_.calls.size()) return false;  // several reads that are taken together
  const std::vector<Symbol>& absent = r_.model.states[o.datum.state].absent;
  ValueId answer = f_.calls[o.call].result;
  bool compared = !absent.empty() && std::any_of(scope_.begin(), scope_.end(), [&](const Fact& fact) {
    const Refinement& r = f_.refinements[fact.refinement];
    return r.equal != fact.holds && r.right.valid() &&
           ((r.left == answer && is_self(r.right)) || (r.right == answer && is_self(r.left)));
  });
  return compared && std::any_of(absent.begin(), absent.end(), [&](Symbol atom) {
           ConstantId constant = r_.core.find_constant({ConstantKind::atom, atom, 0});
           if (!constant.valid()) return true;
           SymId nothing = r_.syms.make(SymKind::constant, constant.value);
           return possible({canonical(sym(answer)), r_.domains.only(nothing)});
         });
}

void Walker::go_on_without(uint32_t which, Outcome answer, State& s) {
  Occurrence o = occurrences_[which];
  o.absent = true;
  o.open = depth_;
  o.outcomes.assign(1, std::move(answer));
  o.without.clear();
  o.found = which;
  absent_.push_back(static_cast<uint32_t>(occurrences_.size()));
  open_.push_back(absent_.back());
  occurrences_[which].without.push_back(absent_.back());
  s.pending.push_back(absent_.back());
  occurrences_.push_back(std::move(o));
}

// A callee has found nothing and come back.
void Walker::bring_absent(uint32_t call, Occurrence& o, const ReadSummary& read_summary,
                          std::span<const SymId> arguments, State& s) {
  if (by_unknown_call_) return;
  uint32_t found = read_of(o);
  if (found == UINT32_MAX) return;
  size_t known = occurrences_.size();
  Taint ignored;
  uint32_t which = read(call, o, s, ignored);
  if (which == UINT32_MAX) return;
  occurrences_[which].bit = occurrences_[found].bit;
  occurrences_[which].found = found;
  if (occurrences_.size() > known) {
    absent_.push_back(which);
    occurrences_[found].without.push_back(which);
  }
  note_result(call, which, read_summary, arguments);
}

// The same read where it found something; UINT32_MAX if there is none.
uint32_t Walker::read_of(const Occurrence& absent) const {
  Occurrence found = absent;
  found.absent = false;
  uint64_t ignored = 0;
  return find_occurrence(found, ignored);
}

bool Walker::possible_without(const Occurrence& o, const Condition& c) {
  SymId root = r_.syms.root(c.value);
  bool made = r_.syms[root].kind == SymKind::computed || r_.syms[root].kind == SymKind::applied;
  if (made) return !depends(root, o.bit);
  if (r_.syms[root].kind != SymKind::local) return true;
  NodeId node(r_.syms[root].index);
  if (!r_.core.owns(id_, node)) return true;
  ValueId v = r_.core.value_of(id_, node);
  if (!taint(v).reads.meets(o.bit)) return true;
  std::vector<SymId> results;
  return results_of(o, v, 0, results) && outcome_possible(o, c);
}

bool Walker::possible_without(const Occurrence& o) {
  if (!equations_made_) make_equations();
  std::vector<Condition> known = known_;
  return std::all_of(known.begin(), known.end(), [&](const Condition& c) { return possible_without(o, c); });
}

// At the beginning of a clause: `chosen` are those for which it may be taken because of the answer. `exact`:
// all that it takes to get there is known.
void Walker::enter_absent(const Taint& deciders, bool exact, State& s, std::vector<uint32_t>& chosen) {
  if (absent_.empty()) return;
  std::erase_if(s.pending, [&](uint32_t which) {
    Occurrence& o = occurrences_[which];
    if (!o.absent || !deciders.reads.meets(o.bit)) return false;
    if (!possible_without(o)) return true;
    chosen.push_back(which);
    if (o.open == 0) {
      o.open = depth_;
      open_.push_back(which);
    }
    return !exact;
  });
}

// A test that the answer does not pass.
void Walker::refute_absent(State& s) {
  if (absent_.empty()) return;
  std::erase_if(s.pending, [&](uint32_t which) {
    Occurrence& o = occurrences_[which];
    if (!o.absent || possible_without(o)) return false;
    if (o.open == depth_) o.open = 0;
    return true;
  });
}

// Something is done because there is nothing: it may bring the thing there.
void Walker::forget_absent(State& s) {
  if (absent_.empty()) return;
  std::erase_if(s.pending, [&](uint32_t which) { return occurrences_[which].open > 0; });
}

// At the end of a clause.
void Walker::end_absent(State& s) {
  if (absent_.empty()) return;
  std::erase_if(s.pending, [&](uint32_t which) {
    return occurrences_[which].absent && !possible_without(occurrences_[which]);
  });
}

// The look for a process that has given this value itself.
ReadSet Walker::looked_up(ValueId v) const {
  ReadSet looks;
  if (f_.value(v).kind != ValueKind::call) return looks;
  for (const Occurrence& o : occurrences_) {
    if (o.site == Site{id_, f_.value(v).index} && !r_.model.states[o.datum.state].absent.empty())
      looks |= o.bit;
  }
  return looks;
}

// Whether what a function gives can come from a test of a parameter: it compares it with something, asks for
// its type, has clauses for it, or asks another function.
bool Walker::tests_parameter(FunctionId f, size_t index) const {
  if (!f.valid()) return true;
  const CoreFunction& function = r_.core.function(f);
  auto is_it = [&](ValueId v) {
    return v.valid() && function.value(v).kind == ValueKind::param && function.value(v).index == index;
  };
  if (std::any_of(function.refinements.begin(), function.refinements.end(),
                  [&](const Refinement& r) { return is_it(r.left) || is_it(r.right); }))
    return true;
  if (std::any_of(function.branches.begin(), function.branches.end(), [&](const Branch& b) {
        auto deciders = function.operands_in(b.deciders);
        return b.clauses.count > 1 && std::any_of(deciders.begin(), deciders.end(), is_it);
      }))
    return true;
  auto answers = [&](ValueId v) {
    if (v == function.result || function.decides(v)) return true;
    return std::any_of(function.clauses.begin(), function.clauses.end(),
                       [&](const CoreClause& c) { return c.result == v; });
  };
  return std::any_of(function.calls.begin(), function.calls.end(), [&](const Call& c) {
    auto arguments = function.operands_in(c.arguments);
    if (std::none_of(arguments.begin(), arguments.end(), is_it)) return false;
    if (c.kind != CallKind::named || r_.model.operations.contains(c.callee)) return true;
    return r_.core.find_from(function.module, c.callee).valid() && answers(c.result);
  });
}

// Whether the act comes all the same when the read finds nothing.
bool Walker::unchecked(const Occurrence& o, const Act& a, const State& s) {
  if (absent_.empty() || a.data.reads.meets(o.bit) || a.by_arguments.reads.meets(o.bit)) return false;
  return std::any_of(o.without.begin(), o.without.end(), [&](uint32_t which) {
    if (!std::binary_search(s.pending.begin(), s.pending.end(), which)) return false;
    const Occurrence& without = occurrences_[which];
    if (!possible_now(without.conditions) || contradict(without.conditions, a.conditions)) return false;
    return possible_without(without) &&
           std::all_of(a.conditions.begin(), a.conditions.end(), [&](const Condition& c) {
             return possible_without(without, {canonical(c.value), c.domain});
           });
  });
}

}  // namespace dh::erlang
