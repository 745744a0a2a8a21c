#include "erlang/processes/call_graph.h"

#include <algorithm>

#include "analysis/components.h"

namespace dh::erlang {
namespace {

void sort_unique(std::vector<FunctionId>& v) {
  std::sort(v.begin(), v.end());
  v.erase(std::unique(v.begin(), v.end()), v.end());
}

// The first call that comes after `register(name, self())` in the body of a function, which has to succeed.
uint32_t named_from(const Core& core, const Model& model, FunctionId f) {
  const CoreFunction& function = core.function(f);
  auto takes_name = [&](const Call& call) {
    return call.kind == CallKind::named && !call.handles_error && takes_a_name(core, model, f, call) &&
           is_about_itself(core, model, f, call);
  };
  for (uint32_t i = 0; i < function.body.count; ++i) {
    const Statement& s = function.statements[function.body.first + i];
    // Calls are numbered in the order of the text.
    if (s.kind == StatementKind::call && takes_name(function.calls[s.index])) return s.index + 1;
  }
  return CallGraph::kNever;
}

// Whom a function calls only from that call on.
std::vector<FunctionId> called_under_name(const std::vector<CallSite>& sites, uint32_t named_from) {
  std::vector<FunctionId> before, after;
  if (named_from == CallGraph::kNever) return after;
  for (const CallSite& site : sites) {
    bool held = site.call >= named_from && site.how != Callback::spawn;
    (held ? after : before).push_back(site.function);
  }
  sort_unique(before);
  std::erase_if(after, [&](FunctionId t) { return std::binary_search(before.begin(), before.end(), t); });
  sort_unique(after);
  return after;
}

}  // namespace

std::span<const CallSite> CallGraph::sites_of(FunctionId f, uint32_t call) const {
  const std::vector<CallSite>& of_function = sites[f.index()];  // in the order of the calls
  auto first = std::lower_bound(of_function.begin(), of_function.end(), call,
                                [](const CallSite& s, uint32_t wanted) { return s.call < wanted; });
  auto last = std::find_if(first, of_function.end(), [&](const CallSite& s) { return s.call != call; });
  return {first, last};
}

CallGraph make_call_graph(const Core& core, const Model& model, const Values& values,
                          const Parallelism& parallel) {
  CallGraph graph;
  size_t n = core.function_count();
  graph.callees.resize(n);
  graph.spawned.resize(n);
  graph.locked.resize(n);
  graph.under_name.resize(n);
  graph.named_from.resize(n);
  graph.around.resize(n);
  graph.sites.resize(n);
  parallel_for(n, parallel, [&](size_t i) {
    FunctionId f(static_cast<uint32_t>(i));
    graph.around[i] = around_calls(core, model, f);
    graph.sites[i] = call_sites_in(core, model, values, f, graph.around[i]);
    for (const CallSite& site : graph.sites[i]) {
      bool locks = site.how == Callback::locked || site.how == Callback::transaction;
      (site.how == Callback::spawn ? graph.spawned
       : locks                     ? graph.locked
                                   : graph.callees)[i]
          .push_back(site.function);
    }
    sort_unique(graph.callees[i]);
    sort_unique(graph.spawned[i]);
    sort_unique(graph.locked[i]);
    graph.named_from[i] = named_from(core, model, f);
    graph.under_name[i] = called_under_name(graph.sites[i], graph.named_from[i]);
  });
  graph.callers = callers_of(graph.sites);
  graph.supervised = find_children(core, model, values, graph);
  std::vector<std::vector<FunctionId>> all = graph.callees;
  for (uint32_t i = 0; i < n; ++i) {
    all[i].insert(all[i].end(), graph.spawned[i].begin(), graph.spawned[i].end());
    all[i].insert(all[i].end(), graph.locked[i].begin(), graph.locked[i].end());
    // A fun comes before the function that makes it, which may hand it to somebody who calls it.
    const CoreFunction& f = core.function(FunctionId(i));
    if (f.is_fun) all[core.function_of(f.module, f.parent).index()].push_back(FunctionId(i));
  }
  for (auto& edges : all) sort_unique(edges);
  graph.components = components_of(all);
  graph.in_circle.assign(n, false);
  for (const std::vector<FunctionId>& component : graph.components) {
    for (FunctionId f : component) {
      const std::vector<FunctionId>& callees = graph.callees[f.index()];
      graph.in_circle[f.index()] =
          component.size() > 1 || std::binary_search(callees.begin(), callees.end(), f);
    }
  }
  graph.users.resize(n);
  for (uint32_t i = 0; i < n; ++i) {
    for (FunctionId t : all[i]) graph.users[t.index()].push_back(FunctionId(i));
  }
  return graph;
}

}  // namespace dh::erlang
