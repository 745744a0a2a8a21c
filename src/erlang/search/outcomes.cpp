#include "erlang/search/outcomes.h"

#include <algorithm>

namespace dh::erlang {
namespace {

constexpr size_t kMaxResults = 6;
constexpr size_t kMaxOutcomes = 64;  // of further branches it is not known that they were not taken

}  // namespace

void Outcomes::note_branch(ValueId result, std::span<const ClauseEnd> paths) {
  if (!result.valid() || paths.size() < 2 || in_.f.value(result).kind != ValueKind::phi) return;
  std::vector<uint32_t> all = paths[0].second, left;  // on every path
  for (const auto& path : paths) {
    left.clear();
    std::set_intersection(all.begin(), all.end(), path.second.begin(), path.second.end(),
                          std::back_inserter(left));
    all.swap(left);
  }
  std::vector<std::pair<uint32_t, uint32_t>> reads;  // others, and the paths that go through them
  for (uint32_t i = 0; i < paths.size(); ++i) {
    left.clear();
    std::set_difference(paths[i].second.begin(), paths[i].second.end(), all.begin(), all.end(),
                        std::back_inserter(left));
    for (uint32_t which : left) reads.push_back({which, i});
  }
  std::sort(reads.begin(), reads.end());
  for (auto at = reads.begin(); at != reads.end();) {
    auto end = std::find_if(at, reads.end(), [&](const auto& other) { return other.first != at->first; });
    PendingRead& o = reads_[at->first];
    if (o.outcomes.size() < kMaxOutcomes && !o.merged) {
      Outcome outcome{result, {}, {}};
      for (auto path = at; path != end; ++path) outcome.of_clauses.push_back(paths[path->second].first);
      o.outcomes.push_back(std::move(outcome));
    }
    at = end;
  }
}

void Outcomes::note_call(uint32_t call, uint32_t which, const ReadSummary& read,
                         std::span<const SymId> arguments, bool once) {
  ValueId result = in_.f.calls[call].result;
  std::vector<Outcome>& outcomes = reads_[which].outcomes;
  auto known =
      std::find_if(outcomes.begin(), outcomes.end(), [&](const Outcome& o) { return o.value == result; });
  std::vector<SymId> given;
  if (once && !reads_[which].merged) {
    for (SymId s : read.results) given.push_back(values_.import(s, arguments));
  }
  if (known == outcomes.end()) {
    if (!given.empty()) outcomes.push_back({result, {}, std::move(given)});
  } else if (known->given != given) {
    outcomes.erase(known);  // it comes by several paths
  }
}

bool Outcomes::results_of(const PendingRead& o, ValueId v, int depth, std::vector<SymId>& results) {
  if (!v.valid() || depth > 8) return false;
  auto outcome = std::find_if(o.outcomes.begin(), o.outcomes.end(),
                              [&](const Outcome& known) { return known.value == v; });
  auto add = [&](SymId s) {
    const Sym& sym = in_.syms[s];
    if (sym.kind != SymKind::constant && sym.kind != SymKind::tuple && sym.kind != SymKind::cons)
      return false;
    if (std::find(results.begin(), results.end(), s) == results.end()) results.push_back(s);
    return results.size() <= kMaxResults;
  };
  if (outcome != o.outcomes.end() && !outcome->given.empty())
    return std::all_of(outcome->given.begin(), outcome->given.end(), add);
  auto each = [&](std::span<const ValueId> values) {
    return std::all_of(values.begin(), values.end(),
                       [&](ValueId x) { return results_of(o, x, depth + 1, results); });
  };
  if (outcome != o.outcomes.end()) return each(outcome->of_clauses);
  const Value& value = in_.f.value(v);
  // Where nothing goes wrong without the thing has to be certain.
  if (o.absent && value.kind == ValueKind::phi && taints_.of(v).reads.meets(o.bit)) return false;
  if (value.kind != ValueKind::phi) return add(values_.exported(values_.of(v)));
  auto operands = in_.f.operands_of(value);
  return each(operands.first(std::min<size_t>(value.index, operands.size())));
}

bool Outcomes::possible(const PendingRead& o, const Condition& c) {
  std::vector<uint32_t> path;
  SymId root = in_.syms.root(c.value, path);
  if (in_.syms[root].kind != SymKind::local) return true;
  NodeId node(in_.syms[root].index);
  if (!in_.core.owns(in_.id, node)) return true;
  std::vector<SymId> results;
  if (!results_of(o, in_.core.value_of(in_.id, node), 0, results)) return true;
  return results.empty() || std::any_of(results.begin(), results.end(), [&](SymId s) {
           SymId part = part_at(in_.syms, s, path);
           return part.valid() && in_.domains.may_have(c.domain, part, in_.id);
         });
}

bool Outcomes::possible_here(const PendingRead& read, const std::vector<Condition>& more) {
  if (read.outcomes.empty()) return true;
  std::vector<Condition> all = assumed_.known();
  all.insert(all.end(), more.begin(), more.end());
  return std::all_of(all.begin(), all.end(), [&](const Condition& c) { return possible(read, c); });
}

}  // namespace dh::erlang
