// What follows from where a read was: a branch that looks in one clause only gives that clause's result, and
// who goes on from another result has not looked.
#include <algorithm>

#include "erlang/search/walk.h"

namespace dh::erlang {
namespace {

constexpr size_t kMostResults = 6;
constexpr size_t kMostOutcomes = 64;  // of further branches it is not known that they were not taken

}  // namespace

// `ways`: the results of the clauses that go on, and which reads are pending after each.
void Walker::note_outcomes(ValueId result, std::span<const std::pair<ValueId, std::vector<uint32_t>>> ways) {
  if (!result.valid() || ways.size() < 2 || f_.value(result).kind != ValueKind::phi) return;
  std::vector<uint32_t> all = ways[0].second, left;  // on every way
  for (const auto& way : ways) {
    left.clear();
    std::set_intersection(all.begin(), all.end(), way.second.begin(), way.second.end(),
                          std::back_inserter(left));
    all.swap(left);
  }
  std::vector<std::pair<uint32_t, uint32_t>> reads;  // others, and the ways that go through them
  for (uint32_t i = 0; i < ways.size(); ++i) {
    left.clear();
    std::set_difference(ways[i].second.begin(), ways[i].second.end(), all.begin(), all.end(),
                        std::back_inserter(left));
    for (uint32_t which : left) reads.push_back({which, i});
  }
  std::sort(reads.begin(), reads.end());
  for (auto at = reads.begin(); at != reads.end();) {
    auto end = std::find_if(at, reads.end(), [&](const auto& other) { return other.first != at->first; });
    Occurrence& o = occurrences_[at->first];
    if (o.outcomes.size() < kMostOutcomes && !o.merged) {
      Outcome outcome{result, {}, {}};
      for (auto way = at; way != end; ++way) outcome.of_clauses.push_back(ways[way->second].first);
      o.outcomes.push_back(std::move(outcome));
    }
    at = end;
  }
}

// A callee's read, and what the callee gives then.
void Walker::note_result(uint32_t call, uint32_t which, const ReadSummary& read,
                         std::span<const SymId> arguments) {
  ValueId result = f_.calls[call].result;
  std::vector<Outcome>& outcomes = occurrences_[which].outcomes;
  auto known =
      std::find_if(outcomes.begin(), outcomes.end(), [&](const Outcome& o) { return o.value == result; });
  std::vector<SymId> given;
  bool once = loops_ == 0 && r_.targets_of(id_, call).size() == 1 && !r_.targets_of(id_, call)[0].by_model;
  if (once && !by_unknown_call_ && !occurrences_[which].merged) {
    for (SymId s : read.results) given.push_back(import(s, arguments));
  }
  if (known == outcomes.end()) {
    if (!given.empty()) outcomes.push_back({result, {}, std::move(given)});
  } else if (known->given != given) {
    outcomes.erase(known);  // it comes in several ways
  }
}

// What a value can be after the read; false when that is not known.
bool Walker::results_of(const Occurrence& o, ValueId v, int depth, std::vector<SymId>& results) {
  if (!v.valid() || depth > 8) return false;
  auto outcome = std::find_if(o.outcomes.begin(), o.outcomes.end(),
                              [&](const Outcome& known) { return known.value == v; });
  auto add = [&](SymId s) {
    const Sym& sym = r_.syms[s];
    if (sym.kind != SymKind::constant && sym.kind != SymKind::tuple && sym.kind != SymKind::cons)
      return false;
    if (std::find(results.begin(), results.end(), s) == results.end()) results.push_back(s);
    return results.size() <= kMostResults;
  };
  if (outcome != o.outcomes.end() && !outcome->given.empty())
    return std::all_of(outcome->given.begin(), outcome->given.end(), add);
  auto each = [&](std::span<const ValueId> values) {
    return std::all_of(values.begin(), values.end(),
                       [&](ValueId x) { return results_of(o, x, depth + 1, results); });
  };
  if (outcome != o.outcomes.end()) return each(outcome->of_clauses);
  const Value& value = f_.value(v);
  // Where nothing goes wrong without the thing has to be certain.
  if (o.absent && value.kind == ValueKind::phi && taint(v).reads.meets(o.bit)) return false;
  if (value.kind != ValueKind::phi) return add(exported(sym(v)));
  auto operands = f_.operands_of(value);
  return each(operands.first(std::min<size_t>(value.index, operands.size())));
}

// Whether a condition on a value (or an element of it) can be true after the read.
bool Walker::outcome_possible(const Occurrence& o, const Condition& c) {
  std::vector<uint32_t> path;
  SymId root = r_.syms.root(c.value, path);
  if (r_.syms[root].kind != SymKind::local) return true;
  NodeId node(r_.syms[root].index);
  if (!r_.core.owns(id_, node)) return true;
  std::vector<SymId> results;
  if (!results_of(o, r_.core.value_of(id_, node), 0, results)) return true;
  return results.empty() || std::any_of(results.begin(), results.end(), [&](SymId s) {
           SymId part = along(s, path);
           return part.valid() && r_.domains.may_have(c.domain, part, id_);
         });
}

// Whether a way can lead from the read to the act.
bool Walker::reaches(const Occurrence& o, const Act& a) {
  if (!possible_now(o.conditions) || contradict(o.conditions, a.conditions)) return false;
  if (r_.model.states[a.datum.state].atom_keys) {
    DomainId atoms = r_.domains.of_types(types::kAtom);
    Condition key{canonical(a.datum.key), atoms};
    if (key.value != r_.syms.any() && !possible(key)) return false;
    auto no_name = [&](const Condition& c) {
      return canonical(c.value) == key.value && r_.domains.both(c.domain, atoms) == r_.domains.nothing();
    };
    if (std::any_of(a.conditions.begin(), a.conditions.end(), no_name)) return false;
  }
  if (o.outcomes.empty()) return true;
  if (!equations_made_) make_equations();
  std::vector<Condition> scope = known_;
  scope.insert(scope.end(), a.conditions.begin(), a.conditions.end());
  return std::all_of(scope.begin(), scope.end(), [&](const Condition& c) { return outcome_possible(o, c); });
}

}  // namespace dh::erlang
