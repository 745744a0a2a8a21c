#include "erlang/processes/starts.h"

#include <algorithm>

#include "erlang/processes/roles.h"

namespace dh::erlang {
namespace {

bool says_ready(const Model& model, const Call& call) {
  return call.kind == CallKind::named && model.ready.contains(call.callee);
}

// Walks a function and notes what may come after the process has said that it is ready.
class PartAfter {
 public:
  PartAfter(const Core& core, const Model& model, const CallGraph& graph, const std::vector<bool>& tells,
            FunctionId f)
      : model_(model), graph_(graph), tells_(tells), id_(f), f_(core.function(f)), after(f_.calls.size()) {
    bool ready = false;
    block(f_.body, ready);
  }

 private:
  const Model& model_;
  const CallGraph& graph_;
  const std::vector<bool>& tells_;
  FunctionId id_;
  const CoreFunction& f_;

 public:
  std::vector<bool> after;

 private:
  bool ends_start(uint32_t call) const {
    if (says_ready(model_, f_.calls[call])) return true;
    auto sites = graph_.sites_of(id_, call);
    return std::any_of(sites.begin(), sites.end(), [&](const CallSite& s) {
      return s.how != Callback::spawn && tells_[s.function.index()];
    });
  }

  // Recursion is bounded: trees are at most kMaxNesting deep.
  void block(Range statements, bool& ready) {
    for (uint32_t i = 0; i < statements.count; ++i) {
      const Statement& s = f_.statements[statements.first + i];
      switch (s.kind) {
        case StatementKind::call:
          if (ready) after[s.index] = true;
          ready = ready || ends_start(s.index);
          break;
        case StatementKind::branch: {
          const Branch& b = f_.branches[s.index];
          bool before = ready;
          clauses(b.clauses, ready);
          if (b.kind == BranchKind::loop && ready && !before) clauses(b.clauses, ready);
          break;
        }
        case StatementKind::attempt: {
          const Attempt& a = f_.attempts[s.index];
          block(a.body, ready);
          bool at_end = ready;
          clauses(a.clauses, at_end);
          clauses(a.handlers, ready);
          ready = ready || at_end;
          block(a.after, ready);
          break;
        }
        case StatementKind::refinement:
        case StatementKind::name:
          break;
      }
    }
  }

  void clauses(Range range, bool& ready) {
    bool before = ready;
    for (uint32_t i = 0; i < range.count; ++i) {
      bool in_clause = before;
      block(f_.clauses[range.first + i].body, in_clause);
      ready = ready || in_clause;
    }
  }
};

// Whether a process says that it is ready on every way through a function that does not fail.
class Surely {
 public:
  Surely(const Core& core, const Model& model, const CallGraph& graph, const std::vector<bool>& tells)
      : core_(core), model_(model), graph_(graph), tells_(tells) {}

  bool function(FunctionId f, int depth) const { return block(f, core_.function(f).body, depth); }

 private:
  bool block(FunctionId f, Range statements, int depth) const {
    const CoreFunction& function = core_.function(f);
    for (uint32_t i = 0; i < statements.count; ++i) {
      const Statement& s = function.statements[statements.first + i];
      bool sure = (s.kind == StatementKind::call && call(f, s.index, depth)) ||
                  (s.kind == StatementKind::branch && branch(f, function.branches[s.index], depth)) ||
                  (s.kind == StatementKind::attempt && block(f, function.attempts[s.index].body, depth));
      if (sure) return true;
    }
    return false;
  }

  bool call(FunctionId f, uint32_t index, int depth) const {
    const Call& c = core_.function(f).calls[index];
    if (says_ready(model_, c) || (c.kind == CallKind::named && model_.never_return.contains(c.callee)))
      return true;
    auto sites = graph_.sites_of(f, index);
    return depth > 0 && !sites.empty() && std::all_of(sites.begin(), sites.end(), [&](const CallSite& s) {
             return s.how == Callback::once && tells_[s.function.index()] && function(s.function, depth - 1);
           });
  }

  bool branch(FunctionId f, const Branch& b, int depth) const {
    if (b.kind == BranchKind::option || b.kind == BranchKind::loop || b.clauses.count == 0) return false;
    for (uint32_t i = 0; i < b.clauses.count; ++i) {
      if (!block(f, core_.function(f).clauses[b.clauses.first + i].body, depth)) return false;
    }
    return true;
  }

  const Core& core_;
  const Model& model_;
  const CallGraph& graph_;
  const std::vector<bool>& tells_;
};

}  // namespace

Starts find_starts(const Core& core, const Model& model, const CallGraph& graph) {
  size_t n = core.function_count();
  Starts result;
  result.tells.assign(n, false);
  result.after.resize(n);
  std::vector<FunctionId> todo;
  auto tell = [&](FunctionId f) {
    if (result.tells[f.index()]) return;
    result.tells[f.index()] = true;
    todo.push_back(f);
  };
  for (uint32_t i = 0; i < n; ++i) {
    const std::vector<Call>& calls = core.function(FunctionId(i)).calls;
    if (std::any_of(calls.begin(), calls.end(), [&](const Call& c) { return says_ready(model, c); }))
      tell(FunctionId(i));
  }
  while (!todo.empty()) {
    FunctionId f = todo.back();
    todo.pop_back();
    for (const CallSite& site : graph.callers[f.index()]) {
      if (site.how != Callback::spawn) tell(site.function);
    }
  }
  for (uint32_t i = 0; i < n; ++i) {
    if (!result.tells[i]) continue;
    PartAfter part(core, model, graph, result.tells, FunctionId(i));
    if (std::find(part.after.begin(), part.after.end(), true) != part.after.end())
      result.after[i] = std::move(part.after);
  }
  return result;
}

bool begins_with_start(const Core& core, const Model& model, const CallGraph& graph, const Starts& starts,
                       FunctionId f) {
  constexpr int kDepth = 3;
  if (!starts.ends_start(f)) return false;
  const std::vector<CallSite>& callers = graph.callers[f.index()];
  bool awaited = std::all_of(callers.begin(), callers.end(), [&](const CallSite& site) {
    const Call& call = core.function(site.function).calls[site.call];
    return site.how != Callback::spawn ||
           (call.kind == CallKind::named && model.awaited.contains(call.callee));
  });
  return awaited || Surely(core, model, graph, starts.tells).function(f, kDepth);
}

}  // namespace dh::erlang
