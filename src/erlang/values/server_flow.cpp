#include "erlang/values/server_flow.h"

#include <algorithm>

#include "erlang/core/callbacks.h"

namespace dh::erlang {
namespace {

class Finder {
 public:
  Finder(const Core& core, const Model& model) : core_(core), model_(model) {
    for (uint32_t m = 0; m < core.modules().size(); ++m) modules_.try_emplace(core.modules()[m].name, m);
    FlatSet<FunctionKey> starters = server_starters(model);
    for (uint32_t i = 0; i < core.function_count(); ++i) {
      FunctionId f(i);
      for (const Call& call : core.function(f).calls) {
        if (call.kind == CallKind::named && starters.contains(call.callee)) find_start(f, call);
      }
      find_states(f);
    }
  }

  ServerFlow flow;

 private:
  void find_start(FunctionId f, const Call& call) {
    const CoreFunction& function = core_.function(f);
    auto arguments = function.operands_in(call.arguments);
    auto module_given = [&](const BehaviourStart& start) -> const CoreModule* {
      if (!(start.function == call.callee) || start.module < 0 || start.given < 0) return nullptr;
      const Value& v = function.value(arguments[static_cast<size_t>(start.module)]);
      if (v.kind != ValueKind::constant) return nullptr;
      Symbol name = core_.constant(core_.constant(function.module, v.index)).text;
      if (name == core_.module_of(f).name) return &core_.module_of(f);
      auto it = modules_.find(name);
      return it == modules_.end() ? nullptr : &core_.modules()[it->second];
    };
    auto index_of = [&](const CoreModule* m) { return static_cast<uint32_t>(m - core_.modules().data()); };
    for (const auto& [name, b] : model_.behaviours) {
      for (const BehaviourStart& start : b.started_by) {
        const CoreModule* module = module_given(start);
        if (module == nullptr) continue;
        for (const FunctionName& first : b.start) {
          FunctionId t = core_.find_from(index_of(module), {module->name, first.name, first.arity});
          if (t.valid() && first.arity == 1)
            flow.given.push_back({f, arguments[static_cast<size_t>(start.given)], t});
        }
      }
      for (const BehaviourStart& start : b.entered_by) {
        const CoreModule* module = module_given(start);
        if (module != nullptr)
          flow.states.push_back({index_of(module), f, arguments[static_cast<size_t>(start.given)], false});
      }
    }
  }

  void find_states(FunctionId f) {
    const CoreFunction& function = core_.function(f);
    if (function.is_fun || !function.exported) return;
    for (Symbol name : core_.module_of(f).behaviours) {
      const BehaviourModel* b = model_.behaviour(name);
      if (b == nullptr || b->results.empty()) continue;
      bool gets = is_among(b->state, function) ||
                  (b->all_exported == static_cast<int>(function.arity) && !is_among(b->callbacks, function));
      if (gets && function.arity > 0) flow.callbacks.push_back(f);
      if (!gets && !is_among(b->start, function)) continue;
      seen_.assign(function.values.size(), false);
      find_result(f, function.result);
    }
  }

  // Each result that is written down by itself: those of many clauses are too many for one set.
  void find_result(FunctionId f, ValueId id) {
    const CoreFunction& function = core_.function(f);
    std::vector<ValueId> todo{id};
    while (!todo.empty()) {
      ValueId v = todo.back();
      todo.pop_back();
      if (!v.valid() || seen_[v.index()]) continue;
      seen_[v.index()] = true;
      const Value& value = function.value(v);
      auto operands = function.operands_of(value);
      if (value.kind == ValueKind::phi) {
        todo.insert(todo.end(), operands.begin(),
                    operands.begin() + std::min<ptrdiff_t>(value.index, std::ssize(operands)));
      } else if (value.kind == ValueKind::tuple) {
        flow.results.push_back({function.module, f, v, false});
        size_t which = state_in(core_, model_, core_.module_of(f), f, v);
        if (which < operands.size()) flow.states.push_back({function.module, f, operands[which], false});
      } else {
        flow.results.push_back({function.module, f, v, true});
        flow.states.push_back({function.module, f, v, true});
      }
    }
  }

  const Core& core_;
  const Model& model_;
  FlatMap<Symbol, uint32_t> modules_;
  std::vector<bool> seen_;
};

}  // namespace

ServerFlow find_server_flow(const Core& core, const Model& model) {
  return std::move(Finder(core, model).flow);
}

FlatSet<FunctionKey> server_starters(const Model& model) {
  FlatSet<FunctionKey> starters;
  for (const auto& [name, b] : model.behaviours) {
    for (const auto* list : {&b.started_by, &b.entered_by}) {
      for (const BehaviourStart& start : *list) starters.insert(start.function);
    }
  }
  return starters;
}

size_t state_in(const Core& core, const Model& model, const CoreModule& module, FunctionId maker,
                ValueId tuple) {
  const CoreFunction& function = core.function(maker);
  const Value& v = function.value(tuple);
  auto parts = function.operands_of(v);
  if (parts.empty() || function.value(parts[0]).kind != ValueKind::constant) return SIZE_MAX;
  Symbol tag = core.constant(core.constant(function.module, function.value(parts[0]).index)).text;
  for (Symbol name : module.behaviours) {
    const BehaviourModel* b = model.behaviour(name);
    if (b == nullptr) continue;
    for (const StateResult& r : b->results) {
      if (r.tag == tag && r.size == parts.size()) return r.index;
    }
  }
  return SIZE_MAX;
}

}  // namespace dh::erlang
