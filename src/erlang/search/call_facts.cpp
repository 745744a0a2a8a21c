#include "erlang/search/call_facts.h"

#include <algorithm>

namespace dh::erlang {

bool passes_on_arguments(const WalkInputs& in, const Call& c) {
  if (c.kind != CallKind::named) return true;
  auto it = in.model.operations.find(c.callee);
  if (it == in.model.operations.end()) {
    FunctionId callee = in.core.find_from(in.f.module, c.callee);
    if (!callee.valid()) return true;
    const std::vector<Call>& calls = in.core.function(callee).calls;
    return calls.empty() || std::any_of(calls.begin(), calls.end(), [&](const Call& inner) {
             return !in.model.operations.contains(inner.callee) || passes_on_arguments(in, inner);
           });
  }
  auto changes = [](const OperationModel& op) {
    return op.effect != Effect::read && op.effect != Effect::remove;
  };
  auto removes = [](const OperationModel& op) { return op.effect == Effect::remove; };
  return std::any_of(it->second.begin(), it->second.end(), changes) &&
         std::none_of(it->second.begin(), it->second.end(), removes);
}

bool is_monitored(const WalkInputs& in, uint32_t call) {
  const Call& start = in.f.calls[call];
  if (in.model.monitored.contains(start.callee)) return true;
  return std::any_of(in.f.calls.begin(), in.f.calls.end(), [&](const Call& c) {
    if (c.kind != CallKind::named || !in.model.monitors.contains(c.callee)) return false;
    auto arguments = in.f.operands_in(c.arguments);
    return std::find(arguments.begin(), arguments.end(), start.result) != arguments.end();
  });
}

bool tests_parameter(const WalkInputs& in, FunctionId f, size_t index) {
  if (!f.valid()) return true;
  const CoreFunction& function = in.core.function(f);
  auto is_it = [&](ValueId v) {
    return v.valid() && function.value(v).kind == ValueKind::param && function.value(v).index == index;
  };
  if (std::any_of(function.refinements.begin(), function.refinements.end(),
                  [&](const Refinement& r) { return is_it(r.left) || is_it(r.right); }))
    return true;
  if (std::any_of(function.branches.begin(), function.branches.end(), [&](const Branch& b) {
        auto deciders = function.operands_in(b.deciders);
        return b.clauses.count > 1 && std::any_of(deciders.begin(), deciders.end(), is_it);
      }))
    return true;
  auto answers = [&](ValueId v) {
    if (v == function.result || function.decides(v)) return true;
    return std::any_of(function.clauses.begin(), function.clauses.end(),
                       [&](const CoreClause& c) { return c.result == v; });
  };
  return std::any_of(function.calls.begin(), function.calls.end(), [&](const Call& c) {
    auto arguments = function.operands_in(c.arguments);
    if (std::none_of(arguments.begin(), arguments.end(), is_it)) return false;
    if (c.kind != CallKind::named || in.model.operations.contains(c.callee)) return true;
    return in.core.find_from(function.module, c.callee).valid() && answers(c.result);
  });
}

}  // namespace dh::erlang
