#include "erlang/judge/own_key.h"

#include <algorithm>

#include "erlang/judge/other_writers.h"

namespace dh::erlang {

namespace {

constexpr int kCallsAbove = 4;  // through which a pid is passed on

bool given_self(const JudgeContext& context, FunctionId f, uint32_t parameter, int depth);
bool captured_self(const JudgeContext& context, FunctionId f, NodeId node);
bool holds_self(const JudgeContext& context, FunctionId f, ValueId id, int depth);

bool has_self(const JudgeContext& context, SymId key, FunctionId f) {
  const Sym& s = context.races.syms[key];
  if (s.kind == SymKind::self) return true;
  if (s.kind == SymKind::param) return given_self(context, f, s.index, kCallsAbove);
  if (s.kind == SymKind::outer) return captured_self(context, f, NodeId(s.index));
  auto parts = context.races.syms.parts(key);
  return s.kind == SymKind::tuple &&
         std::any_of(parts.begin(), parts.end(), [&](SymId p) { return has_self(context, p, f); });
}

bool given_self(const JudgeContext& context, FunctionId f, uint32_t parameter, int depth) {
  const std::vector<CallSite>& callers = context.graph.callers[f.index()];
  if (depth == 0 || callers.empty() || !context.roles.entered_by(f).empty()) return false;
  return std::all_of(callers.begin(), callers.end(), [&](const CallSite& site) {
    const CoreFunction& caller = context.races.core.function(site.function);
    std::vector<Target> targets = context.races.values.targets(site.function, caller.calls[site.call]);
    return std::all_of(targets.begin(), targets.end(), [&](const Target& t) {
      if (t.function != f) return true;
      return t.how != Callback::spawn && parameter < t.arguments.size() && t.arguments[parameter].valid() &&
             holds_self(context, site.function, t.arguments[parameter], depth - 1);
    });
  });
}

// Of the function around it, whose process it runs in.
bool captured_self(const JudgeContext& context, FunctionId f, NodeId node) {
  while (!context.races.core.owns(f, node)) {
    const std::vector<CallSite>& callers = context.graph.callers[f.index()];
    bool called = !callers.empty() && std::all_of(callers.begin(), callers.end(), [](const CallSite& site) {
      return site.how != Callback::spawn;
    });
    const CoreFunction& fun = context.races.core.function(f);
    if (!called || !fun.is_fun) return false;
    f = context.races.core.function_of(fun.module, fun.parent);
  }
  return holds_self(context, f, context.races.core.value_of(f, node), 0);
}

// self(), a tuple with it, or a parameter that all callers put it into.
bool holds_self(const JudgeContext& context, FunctionId f, ValueId id, int depth) {
  const CoreFunction& function = context.races.core.function(f);
  const Value& v = function.value(id);
  auto operands = function.operands_of(v);
  if (v.kind == ValueKind::tuple)
    return std::any_of(operands.begin(), operands.end(),
                       [&](ValueId o) { return holds_self(context, f, o, depth); });
  if (v.kind == ValueKind::param) return given_self(context, f, v.index, depth);
  if (v.kind != ValueKind::call) return false;
  const Call& c = function.calls[v.index];
  return c.kind == CallKind::named && c.callee == context.races.model.self;
}

}  // namespace

bool is_tagged_as_own(const JudgeContext& context, const Pair& pair) {
  const std::vector<Symbol>& tags = context.races.model.states[pair.state].own_tags;
  const SymTable& syms = context.races.syms;
  SymId key = pair.write_location.key;
  if (tags.empty() || syms[key].count == 0) return false;
  const Sym& tag = syms[syms.parts(key)[0]];
  return syms[key].kind == SymKind::tuple && tag.kind == SymKind::constant &&
         std::find(tags.begin(), tags.end(), context.races.core.constant(ConstantId(tag.index)).text) !=
             tags.end();
}

bool has_fresh_key(const JudgeContext& context, const Pair& pair) {
  SymId key = pair.write_location.key;
  if (pair.is(PairFact::spawned) || pair.read_location.key != key || !is_fresh(context, key)) return false;
  // A process that has just been started can write under its own pid.
  const Races& races = context.races;
  auto is_process = [&](auto& self, SymId part) -> bool {
    const Sym& s = races.syms[part];
    if (races.syms.holds_parts(part)) {
      auto parts = races.syms.parts(part);
      return std::any_of(parts.begin(), parts.end(), [&](SymId p) { return self(self, p); });
    }
    if (s.kind != SymKind::local && s.kind != SymKind::foreign) return false;
    FunctionId f = races.core.owner(NodeId(s.index));
    const CoreFunction& function = races.core.function(f);
    const Value& v = function.value(races.core.value_of(f, NodeId(s.index)));
    if (v.kind != ValueKind::call || function.calls[v.index].kind != CallKind::named) return false;
    return races.core.text(function.calls[v.index].callee.name).starts_with("spawn");
  };
  return !is_process(is_process, key);
}

// In the key itself, or where all callers put it there, or what a fun has captured.
bool has_own_key(const JudgeContext& context, const Pair& pair) {
  SymId read = pair.read_location.key, write = pair.write_location.key;
  if (pair.is(PairFact::spawned)) return false;
  return read == write ? has_self(context, write, pair.frame)
                       : context.races.syms.has_self(read) && context.races.syms.has_self(write);
}

}  // namespace dh::erlang
