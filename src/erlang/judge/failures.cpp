#include "erlang/judge/failures.h"

#include <algorithm>

namespace dh::erlang {

namespace {

// Every path to the function leads through try or catch, a few calls up. One that names badarg, or is around
// the very call, is there for the write; a catch-all further up is for whatever happens.
Caught caught_above(const JudgeContext& context, const Pair& pair, FunctionId f, uint32_t calls,
                    uint32_t most) {
  const std::vector<CallSite>& callers = context.graph.callers[f.index()];
  if (calls >= most || callers.empty() || !context.roles.entered_by(f).empty()) return Caught::no;
  Caught all = Caught::near;
  for (const CallSite& site : callers) {
    if (site.how == Callback::spawn) return Caught::no;
    if (site.function == f) continue;
    const Call& call = context.races.core.function(site.function).calls[site.call];
    bool handles = context.races.handles_failure(call, pair.write, pair.state);
    bool near = (call.handles_badarg && calls < kHandlersAbove) || (handles && calls == 0);
    Caught here = near      ? Caught::near
                  : handles ? Caught::far
                            : caught_above(context, pair, site.function, calls + 1, most);
    all = std::min(all, here);
  }
  return all;
}

// Among its first calls, or theirs, one that starts a process under the name and is linked to it.
bool starts_linked(const JudgeContext& context, FunctionId f, uint32_t before, ConstantId name, int depth) {
  const CoreFunction& function = context.races.core.function(f);
  for (const Call& call : std::span(function.calls).first(before)) {
    if (call.kind != CallKind::named || !context.races.model.linked_start.contains(call.callee)) continue;
    auto arguments = function.operands_in(call.arguments);
    if (std::any_of(arguments.begin(), arguments.end(),
                    [&](ValueId a) { return local_name(context.races.core, f, a) == name; }))
      return true;
  }
  const std::vector<CallSite>& sites = context.graph.sites[f.index()];
  return depth > 0 && std::any_of(sites.begin(), sites.end(), [&](const CallSite& site) {
           if (site.call >= before || site.how != Callback::once) return false;
           size_t all = context.races.core.function(site.function).calls.size();
           return starts_linked(context, site.function, static_cast<uint32_t>(all), name, depth - 1);
         });
}

// Whether what a look has found is used for anything but to tell that there is something: whether its answer
// is a list with objects, however many, or with the object of the key that was asked for.
bool content_decides(const CoreFunction& f, const Call& look) {
  enum Of : uint8_t { nothing, answer, rest, content };
  std::vector<uint8_t> of(f.values.size(), nothing);
  of[look.result.index()] = answer;
  auto arguments = f.operands_in(look.arguments);
  auto is_part = [](ValueKind k) {
    return k == ValueKind::head || k == ValueKind::member || k == ValueKind::field;
  };
  for (bool changed = true; changed;) {
    changed = false;
    auto is_content = [&](ValueId o) { return of[o.index()] != nothing; };
    for (size_t i = 0; i < f.values.size(); ++i) {
      if (of[i] != nothing) continue;
      const Value& v = f.values[i];
      auto operands =
          v.kind == ValueKind::call ? f.operands_in(f.calls[v.index].arguments) : f.operands_of(v);
      if (std::none_of(operands.begin(), operands.end(), is_content)) continue;
      if (v.kind == ValueKind::closure) return true;
      of[i] = v.kind == ValueKind::tail && of[operands[0].index()] != content ? rest : content;
      changed = true;
    }
  }
  auto decides = [&](ValueId id) { return id.valid() && of[id.index()] == content; };
  for (const Refinement& r : f.refinements) {
    if (!decides(r.left) && !decides(r.right)) continue;
    bool part = is_part(f.value(decides(r.left) ? r.left : r.right).kind);
    ValueId other = decides(r.left) ? r.right : r.left;
    bool is_key = other.valid() && std::find(arguments.begin(), arguments.end(), other) != arguments.end();
    if (!part || (other.valid() && !is_key)) return true;
  }
  return std::any_of(f.branches.begin(), f.branches.end(), [&](const Branch& b) {
    auto deciders = f.operands_in(b.deciders);
    return std::any_of(deciders.begin(), deciders.end(), decides);
  });
}

}  // namespace

Caught caught_above(const JudgeContext& context, const Pair& pair) {
  uint32_t below = context.races.chains.length(pair.write_chain);
  return caught_above(context, pair, pair.frame, below, below + kHandlersAbove);
}

// Every process that runs the function is started by one that hears of its end.
bool is_failure_watched(const JudgeContext& context, FunctionId f) {
  const std::vector<CallSite>& callers = context.graph.callers[f.index()];
  return !callers.empty() && context.roles.entered_by(f).empty() &&
         std::all_of(callers.begin(), callers.end(), [&](const CallSite& site) {
           const Call& start = context.races.core.function(site.function).calls[site.call];
           return site.how == Callback::spawn && context.races.model.monitored.contains(start.callee);
         });
}

// Whether the caller of the function gets the answer of the call.
bool returns_answer(const JudgeContext& context, Site site) {
  const CoreFunction& f = context.races.core.function(site.function);
  ValueId answer = f.calls[site.call].result;
  if (!f.result.valid() || f.result == answer) return f.result == answer;
  const Value& result = f.value(f.result);
  auto operands = f.operands_of(result);
  return result.kind == ValueKind::phi &&
         std::find(operands.begin(), operands.end(), answer) != operands.end();
}

bool matches_answer(const JudgeContext& context, const Pair& pair) {
  Site at = pair.write;
  for (ChainId chain = pair.write_chain;; chain = context.races.chains[chain].next) {
    const CoreFunction& f = context.races.core.function(at.function);
    ValueId answer = f.calls[at.call].result;
    auto is_of_answer = [&](ValueId id) {
      if (!id.valid()) return false;
      const Value& v = f.value(id);
      return id == answer || (v.kind == ValueKind::field && f.operands_of(v)[0] == answer);
    };
    if (std::any_of(f.refinements.begin(), f.refinements.end(), [&](const Refinement& r) {
          return r.raises && (is_of_answer(r.left) || is_of_answer(r.right));
        }))
      return true;
    if (!chain.valid() || f.decides(answer) || !returns_answer(context, at)) return false;
    at = context.races.chains[chain].call;
  }
}

// Its process gives up after it.
bool exits_after_write(const JudgeContext& context, const Pair& pair) {
  const Sym& value = context.races.syms[pair.value];
  if (pair.is(PairFact::data) || pair.is(PairFact::independent) || effect_of(context, pair) != Effect::act ||
      value.open || value.fleeting)
    return false;
  auto gives_up = [&](FunctionId f) { return !context.races.summaries[f.index()].returns; };
  bool last = gives_up(pair.write.function);
  for (ChainId c = pair.write_chain; c.valid() && !last; c = context.races.chains[c].next)
    last = gives_up(context.races.chains[c].call.function);
  return last;
}

// The caller that looks for a process has started it before.
bool is_linked_to_process(const JudgeContext& context, const Pair& pair) {
  constexpr int kDepth = 2;
  const Sym& key = context.races.syms[pair.write_location.key];
  if (key.kind != SymKind::constant || pair.is(PairFact::spawned)) return false;
  return starts_linked(context, pair.frame, read_call(context, pair), ConstantId(key.index), kDepth);
}

// What happens only where there is something does nothing, by itself, where that is gone.
bool tests_existence(const Races& races, const Pair& pair) {
  const OperationModel* write = races.operation_at(pair.write, pair.state);
  if (write == nullptr || write->effect != Effect::act || !write->existing || pair.read.is_group())
    return false;
  if (!pair.is(PairFact::control) || pair.is(PairFact::data) || pair.is(PairFact::after_finding_nothing) ||
      pair.is(PairFact::independent) || pair.same != Same::yes)
    return false;
  const Call& call = races.core.function(pair.read.function).calls[pair.read.call];
  auto operations = races.model.operations.find(call.callee);
  if (operations == races.model.operations.end()) return false;
  auto look = std::find_if(
      operations->second.begin(), operations->second.end(),
      [&](const OperationModel& op) { return op.state == pair.state && op.effect == Effect::read; });
  if (look == operations->second.end()) return false;
  if (look->existing) return true;
  const CoreFunction& f = races.core.function(pair.frame);
  return look->objects && !pair.read_chain.valid() && !content_decides(f, f.calls[pair.read.call]);
}

}  // namespace dh::erlang
