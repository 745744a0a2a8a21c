// Functions whose answer depends on their arguments only, so that two calls with equal ones give the same.
#include <algorithm>

#include "erlang/search/walk.h"

namespace dh::erlang {
namespace {

bool asks_others(const Races& races, FunctionId id, const std::vector<FunctionId>& component) {
  const CoreFunction& f = races.core.function(id);
  if (f.is_fun) return true;  // what it captures counts too
  if (std::any_of(f.branches.begin(), f.branches.end(),
                  [](const Branch& b) { return b.kind == BranchKind::receive; }))
    return true;
  return std::any_of(f.calls.begin(), f.calls.end(), [&](const Call& c) {
    if (c.kind != CallKind::named) return true;
    const Model& model = races.model;
    if (model.functional.contains(c.callee) || model.same_answer.contains(c.callee) ||
        model.never_return.contains(c.callee))
      return false;
    FunctionId callee = races.core.find_from(f.module, c.callee);
    if (!callee.valid() || model.operations.contains(c.callee) || model.native.contains(c.callee))
      return true;
    return !races.functional[callee.index()] &&
           std::find(component.begin(), component.end(), callee) == component.end();
  });
}

}  // namespace

void find_functional(Races& races, const std::vector<FunctionId>& component) {
  constexpr size_t kLargest = 64;  // of larger circles of calls one is sure to ask others
  if (component.size() > kLargest) return;
  if (std::any_of(component.begin(), component.end(),
                  [&](FunctionId f) { return asks_others(races, f, component); }))
    return;
  for (FunctionId f : component) races.functional[f.index()] = true;
}

}  // namespace dh::erlang
