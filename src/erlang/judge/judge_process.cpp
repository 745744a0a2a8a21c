// Which process does what a pair or another act is about, and when.
#include <algorithm>
#include <set>

#include "erlang/judge/races.h"

namespace dh::erlang {

bool Judge::at_start(const LoggedAct& act) const {
  return roles.only_at_start(act.frame, act.call);
}

bool Judge::at_start(const Pair& pair) const {
  ChainId chain = pair.act_chain;
  return roles.only_at_start(pair.frame, chain.valid() ? races.chains[chain].call.call : pair.act.call);
}

// It is done by processes that such a process starts, and that it waits for.
bool Judge::awaited_by(const LoggedAct& act, const Roles::Process& process) const {
  const std::vector<Role>& run_by = roles.of(act.frame);
  return std::all_of(run_by.begin(), run_by.end(), [&](const Role& role) {
    if (!role.function.valid()) return false;
    const std::vector<CallSite>& starts = graph.callers[role.function.index()];
    return std::all_of(starts.begin(), starts.end(), [&](const CallSite& site) {
      const Call& call = races.core.function(site.function).calls[site.call];
      return site.how == Callback::spawn && call.kind == CallKind::named &&
             races.model.awaited.contains(call.callee) && roles.process_of(site.function) == process;
    });
  });
}

// What the arguments of a call have to be for the conditions on the callee's parameters, in terms of the
// caller's parameters; nothing where they cannot be that.
std::optional<std::vector<Condition>> Judge::above(const CallSite& site, FunctionId callee,
                                                   const std::vector<Condition>& conditions) const {
  const CoreFunction& caller = races.core.function(site.function);
  std::vector<Condition> result;
  for (const Target& t : races.values.targets(site.function, caller.calls[site.call])) {
    if (t.function != callee) continue;
    for (const Condition& c : conditions) {
      const Sym& of = races.syms[c.value];
      if (of.kind != SymKind::param || of.index >= t.arguments.size()) continue;
      ValueId given = t.arguments[of.index];
      if (!given.valid()) continue;
      if (!races.domains.may_have(c.domain, races.values.of(site.function, given))) return std::nullopt;
      const Value& v = caller.value(given);
      if (v.kind == ValueKind::param) result.push_back({races.syms.make(SymKind::param, v.index), c.domain});
    }
  }
  return result;
}

// The processes that run a function when its parameters are what they have to be: up the calls that hand the
// conditions on, each function and what is asked of it once, the nearest first.
std::vector<Role> Judge::roles_when(FunctionId function, const std::vector<Condition>& conditions) const {
  constexpr size_t kMostCalls = 6;
  struct Step {
    FunctionId function;
    std::vector<Condition> conditions;
    size_t calls = 0;
  };
  std::vector<Role> result;
  std::vector<Step> steps;
  std::set<std::vector<uint32_t>> seen;
  auto see = [&](FunctionId f, const std::vector<Condition>& asked, size_t calls) {
    if (asked.empty() || calls == kMostCalls || is_callback(races.core, races.model, f)) {
      const std::vector<Role>& all = roles.of(f);
      result.insert(result.end(), all.begin(), all.end());
      return;
    }
    std::vector<uint32_t> key{f.value};
    for (const Condition& c : asked) key.insert(key.end(), {c.value.value, c.domain.value});
    if (seen.insert(std::move(key)).second) steps.push_back({f, asked, calls});
  };
  see(function, conditions, 0);
  for (size_t i = 0; i < steps.size(); ++i) {
    Step step = steps[i];  // by value: steps may grow
    FunctionId f = step.function;
    const std::vector<Role>& entered = roles.entered_by(f);
    result.insert(result.end(), entered.begin(), entered.end());
    auto anyone = [](const Role& r) { return r.kind == RoleKind::anyone; };
    if (std::any_of(entered.begin(), entered.end(), anyone)) return {Role()};
    for (const CallSite& site : graph.callers[f.index()]) {
      if (site.how == Callback::spawn) {
        result.push_back({RoleKind::spawned, 0, f});
        continue;
      }
      CallSite to_here = site;
      to_here.function = f;
      // Who calls itself does so as whoever it is already.
      bool itself = site.function == f && !site.holder.valid() && !roles.runs_one_of(f, to_here);
      if (itself) continue;
      auto asked = above(site, f, step.conditions);
      if (!asked) continue;
      if (site.holder.valid()) {
        result.push_back(roles.holder_of(site.holder));
      } else if (roles.runs_one_of(site.function, to_here)) {
        for (const Role& r : roles.of(site.function))
          result.push_back(roles.at_call(site.function, to_here, r));
      } else {
        see(site.function, *asked, step.calls + 1);
      }
    }
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

std::optional<Roles::Process> Judge::process_when(FunctionId f,
                                                  const std::vector<Condition>& conditions) const {
  auto process = roles.process_of(f);
  if (process || conditions.empty()) return process;
  return roles.process_of(roles_when(f, conditions));
}

// The process that does it, where it is one: it may be known only inside, by a test for its name.
std::optional<Roles::Process> Judge::process_of(const Pair& pair) const {
  auto process = process_when(pair.frame, pair.conditions);
  if (process || !pair.owned) return process;
  return holder_at(pair.act, pair.act_chain);
}

std::optional<Roles::Process> Judge::process_of(const LoggedAct& act) const {
  auto process = process_when(act.frame, act.conditions);
  return process || !act.owned ? process : holder_at(act.site, act.chain);
}

// The process that a test for its name lets through, at one of the calls that lead to a place.
std::optional<Roles::Process> Judge::holder_at(Site site, ChainId chain) const {
  auto holder_of_call = [&](Site s) { return graph.around[s.function.index()][s.call].holder; };
  ConstantId name = holder_of_call(site);
  for (; chain.valid() && !name.valid(); chain = races.chains[chain].next)
    name = holder_of_call(races.chains[chain].call);
  if (!name.valid()) return std::nullopt;
  return roles.process_of(std::vector<Role>{roles.holder_of(name)});
}

}  // namespace dh::erlang
