// Keys that are made of the process at hand: another process has another pid.
#include <algorithm>

#include "erlang/judge/races.h"

namespace dh::erlang {

// In the key itself, or where all callers put it there, or what a fun has captured.
bool Judge::own_key(const Pair& pair) const {
  SymId read = pair.read_location.key, write = pair.write_location.key;
  if (pair.is(PairFact::spawned)) return false;
  return read == write ? has_self(write, pair.frame)
                       : races.syms.has_self(read) && races.syms.has_self(write);
}

bool Judge::has_self(SymId key, FunctionId f) const {
  const Sym& s = races.syms[key];
  if (s.kind == SymKind::self) return true;
  if (s.kind == SymKind::param) return given_self(f, s.index);
  if (s.kind == SymKind::outer) return captured_self(f, NodeId(s.index));
  auto parts = races.syms.parts(key);
  return s.kind == SymKind::tuple &&
         std::any_of(parts.begin(), parts.end(), [&](SymId p) { return has_self(p, f); });
}

bool Judge::given_self(FunctionId f, uint32_t parameter) const {
  const std::vector<CallSite>& callers = graph.callers[f.index()];
  if (callers.empty() || !roles.entered_by(f).empty()) return false;
  return std::all_of(callers.begin(), callers.end(), [&](const CallSite& site) {
    const CoreFunction& caller = races.core.function(site.function);
    std::vector<Target> targets = races.values.targets(site.function, caller.calls[site.call]);
    return std::all_of(targets.begin(), targets.end(), [&](const Target& t) {
      if (t.function != f) return true;
      return t.how != Callback::spawn && parameter < t.arguments.size() && t.arguments[parameter].valid() &&
             holds_self(caller, t.arguments[parameter]);
    });
  });
}

// Of the function around it, whose process it runs in.
bool Judge::captured_self(FunctionId f, NodeId node) const {
  while (!races.core.owns(f, node)) {
    const std::vector<CallSite>& callers = graph.callers[f.index()];
    bool called = !callers.empty() && std::all_of(callers.begin(), callers.end(), [](const CallSite& site) {
      return site.how != Callback::spawn;
    });
    const CoreFunction& fun = races.core.function(f);
    if (!called || !fun.is_fun) return false;
    f = races.core.function_of(fun.module, fun.parent);
  }
  return holds_self(races.core.function(f), races.core.value_of(f, node));
}

// self(), or a tuple with it.
bool Judge::holds_self(const CoreFunction& f, ValueId id) const {
  const Value& v = f.value(id);
  auto operands = f.operands_of(v);
  if (v.kind == ValueKind::tuple)
    return std::any_of(operands.begin(), operands.end(), [&](ValueId o) { return holds_self(f, o); });
  if (v.kind != ValueKind::call) return false;
  const Call& c = f.calls[v.index];
  return c.kind == CallKind::named && c.callee == races.model.self;
}

}  // namespace dh::erlang
