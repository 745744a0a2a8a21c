#include "erlang/values/child_specs.h"

#include <algorithm>

#include "erlang/values/values.h"

namespace dh::erlang {
namespace {

class ChildSpecs {
 public:
  ChildSpecs(const Core& core, const Model& model) : core_(core), model_(model) {
    for (uint32_t i = 0; i < core.function_count(); ++i) {
      FunctionId f(i);
      const CoreFunction& function = core.function(f);
      bool of_supervisor = has_children(core.module_of(f)) || describes_child(function);
      bool adds = std::any_of(function.calls.begin(), function.calls.end(),
                              [&](const Call& c) { return adds_child(c); });
      if (of_supervisor || adds) find_in(f, of_supervisor);
    }
    for (uint32_t i = 0; i < core.function_count(); ++i) {
      for (const Call& call : core.function(FunctionId(i)).calls) {
        if (adds_child(call)) find_given(FunctionId(i), call);
      }
    }
  }

  std::vector<ChildSpec> found;

 private:
  // {Module, Function, Args} of children to which a call may add arguments.
  struct Open {
    Symbol supervisor, module, function;
    std::vector<ChildArgument> arguments;
  };

  bool has_children(const CoreModule& module) const {
    return std::any_of(module.behaviours.begin(), module.behaviours.end(), [&](Symbol name) {
      const BehaviourModel* b = model_.behaviour(name);
      return b != nullptr && b->children;
    });
  }

  // child_spec/1 of a server in Elixir.
  bool describes_child(const CoreFunction& f) const {
    return std::any_of(model_.child_specs.begin(), model_.child_specs.end(), [&](const FunctionName& name) {
      return !f.is_fun && f.exported && name.name == f.name && name.arity == f.arity;
    });
  }

  bool adds_child(const Call& c) const {
    return c.kind == CallKind::named && model_.children.contains(c.callee);
  }

  Symbol atom(const CoreFunction& f, ValueId id) const {
    const Value& v = f.value(id);
    if (v.kind != ValueKind::constant) return {};
    const Constant& c = core_.constant(core_.constant(f.module, v.index));
    return c.kind == ConstantKind::atom ? c.text : Symbol();
  }

  void add(Symbol module, Symbol name, std::vector<ChildArgument> arguments) {
    FunctionId started = core_.find({module, name, static_cast<uint32_t>(arguments.size())});
    if (started.valid() && core_.function(started).exported) found.push_back({started, std::move(arguments)});
  }

  void find_in(FunctionId f, bool of_supervisor) {
    const CoreFunction& function = core_.function(f);
    for (const Value& v : function.values) {
      if (v.kind != ValueKind::tuple || v.count != 3) continue;
      auto parts = function.operands_of(v);
      Symbol module = atom(function, parts[0]), name = atom(function, parts[1]);
      if (!module.valid() || !name.valid()) continue;
      auto elements = list_elements(core_, f, parts[2]);
      if (!elements) continue;
      std::vector<ChildArgument> arguments;
      for (ValueId e : *elements) arguments.push_back({f, e});
      if (of_supervisor) open_.push_back({core_.module_of(f).name, module, name, arguments});
      add(module, name, std::move(arguments));
    }
  }

  // supervisor:start_child(Supervisor, Args), where a supervisor is named as its module.
  void find_given(FunctionId f, const Call& call) {
    const CoreFunction& function = core_.function(f);
    auto given = function.operands_in(call.arguments);
    Symbol supervisor = atom(function, given[0]);
    auto elements = list_elements(core_, f, given[static_cast<size_t>(model_.children.at(call.callee))]);
    if (!supervisor.valid() || !elements) return;
    for (const Open& open : open_) {
      if (open.supervisor != supervisor) continue;
      std::vector<ChildArgument> arguments = open.arguments;
      for (ValueId e : *elements) arguments.push_back({f, e});
      add(open.module, open.function, std::move(arguments));
    }
  }

  const Core& core_;
  const Model& model_;
  std::vector<Open> open_;
};

}  // namespace

std::vector<ChildSpec> find_child_specs(const Core& core, const Model& model) {
  return std::move(ChildSpecs(core, model).found);
}

}  // namespace dh::erlang
