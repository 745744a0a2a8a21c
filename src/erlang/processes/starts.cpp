#include "erlang/processes/starts.h"

#include <algorithm>

#include "analysis/worklist.h"
#include "erlang/core/path_visitor.h"
#include "erlang/processes/call_graph.h"

namespace dh::erlang {
namespace {

bool says_ready(const Model& model, const Call& call) {
  return call.kind == CallKind::named && model.ready.contains(call.callee);
}

// Notes what may come after the process has said that it is ready.
struct ReadyState {
  bool ready = false;
};

class PartAfter : public PathAnalysis<ReadyState> {
 public:
  static constexpr bool kLoopsTwice = true;

  PartAfter(const Core& core, const Model& model, const CallGraph& graph, const std::vector<bool>& tells,
            FunctionId f)
      : after(core.function(f).calls.size()),
        model_(model),
        graph_(graph),
        tells_(tells),
        id_(f),
        f_(core.function(f)) {
    visit_paths(f_, *this, {});
  }

  std::vector<bool> after;  // by call

  void call(uint32_t index, ReadyState& s) {
    if (s.ready) after[index] = true;
    s.ready = s.ready || ends_start(index);
  }
  void join(ReadyState& s, std::span<const ReadyState> ends, bool /*may_skip*/) {
    for (const ReadyState& end : ends) s.ready = s.ready || end.ready;
  }
  ReadyState before_handlers(const ReadyState& /*before*/, const ReadyState& after_body) {
    return after_body;
  }
  void end_try(ReadyState& s, const ReadyState& done, std::span<const ReadyState> handled) {
    s = done;
    join(s, handled, false);
  }

 private:
  bool ends_start(uint32_t call) const {
    if (says_ready(model_, f_.calls[call])) return true;
    auto sites = graph_.sites_of(id_, call);
    return std::any_of(sites.begin(), sites.end(), [&](const CallSite& s) {
      return s.how != Callback::spawn && tells_[s.function.index()];
    });
  }

  const Model& model_;
  const CallGraph& graph_;
  const std::vector<bool>& tells_;
  FunctionId id_;
  const CoreFunction& f_;
};

// Whether a process says that it is ready on every path through a function that does not fail.
class SurelyTells : public OnEveryPath {
 public:
  SurelyTells(const Core& core, const Model& model, const CallGraph& graph, const std::vector<bool>& tells,
              FunctionId f, int depth)
      : core_(core), model_(model), graph_(graph), tells_(tells), id_(f), depth_(depth) {}

  bool holds() { return visit_paths(core_.function(id_), *this, {}).done; }

  void call(uint32_t index, DoneState& s) { s.done = s.done || tells(index); }
  void end_try(DoneState& s, const DoneState& done, std::span<const DoneState> /*handled*/) { s = done; }

 private:
  bool tells(uint32_t index) const {
    const Call& c = core_.function(id_).calls[index];
    if (says_ready(model_, c) || (c.kind == CallKind::named && model_.never_return.contains(c.callee)))
      return true;
    auto sites = graph_.sites_of(id_, index);
    return depth_ > 0 && !sites.empty() && std::all_of(sites.begin(), sites.end(), [&](const CallSite& s) {
             return s.how == Callback::once && tells_[s.function.index()] &&
                    SurelyTells(core_, model_, graph_, tells_, s.function, depth_ - 1).holds();
           });
  }

  const Core& core_;
  const Model& model_;
  const CallGraph& graph_;
  const std::vector<bool>& tells_;
  FunctionId id_;
  int depth_;  // of calls that are followed
};

}  // namespace

Starts find_starts(const Core& core, const Model& model, const CallGraph& graph) {
  size_t n = core.function_count();
  Starts result;
  result.after.resize(n);
  std::vector<bool> says(n, false);
  for (uint32_t i = 0; i < n; ++i) {
    const std::vector<Call>& calls = core.function(FunctionId(i)).calls;
    says[i] = std::any_of(calls.begin(), calls.end(), [&](const Call& c) { return says_ready(model, c); });
  }
  result.tells = reachable(std::move(says), [&](uint32_t f, auto&& reach) {
    for (const CallSite& site : graph.callers[f]) {
      if (site.how != Callback::spawn) reach(site.function.value);
    }
  });
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
  return awaited || SurelyTells(core, model, graph, starts.tells, f, kDepth).holds();
}

}  // namespace dh::erlang
