#include "erlang/judge/clauses_of_calls.h"

#include <algorithm>

#include "base/check.h"

namespace dh::erlang {

bool ClausesOfCalls::can_follow(uint32_t first, uint32_t second) const {
  DH_CHECK(first < of_.size() && second < of_.size(), "a call of another function");
  const Path &a = of_[first], &b = of_[second];
  for (size_t i = 0; i < a.size() && i < b.size() && a[i].first == b[i].first; ++i) {
    if (a[i].second != b[i].second) return false;
  }
  return first < second;
}

bool ClausesOfCalls::is_same_call(const Call& a, const Call& b) const {
  if (a.kind != CallKind::named || b.kind != CallKind::named || !(a.callee == b.callee)) return false;
  auto x = f_.operands_in(a.arguments), y = f_.operands_in(b.arguments);
  return std::equal(x.begin(), x.end(), y.begin(), y.end(), [&](ValueId v, ValueId w) {
    const Value &left = f_.value(v), &right = f_.value(w);
    bool constants = left.kind == ValueKind::constant && right.kind == ValueKind::constant;
    return v == w || (constants && left.index == right.index);
  });
}

bool ClausesOfCalls::happens_anyway(uint32_t earlier, uint32_t later) const {
  DH_CHECK(earlier < of_.size() && later < of_.size(), "a call of another function");
  const Path &a = of_[earlier], &b = of_[later];
  size_t depth = 0;
  while (depth < a.size() && depth < b.size() && a[depth] == b[depth]) ++depth;
  if (depth == b.size()) return false;
  uint32_t branch = b[depth].first;
  if (branch >= f_.branches.size() || f_.branches[branch].kind != BranchKind::choice) return false;
  Range clauses = f_.branches[branch].clauses;
  for (uint32_t clause = clauses.first; clause < clauses.first + clauses.count; ++clause) {
    // Nested deeper it would depend on something else.
    const std::vector<uint32_t>& calls = directly_in_[clause];
    auto is_same = [&](uint32_t i) { return is_same_call(f_.calls[i], f_.calls[later]); };
    if (std::none_of(calls.begin(), calls.end(), is_same)) return false;
  }
  return clauses.count > 1;
}

void ClausesOfCalls::add(Range statements) {
  for (uint32_t i = 0; i < statements.count; ++i) {
    const Statement& s = f_.statements[statements.first + i];
    if (s.kind == StatementKind::call) {
      of_[s.index] = around_;
      if (!around_.empty()) directly_in_[around_.back().second].push_back(s.index);
    } else if (s.kind == StatementKind::branch) {
      add_clauses(s.index, f_.branches[s.index].clauses);
    } else if (s.kind == StatementKind::attempt) {
      const Attempt& a = f_.attempts[s.index];
      auto number = static_cast<uint32_t>(f_.branches.size()) + s.index;
      add(a.body);
      add_clauses(number, a.clauses);
      add_clauses(number, a.handlers);
      add(a.after);
    }
  }
}

void ClausesOfCalls::add_clauses(uint32_t branch, Range clauses) {
  for (uint32_t c = clauses.first; c < clauses.first + clauses.count; ++c) {
    around_.push_back({branch, c});
    add(f_.clauses[c].body);
    around_.pop_back();
  }
}

}  // namespace dh::erlang
