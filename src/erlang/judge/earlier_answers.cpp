#include "erlang/judge/earlier_answers.h"

#include <algorithm>

#include "erlang/judge/runs.h"
#include "erlang/judge/table_sharing.h"

namespace dh::erlang {

namespace {

// The function without arguments whose answer the value is; `path`: an element of an element of it.
FunctionId answering_function(const JudgeContext& context, FunctionId f, ValueId v,
                              std::vector<uint32_t> path, int depth) {
  while (v.valid() && depth-- > 0) {
    const CoreFunction& function = context.races.core.function(f);
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
      auto targets = context.graph.sites_of(f, value.index);
      if (call.kind != CallKind::named || targets.size() != 1 || targets[0].how != Callback::once) return {};
      f = targets[0].function;
      if (call.arguments.count == 0 && path.empty()) return f;
      v = context.races.core.function(f).result;
    } else {
      return {};
    }
  }
  return {};
}

bool is_call_of(const JudgeContext& context, FunctionId f, ValueId v, FunctionId getter) {
  if (!v.valid()) return false;
  const CoreFunction& function = context.races.core.function(f);
  return function.value(v).kind == ValueKind::call && answering_function(context, f, v, {}, 1) == getter;
}

// It only reads, and what it reads is written only while something starts, as far as is known.
bool answers_the_same(const JudgeContext& context, FunctionId getter) {
  for (const Call& c : context.races.core.function(getter).calls) {
    if (c.kind != CallKind::named) return false;
    auto operations = context.races.model.operations.find(c.callee);
    if (operations == context.races.model.operations.end()) return false;
    if (std::any_of(operations->second.begin(), operations->second.end(),
                    [](const OperationModel& op) { return op.effect != Effect::read; }))
      return false;
  }
  const std::vector<ReadSummary>& reads = context.races.summaries[getter.index()].reads;
  return !reads.empty() && std::none_of(reads.begin(), reads.end(), [&](const ReadSummary& read) {
    const Location& seen = read.location;
    const Sym &table = context.races.syms[seen.table], &key = context.races.syms[seen.key];
    if (table.open || table.fleeting || key.open || key.fleeting) return true;
    return std::any_of(
        context.writes_of[seen.state].begin(), context.writes_of[seen.state].end(), [&](const auto& writes) {
          return same_table(context, seen.state, seen.table, writes.first) &&
                 std::any_of(writes.second.begin(), writes.second.end(), [&](uint32_t index) {
                   const LoggedWrite& write = context.races.writes[index];
                   return context.races.syms.compare(seen.key, write.location.key, FunctionId(0)) >=
                              Same::maybe &&
                          !at_start(context, write);
                 });
        });
  });
}

bool ruled_out_at(const JudgeContext& context, const CallSite& site, FunctionId getter, DomainId wanted);

bool ruled_out_by_callers(const JudgeContext& context, FunctionId f, FunctionId getter, DomainId wanted,
                          int depth) {
  const std::vector<CallSite>& callers = context.graph.callers[f.index()];
  if (depth == 0 || callers.empty() || !context.roles.entered_by(f).empty()) return false;
  return std::all_of(callers.begin(), callers.end(), [&](const CallSite& site) {
    return ruled_out_at(context, site, getter, wanted) ||
           ruled_out_by_callers(context, site.function, getter, wanted, depth - 1);
  });
}

// The clauses around a call want another answer of the getter.
bool ruled_out_at(const JudgeContext& context, const CallSite& site, FunctionId getter, DomainId wanted) {
  const CoreFunction& f = context.races.core.function(site.function);
  DomainId left = wanted;
  auto note = [&](uint32_t test, bool holds) {
    const Refinement& r = f.refinements[test];
    if (!r.right.valid()) return;
    ValueId other = is_call_of(context, site.function, r.left, getter)    ? r.right
                    : is_call_of(context, site.function, r.right, getter) ? r.left
                                                                          : ValueId();
    if (!other.valid() || f.value(other).kind != ValueKind::constant) return;
    SymId constant = context.races.syms.make(
        SymKind::constant, context.races.core.constant(f.module, f.value(other).index).value);
    bool equal = r.equal == holds;
    left = context.races.domains.both(
        left, equal ? context.races.domains.only(constant) : context.races.domains.all_but(constant));
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
        for (uint32_t t = 0; t < clause.tests.count; ++t) note(clause.tests.first + t, false);
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
  return find(find, f.body) && left == context.races.domains.nothing();
}

}  // namespace

bool is_ruled_out_by_callers(const JudgeContext& context, const Pair& pair) {
  constexpr int kDepth = 4;
  return std::any_of(pair.answers.begin(), pair.answers.end(), [&](const Condition& c) {
    std::vector<uint32_t> path;
    const Sym& root = context.races.syms[context.races.syms.root(c.value, path)];
    if (root.kind != SymKind::local || !context.races.core.owns(pair.frame, NodeId(root.index))) return false;
    std::reverse(path.begin(), path.end());
    ValueId value = context.races.core.value_of(pair.frame, NodeId(root.index));
    FunctionId getter = answering_function(context, pair.frame, value, std::move(path), kDepth);
    return getter.valid() && answers_the_same(context, getter) &&
           ruled_out_by_callers(context, pair.frame, getter, c.domain, kDepth);
  });
}

}  // namespace dh::erlang
