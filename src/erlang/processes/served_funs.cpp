#include "erlang/processes/served_funs.h"

#include <algorithm>

namespace dh::erlang {
namespace {

// Modules that call funs which they do not make, and start no process with such a fun.
std::vector<bool> find_modules_that_apply(const Core& core, const Model& model, const CallGraph& graph) {
  std::vector<bool> applies(core.modules().size(), false), passes_on(core.modules().size(), false);
  for (uint32_t i = 0; i < core.function_count(); ++i) {
    FunctionId f(i);
    const CoreFunction& function = core.function(f);
    for (uint32_t c = 0; c < function.calls.size(); ++c) {
      if (!graph.sites_of(f, c).empty()) continue;
      const Call& call = function.calls[c];
      if (call.kind == CallKind::fun_value) applies[function.module] = true;
      auto callbacks = model.callbacks.find(call.callee);
      if (call.kind != CallKind::named || callbacks == model.callbacks.end()) continue;
      for (const CallbackModel& callback : callbacks->second)
        (callback.how == Callback::spawn ? passes_on : applies)[function.module] = true;
    }
  }
  for (size_t m = 0; m < applies.size(); ++m) applies[m] = applies[m] && !passes_on[m];
  return applies;
}

class Messages {
 public:
  Messages(const Core& core, const Model& model, const ProcessKinds& kinds, FunctionId f)
      : core_(core), model_(model), kinds_(kinds), f_(core.function(f)) {}

  // Every use of the value is in a message to one server; `to` is that server.
  bool only_sent(ValueId value, Role& to, int depth) const {
    if (depth == 0 || f_.result == value) return false;
    for (uint32_t i = 0; i < f_.values.size(); ++i) {
      const Value& v = f_.values[i];
      auto parts = f_.operands_of(v);
      if (v.kind == ValueKind::call || std::find(parts.begin(), parts.end(), value) == parts.end()) continue;
      if (v.kind != ValueKind::tuple || !only_sent(ValueId(i), to, depth - 1)) return false;
    }
    return std::all_of(f_.calls.begin(), f_.calls.end(), [&](const Call& call) {
      auto arguments = f_.operands_in(call.arguments);
      return std::find(arguments.begin(), arguments.end(), value) == arguments.end() ||
             is_sent_by(call, arguments, value, to);
    });
  }

 private:
  bool is_sent_by(const Call& call, std::span<const ValueId> arguments, ValueId value, Role& to) const {
    if (call.kind != CallKind::named) return false;
    auto operations = model_.operations.find(call.callee);
    if (operations == model_.operations.end()) return false;
    for (const OperationModel& op : operations->second) {
      if (!model_.states[op.state].messages) continue;
      ValueId server, message;
      for (size_t i = 0; i < op.roles.size() && i < arguments.size(); ++i) {
        if (op.roles[i] == ArgRole::table) server = arguments[i];
        if (op.roles[i] == ArgRole::message) message = arguments[i];
      }
      if (message != value || !server.valid() || f_.value(server).kind != ValueKind::constant) return false;
      Role role = kinds_.holder_of(core_.constant(f_.module, f_.value(server).index));
      if (role.kind != RoleKind::server || (to.kind == RoleKind::server && !(to == role))) return false;
      to = role;
      return true;
    }
    return false;
  }

  const Core& core_;
  const Model& model_;
  const ProcessKinds& kinds_;
  const CoreFunction& f_;
};

}  // namespace

std::vector<Role> find_served_funs(const Core& core, const Model& model, const CallGraph& graph,
                                   const ProcessKinds& kinds) {
  constexpr int kNested = 3;  // tuples
  std::vector<Role> result(core.function_count());
  std::vector<bool> applies = find_modules_that_apply(core, model, graph);
  for (uint32_t i = 0; i < core.function_count(); ++i) {
    FunctionId maker(i);
    const CoreFunction& f = core.function(maker);
    for (uint32_t v = 0; v < f.values.size(); ++v) {
      if (f.values[v].kind != ValueKind::closure) continue;
      FunctionId fun = core.function_of(f.module, f.values[v].index);
      Role server;
      if (!graph.callers[fun.index()].empty()) continue;
      if (!Messages(core, model, kinds, maker).only_sent(ValueId(v), server, kNested)) continue;
      if (server.kind == RoleKind::server && applies[server.module]) result[fun.index()] = server;
    }
  }
  return result;
}

}  // namespace dh::erlang
