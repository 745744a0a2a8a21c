// What a caller has asked before: a function that looks at something which stays as it is answers the same
// the next time, and who calls the code only for one answer does not get to what it takes another one for.
#include <algorithm>

#include "erlang/judge/races.h"

namespace dh::erlang {

bool Judge::asked_before(const Pair& pair) const {
  constexpr int kDepth = 4;
  return std::any_of(pair.answers.begin(), pair.answers.end(), [&](const Condition& c) {
    std::vector<uint32_t> path;
    const Sym& root = races.syms[races.syms.root(c.value, path)];
    if (root.kind != SymKind::local || !races.core.owns(pair.frame, NodeId(root.index))) return false;
    std::reverse(path.begin(), path.end());
    ValueId value = races.core.value_of(pair.frame, NodeId(root.index));
    FunctionId getter = asked_by(pair.frame, value, std::move(path), kDepth);
    return getter.valid() && answers_the_same(getter) &&
           ruled_out_by_callers(pair.frame, getter, c.domain, kDepth);
  });
}

// The function without arguments whose answer the value is; `path`: an element of an element of it.
FunctionId Judge::asked_by(FunctionId f, ValueId v, std::vector<uint32_t> path, int depth) const {
  while (v.valid() && depth-- > 0) {
    const CoreFunction& function = races.core.function(f);
    const Value& value = function.value(v);
    auto operands = function.operands_of(value);
    if (value.kind == ValueKind::field) {
      path.insert(path.begin(), value.index);
      v = operands[0];
    } else if (value.kind == ValueKind::tuple && !path.empty() && path[0] < operands.size()) {
      v = operands[path[0]];
      path.erase(path.begin());
    } else if (value.kind == ValueKind::call) {
      const Call& call = function.calls[value.index];
      auto targets = graph.sites_of(f, value.index);
      if (call.kind != CallKind::named || targets.size() != 1 || targets[0].how != Callback::once) return {};
      f = targets[0].function;
      if (call.arguments.count == 0 && path.empty()) return f;
      v = races.core.function(f).result;
    } else {
      return {};
    }
  }
  return {};
}

bool Judge::is_call_of(FunctionId f, ValueId v, FunctionId getter) const {
  if (!v.valid()) return false;
  const CoreFunction& function = races.core.function(f);
  return function.value(v).kind == ValueKind::call && asked_by(f, v, {}, 1) == getter;
}

// It does nothing but look, and only the start of something is known to write what it looks at.
bool Judge::answers_the_same(FunctionId getter) const {
  for (const Call& c : races.core.function(getter).calls) {
    if (c.kind != CallKind::named) return false;
    auto operations = races.model.operations.find(c.callee);
    if (operations == races.model.operations.end()) return false;
    if (std::any_of(operations->second.begin(), operations->second.end(),
                    [](const OperationModel& op) { return op.effect != Effect::read; }))
      return false;
  }
  const std::vector<ReadSummary>& reads = races.summaries[getter.index()].reads;
  return !reads.empty() && std::none_of(reads.begin(), reads.end(), [&](const ReadSummary& read) {
    const Datum& seen = read.datum;
    const Sym &table = races.syms[seen.table], &key = races.syms[seen.key];
    if (table.open || table.fleeting || key.open || key.fleeting) return true;
    return std::any_of(acts_of_[seen.state].begin(), acts_of_[seen.state].end(), [&](const auto& acts) {
      return same_table(seen.state, seen.table, acts.first) &&
             std::any_of(acts.second.begin(), acts.second.end(), [&](uint32_t index) {
               const LoggedAct& act = races.acts[index];
               return races.syms.compare(seen.key, act.datum.key, FunctionId(0)) >= Same::maybe &&
                      !at_start(act);
             });
    });
  });
}

bool Judge::ruled_out_by_callers(FunctionId f, FunctionId getter, DomainId wanted, int depth) const {
  const std::vector<CallSite>& callers = graph.callers[f.index()];
  if (depth == 0 || callers.empty() || !roles.entered_by(f).empty()) return false;
  return std::all_of(callers.begin(), callers.end(), [&](const CallSite& site) {
    return ruled_out_at(site, getter, wanted) ||
           ruled_out_by_callers(site.function, getter, wanted, depth - 1);
  });
}

// The clauses around a call want another answer of the getter.
bool Judge::ruled_out_at(const CallSite& site, FunctionId getter, DomainId wanted) const {
  const CoreFunction& f = races.core.function(site.function);
  DomainId left = wanted;
  auto note = [&](uint32_t test, bool holds) {
    const Refinement& r = f.refinements[test];
    if (!r.right.valid()) return;
    ValueId other = is_call_of(site.function, r.left, getter)    ? r.right
                    : is_call_of(site.function, r.right, getter) ? r.left
                                                                 : ValueId();
    if (!other.valid() || f.value(other).kind != ValueKind::constant) return;
    SymId constant =
        races.syms.make(SymKind::constant, races.core.constant(f.module, f.value(other).index).value);
    bool equal = r.equal == holds;
    left = races.domains.both(left, equal ? races.domains.only(constant) : races.domains.all_but(constant));
  };
  // Whether the call is there; recursion is bounded: trees are at most kMaxNesting deep.
  auto find = [&](auto& self, Range statements) -> bool {
    auto in_clauses = [&](Range range) {
      DomainId before = left;
      for (uint32_t i = 0; i < range.count; ++i) {
        const CoreClause& clause = f.clauses[range.first + i];
        DomainId here = left;
        if (self(self, clause.body)) return true;
        left = here;
        if (clause.test != CoreClause::kNoTest) note(clause.test, false);
      }
      left = before;
      return false;
    };
    for (uint32_t i = 0; i < statements.count; ++i) {
      const Statement& s = f.statements[statements.first + i];
      if (s.kind == StatementKind::call && s.index == site.call) return true;
      if (s.kind == StatementKind::refinement) note(s.index, true);
      if (s.kind == StatementKind::branch && in_clauses(f.branches[s.index].clauses)) return true;
      if (s.kind == StatementKind::attempt) {
        const Attempt& a = f.attempts[s.index];
        DomainId before = left;
        if (self(self, a.body) || in_clauses(a.clauses)) return true;
        left = before;
        if (in_clauses(a.handlers) || self(self, a.after)) return true;
      }
    }
    return false;
  };
  return find(find, f.body) && left == races.domains.nothing();
}

}  // namespace dh::erlang
