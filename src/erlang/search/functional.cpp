// Functions whose result depends on their arguments only, so that two calls with equal ones give the same;
// the interface is in search.h.
#include <algorithm>

#include "erlang/search/search.h"

namespace dh::erlang {
namespace {

bool asks_others(const SearchContext& context, const std::vector<char>& functional, FunctionId id) {
  const CoreFunction& f = context.core.function(id);
  if (f.is_fun) return true;  // what it captures counts too
  if (std::any_of(f.branches.begin(), f.branches.end(),
                  [](const Branch& b) { return b.kind == BranchKind::receive; }))
    return true;
  return std::any_of(f.calls.begin(), f.calls.end(), [&](const Call& c) {
    if (c.kind != CallKind::named) return true;
    const Model& model = context.model;
    if (model.functional.contains(c.callee) || model.same_answer.contains(c.callee) ||
        model.never_return.contains(c.callee))
      return false;
    FunctionId callee = context.core.find_from(f.module, c.callee);
    if (!callee.valid() || model.operations.contains(c.callee) || model.native.contains(c.callee))
      return true;
    if (context.component_of(callee) == context.component_of(id)) return false;
    return context.component_of(callee) > context.component_of(id) || functional[callee.index()] == 0;
  });
}

}  // namespace

void find_functional(const SearchContext& context, const std::vector<FunctionId>& component,
                     std::vector<char>& functional) {
  constexpr size_t kMaxComponent = 64;  // of larger circles of calls one is sure to ask others
  if (component.size() > kMaxComponent) return;
  if (std::any_of(component.begin(), component.end(),
                  [&](FunctionId f) { return asks_others(context, functional, f); }))
    return;
  for (FunctionId f : component) functional[f.index()] = 1;
}

}  // namespace dh::erlang
