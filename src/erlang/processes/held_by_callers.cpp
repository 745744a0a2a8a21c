#include "erlang/processes/held_by_callers.h"

#include <algorithm>

#include "analysis/worklist.h"
#include "erlang/core/callbacks.h"

namespace dh::erlang {
namespace {

// What runs only below the functions at `top`: the greatest set whose members are called by each other and by
// those alone. `stays`: those at the top are in it whatever calls them; otherwise `is_way_in` says of which
// calls. Of starts of processes too: what they start is below them.
template <typename IsWayIn>
std::vector<bool> only_below(const CallGraph& graph, const std::vector<bool>& entered,
                             const std::vector<bool>& top, bool stays, IsWayIn&& is_way_in) {
  size_t n = graph.callees.size();
  std::vector<bool> below = reachable(top, [&](uint32_t f, auto&& reach) {
    for (FunctionId t : graph.callees[f]) reach(t.value);
  });
  std::vector<uint32_t> todo;
  // A function that others call, too, is not among them, nor are those that it calls.
  auto leaves = [&](uint32_t f) {
    if (!below[f] || (stays && top[f])) return;
    below[f] = false;
    todo.push_back(f);
  };
  for (uint32_t i = 0; i < n; ++i) {
    if (!below[i]) todo.push_back(i);
    for (const CallSite& site : graph.sites[i]) {
      if (site.how == Callback::spawn && !is_way_in(FunctionId(i), site)) leaves(site.function.value);
    }
    if (entered[i]) leaves(i);
  }
  while (!todo.empty()) {
    uint32_t f = todo.back();
    todo.pop_back();
    for (const CallSite& site : graph.sites[f]) {
      if (site.how != Callback::spawn && !is_way_in(FunctionId(f), site)) leaves(site.function.value);
    }
  }
  return below;
}

}  // namespace

std::vector<Guards> find_guards(const Core& core, const Model& model, const CallGraph& graph,
                                const std::vector<bool>& entered,
                                const std::function<bool(FunctionId, uint32_t)>& at_start) {
  size_t n = graph.callees.size();
  std::vector<Guards> guards(n, 0);
  auto add = [&](Guards which, const std::vector<bool>& functions) {
    for (size_t i = 0; i < n; ++i) {
      if (functions[i]) guards[i] |= which;
    }
  };
  auto called = [&](auto&& is_way_in) {
    std::vector<bool> top(n, false);
    for (const auto& sites : graph.sites) {
      for (const CallSite& site : sites) {
        if (is_way_in(FunctionId(), site)) top[site.function.index()] = true;
      }
    }
    return only_below(graph, entered, top, false, is_way_in);
  };
  auto locks = [](bool in_vain) {
    return [in_vain](FunctionId, const CallSite& s) {
      return s.how == Callback::locked && s.in_vain == in_vain;
    };
  };
  add(guard::kLock, called(locks(false)));
  add(guard::kVainLock, called(locks(true)));
  add(guard::kTransaction,
      called([](FunctionId, const CallSite& s) { return s.how == Callback::transaction; }));
  add(guard::kClaim, called([](FunctionId, const CallSite& s) { return s.claimed; }));
  std::vector<bool> one(n, false);
  for (const FunctionKey& key : model.exclusive) {
    if (FunctionId f = core.find(key); f.valid()) one[f.index()] = true;
  }
  // At the start of a process no other process is there yet.
  add(guard::kExclusive, only_below(graph, entered, one, true, [&](FunctionId caller, const CallSite& site) {
        return site.how != Callback::spawn && at_start(caller, site.call);
      }));
  return guards;
}

std::vector<bool> find_under_name(const Core& core, const Model& model, const CallGraph& graph,
                                  const std::vector<bool>& called) {
  size_t n = graph.callees.size();
  std::vector<bool> result(n, false);
  std::vector<uint32_t> todo;
  auto add = [&](FunctionId t) {
    if (result[t.index()] || !called[t.index()] || is_callback(core, model, t)) return;
    result[t.index()] = true;
    todo.push_back(t.value);
  };
  for (uint32_t i = 0; i < n; ++i) {
    for (FunctionId t : graph.under_name[i]) add(t);
  }
  while (!todo.empty()) {
    uint32_t f = todo.back();
    todo.pop_back();
    for (FunctionId t : graph.callees[f]) add(t);
  }
  for (const auto& started : graph.spawned) {
    for (FunctionId t : started) result[t.index()] = false;
  }
  // A function that others call, too, is not among them, nor are those that it calls.
  for (uint32_t i = 0; i < n; ++i) {
    if (!result[i]) todo.push_back(i);
  }
  while (!todo.empty()) {
    uint32_t f = todo.back();
    todo.pop_back();
    const std::vector<FunctionId>& held = graph.under_name[f];
    for (FunctionId t : graph.callees[f]) {
      if (!result[t.index()] || std::binary_search(held.begin(), held.end(), t)) continue;
      result[t.index()] = false;
      todo.push_back(t.value);
    }
  }
  return result;
}

}  // namespace dh::erlang
