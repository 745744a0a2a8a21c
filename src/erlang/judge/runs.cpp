#include "erlang/judge/runs.h"

#include <algorithm>
#include <set>

namespace dh::erlang {

bool at_start(const JudgeContext& context, const LoggedWrite& write) {
  return context.roles.only_at_start(write.frame, write.call);
}

bool at_start(const JudgeContext& context, const Pair& pair) {
  return context.roles.only_at_start(pair.frame, write_call(context, pair));
}

// It is done by processes that such a process starts, and that it waits for.
bool awaited_by(const JudgeContext& context, const LoggedWrite& write, const Roles::Process& process) {
  const std::vector<Role>& run_by = context.roles.of(write.frame);
  return std::all_of(run_by.begin(), run_by.end(), [&](const Role& role) {
    if (!role.function.valid()) return false;
    const std::vector<CallSite>& starts = context.graph.callers[role.function.index()];
    return std::all_of(starts.begin(), starts.end(), [&](const CallSite& site) {
      const Call& call = context.races.core.function(site.function).calls[site.call];
      return site.how == Callback::spawn && call.kind == CallKind::named &&
             context.races.model.awaited.contains(call.callee) &&
             context.roles.process_of(site.function) == process;
    });
  });
}

namespace {

// What the arguments of a call have to be for the conditions on the callee's parameters, in terms of the
// caller's parameters; nothing where they cannot be that.
std::optional<std::vector<Condition>> conditions_at_caller(const JudgeContext& context, const CallSite& site,
                                                           FunctionId callee,
                                                           const std::vector<Condition>& conditions) {
  const CoreFunction& caller = context.races.core.function(site.function);
  std::vector<Condition> result;
  for (const Target& t : context.races.values.targets(site.function, caller.calls[site.call])) {
    if (t.function != callee) continue;
    for (const Condition& c : conditions) {
      const Sym& of = context.races.syms[c.value];
      if (of.kind != SymKind::param || of.index >= t.arguments.size()) continue;
      ValueId given = t.arguments[of.index];
      if (!given.valid()) continue;
      if (!context.races.domains.may_have(c.domain, context.races.values.of(site.function, given)))
        return std::nullopt;
      const Value& v = caller.value(given);
      if (v.kind == ValueKind::param)
        result.push_back({context.races.syms.make(SymKind::param, v.index), c.domain});
    }
  }
  return result;
}

// The processes that run a function when its parameters are what they have to be: up the calls that pass the
// conditions on, each function and what is asked of it once, the nearest first.
std::vector<Role> roles_when(const JudgeContext& context, FunctionId function,
                             const std::vector<Condition>& conditions) {
  constexpr size_t kMaxCalls = 6;
  struct Step {
    FunctionId function;
    std::vector<Condition> conditions;
    size_t calls = 0;
  };
  std::vector<Role> result;
  std::vector<Step> steps;
  std::set<std::vector<uint32_t>> seen;
  auto see = [&](FunctionId f, const std::vector<Condition>& asked, size_t calls) {
    if (asked.empty() || calls == kMaxCalls || is_callback(context.races.core, context.races.model, f)) {
      const std::vector<Role>& all = context.roles.of(f);
      result.insert(result.end(), all.begin(), all.end());
      return;
    }
    std::vector<uint32_t> key{f.value};
    for (const Condition& c : asked) key.insert(key.end(), {c.value.value, c.domain.value});
    if (seen.insert(std::move(key)).second) steps.push_back({f, asked, calls});
  };
  see(function, conditions, 0);
  for (size_t i = 0; i < steps.size(); ++i) {
    const Step step = std::move(steps[i]);  // by value: steps may grow
    FunctionId f = step.function;
    const std::vector<Role>& entered = context.roles.entered_by(f);
    result.insert(result.end(), entered.begin(), entered.end());
    auto anyone = [](const Role& r) { return r.kind == RoleKind::anyone; };
    if (std::any_of(entered.begin(), entered.end(), anyone)) return {Role()};
    for (const CallSite& site : context.graph.callers[f.index()]) {
      if (site.how == Callback::spawn) {
        result.push_back({RoleKind::spawned, 0, f});
        continue;
      }
      CallSite to_here = site;
      to_here.function = f;
      // A function that calls itself does so in the same process.
      bool itself = site.function == f && !site.holder.valid() && !context.roles.runs_one_of(f, to_here);
      if (itself) continue;
      auto asked = conditions_at_caller(context, site, f, step.conditions);
      if (!asked) continue;
      if (site.holder.valid()) {
        result.push_back(context.roles.holder_of(site.holder));
      } else if (context.roles.runs_one_of(site.function, to_here)) {
        for (const Role& r : context.roles.of(site.function))
          result.push_back(context.roles.at_call(site.function, to_here, r));
      } else {
        see(site.function, *asked, step.calls + 1);
      }
    }
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

std::optional<Roles::Process> process_when(const JudgeContext& context, FunctionId f,
                                           const std::vector<Condition>& conditions) {
  auto process = context.roles.process_of(f);
  if (process || conditions.empty()) return process;
  return context.roles.process_of(roles_when(context, f, conditions));
}

// The process that a test for its name lets through, at one of the calls that lead to a place.
std::optional<Roles::Process> holder_at(const JudgeContext& context, Site site, ChainId chain) {
  auto holder_of_call = [&](Site s) { return context.graph.around[s.function.index()][s.call].holder; };
  ConstantId name = holder_of_call(site);
  for (; chain.valid() && !name.valid(); chain = context.races.chains[chain].next)
    name = holder_of_call(context.races.chains[chain].call);
  if (!name.valid()) return std::nullopt;
  return context.roles.process_of(std::vector<Role>{context.roles.holder_of(name)});
}

}  // namespace

// The process that does it, where it is one: it may be known only inside, by a test for its name.
std::optional<Roles::Process> process_of(const JudgeContext& context, const Pair& pair) {
  auto process = process_when(context, pair.frame, pair.conditions);
  if (process || !pair.is(PairFact::by_name_holder)) return process;
  return holder_at(context, pair.write, pair.write_chain);
}

std::optional<Roles::Process> process_of(const JudgeContext& context, const LoggedWrite& write) {
  auto process = process_when(context, write.frame, write.conditions);
  return process || !write.owned ? process : holder_at(context, write.site, write.chain);
}

}  // namespace dh::erlang
