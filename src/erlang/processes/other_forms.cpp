#include "erlang/processes/other_forms.h"

#include <algorithm>

namespace dh::erlang {
namespace {

// The function of the same name and module that a function calls at its end, on every path.
FunctionId handed_on_to(const Core& core, FunctionId f) {
  const CoreFunction& function = core.function(f);
  FunctionId to;
  auto hands_on = [&](auto& self, ValueId result, int depth) -> bool {
    if (!result.valid() || depth == 0) return false;
    const Value& v = function.value(result);
    auto operands = function.operands_of(v);
    if (v.kind == ValueKind::phi) {
      return v.index > 0 && std::all_of(operands.begin(), operands.begin() + v.index,
                                        [&](ValueId o) { return self(self, o, depth - 1); });
    }
    if (v.kind != ValueKind::call) return false;
    const Call& call = function.calls[v.index];
    if (call.kind != CallKind::named || call.callee.name != function.name) return false;
    FunctionId callee = core.find_from(function.module, call.callee);
    if (!callee.valid() || callee == f || core.function(callee).module != function.module) return false;
    if (to.valid() && to != callee) return false;
    to = callee;
    return true;
  };
  return hands_on(hands_on, function.result, 4) ? to : FunctionId();
}

bool used_outside(const Core& core, const CallGraph& graph, FunctionId f) {
  const std::vector<CallSite>& callers = graph.callers[f.index()];
  return std::any_of(callers.begin(), callers.end(), [&](const CallSite& site) {
    return core.module_index(site.function) != core.module_index(f);
  });
}

}  // namespace

std::vector<FunctionId> find_other_forms(const Core& core, const CallGraph& graph) {
  size_t n = core.function_count();
  std::vector<FunctionId> to(n), used(n);
  // The forms of one name are those that end in the same function.
  for (uint32_t i = 0; i < n; ++i) {
    const CoreFunction& function = core.function(FunctionId(i));
    if (function.exported && !function.is_fun) to[i] = handed_on_to(core, FunctionId(i));
  }
  auto last_of = [&](FunctionId f) {
    constexpr int kMaxForms = 8;
    for (int step = 0; step < kMaxForms && to[f.index()].valid(); ++step) f = to[f.index()];
    return f;
  };
  for (uint32_t i = 0; i < n; ++i) {
    FunctionId f(i);
    if (!core.function(f).exported || !used_outside(core, graph, f)) continue;
    FunctionId& known = used[last_of(f).index()];
    if (!known.valid()) known = f;
  }
  std::vector<FunctionId> result(n);
  for (uint32_t i = 0; i < n; ++i) {
    FunctionId f(i), last = last_of(f);
    bool one_of_several = last != f || used[i] != f;
    if (core.function(f).exported && one_of_several && !used_outside(core, graph, f))
      result[i] = used[last.index()];
  }
  return result;
}

bool exported_for_others(const Core& core, const CallGraph& graph, FunctionId f) {
  const CoreFunction& function = core.function(f);
  if (!function.exported || function.is_fun) return false;
  const std::vector<CallSite>& callers = graph.callers[f.index()];
  return std::all_of(callers.begin(), callers.end(), [&](const CallSite& site) {
    const CoreFunction& caller = core.function(site.function);
    return caller.module == function.module && caller.calls[site.call].local;
  });
}

}  // namespace dh::erlang
