#include "erlang/core/callbacks.h"

#include <algorithm>

namespace dh::erlang {

bool is_among(const std::vector<FunctionName>& names, const CoreFunction& f) {
  return std::find(names.begin(), names.end(), FunctionName{f.name, f.arity}) != names.end();
}

void add_behaviours(std::vector<CoreModule>& modules, const Model& model) {
  for (CoreModule& module : modules) {
    for (const CoreFunction& f : module.functions) {
      for (const Call& call : f.calls) {
        if (call.kind != CallKind::named) continue;
        for (const auto& [name, behaviour] : model.behaviours) {
          for (const auto* list : {&behaviour.started_by, &behaviour.entered_by}) {
            for (const BehaviourStart& start : *list) {
              if (!(start.function == call.callee) || start.module < 0) continue;
              const Value& v = f.value(f.operands_in(call.arguments)[static_cast<size_t>(start.module)]);
              if (v.kind != ValueKind::constant || module.constants[v.index].text != module.name) continue;
              if (std::find(module.behaviours.begin(), module.behaviours.end(), name) ==
                  module.behaviours.end())
                module.behaviours.push_back(name);
            }
          }
        }
      }
    }
  }
}

bool is_callback(const Core& core, const Model& model, FunctionId f) {
  const CoreFunction& function = core.function(f);
  if (function.is_fun || !function.exported) return false;
  for (Symbol name : core.module_of(f).behaviours) {
    const BehaviourModel* b = model.behaviour(name);
    if (b == nullptr) continue;
    if (is_among(b->callbacks, function) || is_among(b->start, function)) return true;
    if (b->all_exported == static_cast<int>(function.arity)) return true;
  }
  return false;
}

bool is_script_main(const Core& core, FunctionId f) {
  const CoreFunction& function = core.function(f);
  return core.module_of(f).is_script && function.arity == 1 && !function.is_fun &&
         core.text(function.name) == "main";
}

}  // namespace dh::erlang
