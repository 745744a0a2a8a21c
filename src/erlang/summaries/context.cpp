#include "erlang/summaries/context.h"

#include <algorithm>

#include "erlang/core/callbacks.h"

namespace dh::erlang {
namespace {

bool names_a_key(ArgRole role) {
  return role == ArgRole::key || role == ArgRole::object || role == ArgRole::record ||
         role == ArgRole::table_key || role == ArgRole::new_table;
}

}  // namespace

SearchContext::SearchContext(const Core& c, const Model& m, const Values& v, const Tables& t,
                             const CallGraph& g)
    : core(c),
      model(m),
      values(v),
      tables(t),
      graph(g),
      whole_table_(m.states.size()),
      has_callers_(c.function_count()),
      recursive_(c.function_count()),
      component_of_(c.function_count()) {
  for (const auto& [key, operations] : model.operations) {
    for (const OperationModel& op : operations) {
      if (std::none_of(op.roles.begin(), op.roles.end(), names_a_key)) whole_table_[op.state] = true;
    }
  }
  for (uint32_t i = 0; i < core.function_count(); ++i) {
    const std::vector<FunctionId>& users = graph.users[i];
    bool by_others =
        std::any_of(users.begin(), users.end(), [&](FunctionId user) { return user.index() != i; });
    has_callers_[i] = by_others && !is_callback(core, model, FunctionId(i));
  }
  for (uint32_t i = 0; i < graph.components.size(); ++i) {
    for (FunctionId f : graph.components[i]) {
      const std::vector<FunctionId>& users = graph.users[f.index()];
      component_of_[f.index()] = i;
      recursive_[f.index()] =
          graph.components[i].size() > 1 || std::find(users.begin(), users.end(), f) != users.end();
    }
  }
}

const OperationModel* SearchContext::operation_at(Site site, uint32_t state) const {
  if (site.is_group()) return nullptr;
  auto operations = model.operations.find(core.function(site.function).calls[site.call].callee);
  if (operations == model.operations.end()) return nullptr;
  for (const OperationModel& op : operations->second) {
    if (op.state == state && op.effect != Effect::read) return &op;
  }
  return nullptr;
}

bool SearchContext::handles_failure(const Call& call, Site site, uint32_t state) const {
  const OperationModel* operation = operation_at(site, state);
  return operation != nullptr && operation->exits ? call.handles_exit : call.handles_error;
}

Terms::Terms(TermStores& stores, const SearchContext& context)
    : syms(stores.syms, context.core, context.values),
      domains(stores.domains, context.core, syms),
      chains(stores.chains),
      groups(stores.groups) {
  syms.set_element(context.model.element);
}

}  // namespace dh::erlang
