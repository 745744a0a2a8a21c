#include "erlang/processes/implicit_calls.h"

#include <algorithm>
#include <map>

namespace dh::erlang {

namespace {

// Whether a function keeps a fun, or gives it to somebody who may.
class Keepers {
 public:
  Keepers(const Core& core, const Model& model, const CallGraph& graph)
      : core_(core), model_(model), graph_(graph) {}

  // Every use of the value is a call of it, or a call that gets it and does not keep it.
  bool is_kept(FunctionId f, ValueId value, int depth) {
    const CoreFunction& function = core_.function(f);
    if (depth == 0 || function.result == value) return true;
    for (uint32_t i = 0; i < function.values.size(); ++i) {
      const Value& v = function.values[i];
      auto parts = function.operands_of(v);
      if (v.kind == ValueKind::call || std::find(parts.begin(), parts.end(), value) == parts.end()) continue;
      if (v.kind != ValueKind::closure || keeps_captured(f, ValueId(i), value, depth)) return true;
    }
    for (uint32_t c = 0; c < function.calls.size(); ++c) {
      auto arguments = function.operands_in(function.calls[c].arguments);
      for (size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i] == value && keeps_argument(f, c, static_cast<uint32_t>(i), depth)) return true;
      }
    }
    return false;
  }

 private:
  // Captured by another fun: that one is kept, or keeps it.
  bool keeps_captured(FunctionId f, ValueId closure, ValueId value, int depth) {
    const CoreFunction& function = core_.function(f);
    FunctionId fun = core_.function_of(function.module, function.value(closure).index);
    const CoreFunction& body = core_.function(fun);
    for (uint32_t i = 0; i < body.values.size(); ++i) {
      const Value& v = body.values[i];
      if (v.kind == ValueKind::outer && v.index == value.value && is_kept(fun, ValueId(i), depth - 1))
        return true;
    }
    return is_kept(f, closure, depth - 1);
  }

  bool keeps_argument(FunctionId f, uint32_t c, uint32_t argument, int depth) {
    const CoreFunction& function = core_.function(f);
    const Call& call = function.calls[c];
    if (call.kind != CallKind::named) return true;
    FunctionId callee = core_.find_from(function.module, call.callee);
    if (callee.valid()) return keeps_parameter(callee, argument, depth);
    if (is_test(call)) return false;
    // A library function that calls it back, and not in another process.
    auto sites = graph_.sites_of(f, c);
    if (sites.empty()) return !is_one_of(model_.in_place, call);
    return std::any_of(sites.begin(), sites.end(),
                       [](const CallSite& s) { return s.how == Callback::spawn; });
  }

  // For example is_function(Fun, 0).
  bool is_test(const Call& call) const {
    return core_.text(call.callee.module) == "erlang" && core_.text(call.callee.name).starts_with("is_");
  }

  bool keeps_parameter(FunctionId f, uint32_t parameter, int depth) {
    auto [known, is_new] =
        parameters_.try_emplace({f.value, parameter}, false);  // by itself, a loop keeps nothing
    if (!is_new) return known->second;
    bool kept = is_kept(f, ValueId(parameter), depth - 1);
    parameters_[{f.value, parameter}] = kept;
    return kept;
  }

  const Core& core_;
  const Model& model_;
  const CallGraph& graph_;
  std::map<std::pair<uint32_t, uint32_t>, bool> parameters_;
};

constexpr int kMaxCalls = 8;

// The call by which the maker passes the fun on.
std::optional<CallSite> passing_call(const Core& core, FunctionId fun, Keepers& keepers) {
  const CoreFunction& function = core.function(fun);
  FunctionId maker = core.function_of(function.module, function.parent);
  const CoreFunction& f = core.function(maker);
  for (uint32_t i = 0; i < f.values.size(); ++i) {
    if (f.values[i].kind != ValueKind::closure) continue;
    if (core.function_of(f.module, f.values[i].index) != fun) continue;
    for (uint32_t c = 0; c < f.calls.size(); ++c) {
      auto arguments = f.operands_in(f.calls[c].arguments);
      if (std::find(arguments.begin(), arguments.end(), ValueId(i)) == arguments.end()) continue;
      if (keepers.is_kept(maker, ValueId(i), kMaxCalls)) return std::nullopt;
      return plain_call(maker, c);
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<CallSite> passing_calls(const Core& core, const Model& model, const CallGraph& graph) {
  std::vector<CallSite> result(core.function_count());
  Keepers keepers(core, model, graph);
  for (uint32_t i = 0; i < core.function_count(); ++i) {
    if (!core.function(FunctionId(i)).is_fun) continue;
    if (std::optional<CallSite> call = passing_call(core, FunctionId(i), keepers)) result[i] = *call;
  }
  return result;
}

std::vector<std::vector<CallSite>> calls_by_unknown_module(const Core& core, const CallGraph& graph,
                                                           const std::vector<bool>& called) {
  constexpr size_t kMaxTargets = 32;  // more of a name are not about one interface
  std::map<std::pair<uint32_t, uint32_t>, std::vector<FunctionId>> exported;  // by name and arity
  for (uint32_t i = 0; i < core.function_count(); ++i) {
    const CoreFunction& f = core.function(FunctionId(i));
    if (f.exported && !f.is_fun && !called[i]) exported[{f.name.value, f.arity}].push_back(FunctionId(i));
  }
  auto implements_interface = [&](FunctionId f, FunctionId caller) {
    return core.module_index(f) == core.module_index(caller) || !core.module_of(f).behaviours.empty();
  };
  std::vector<std::vector<CallSite>> result(core.function_count());
  for (uint32_t i = 0; i < core.function_count(); ++i) {
    const CoreFunction& f = core.function(FunctionId(i));
    for (uint32_t c = 0; c < f.calls.size(); ++c) {
      const Call& call = f.calls[c];
      if (call.kind != CallKind::dynamic || !graph.sites_of(FunctionId(i), c).empty()) continue;
      const Value& name = f.value(call.function);
      if (name.kind != ValueKind::constant) continue;
      Symbol text = core.constant(core.constant(f.module, name.index)).text;
      auto targets = exported.find({text.value, call.arguments.count});
      if (targets == exported.end() || targets->second.size() > kMaxTargets) continue;
      for (FunctionId t : targets->second) {
        if (implements_interface(t, FunctionId(i))) result[i].push_back(plain_call(t, c));
      }
    }
  }
  return result;
}

}  // namespace dh::erlang
