// What keeps other processes away: transactions, claims, links.
#include <algorithm>

#include "erlang/judge/races.h"

namespace dh::erlang {

// Among its first calls, or theirs, one that starts a process under the name and is linked to it.
bool Judge::starts_linked(FunctionId f, uint32_t before, ConstantId name, int depth) const {
  const CoreFunction& function = races.core.function(f);
  for (const Call& call : std::span(function.calls).first(before)) {
    if (call.kind != CallKind::named || !races.model.linked_start.contains(call.callee)) continue;
    auto arguments = function.operands_in(call.arguments);
    if (std::any_of(arguments.begin(), arguments.end(),
                    [&](ValueId a) { return local_name(races.core, f, a) == name; }))
      return true;
  }
  const std::vector<CallSite>& sites = graph.sites[f.index()];
  return depth > 0 && std::any_of(sites.begin(), sites.end(), [&](const CallSite& site) {
           if (site.call >= before || site.how != Callback::once) return false;
           size_t all = races.core.function(site.function).calls.size();
           return starts_linked(site.function, static_cast<uint32_t>(all), name, depth - 1);
         });
}

// Who looks for a process has started it before.
bool Judge::started_by_itself(const Pair& pair) const {
  constexpr int kDepth = 2;
  const Sym& key = races.syms[pair.act_datum.key];
  if (key.kind != SymKind::constant || pair.spawned) return false;
  return starts_linked(pair.frame, read_call(pair), ConstantId(key.index), kDepth);
}

// Its process gives up after it.
bool Judge::last_word(const Pair& pair) const {
  const Sym& value = races.syms[pair.value];
  if (pair.data || pair.idle || effect_of(pair) != Effect::act || value.open || value.fleeting) return false;
  auto gives_up = [&](FunctionId f) { return !races.summaries[f.index()].returns; };
  bool last = gives_up(pair.act.function);
  for (ChainId c = pair.act_chain; c.valid() && !last; c = races.chains[c].next)
    last = gives_up(races.chains[c].call.function);
  return last;
}

// What a process has claimed is what it goes on with: the key is of the same things, or there is one of it.
bool Judge::is_about(const Pair& pair, const Call& claim) const {
  const CoreFunction& f = races.core.function(pair.frame);
  auto is_part = [&](auto& self, SymId key, SymId part) -> bool {
    if (key == part) return true;
    if (races.syms[key].kind != SymKind::tuple) return false;
    auto parts = races.syms.parts(key);
    return std::any_of(parts.begin(), parts.end(), [&](SymId p) { return self(self, p, part); });
  };
  auto shared = [&](auto& self, ValueId v, int depth) -> bool {
    const Value& value = f.value(v);
    auto operands = f.operands_of(value);
    if (value.kind == ValueKind::tuple && depth > 0)
      return std::any_of(operands.begin(), operands.end(),
                         [&](ValueId o) { return self(self, o, depth - 1); });
    if (value.kind == ValueKind::constant) return false;
    SymId s = value.kind == ValueKind::param
                  ? races.syms.make(SymKind::param, value.index)
                  : races.syms.make(SymKind::local, races.core.node(pair.frame, v).value);
    return is_part(is_part, pair.act_datum.key, s);
  };
  const Value& object = f.value(f.operands_in(claim.arguments).back());
  if (object.kind != ValueKind::tuple || object.count == 0) return false;
  ValueId key = f.operands_of(object)[0];
  return f.value(key).kind == ValueKind::constant || shared(shared, key, 3);
}

// Who gets there has claimed the datum, as all have that write it; others may still remove it.
bool Judge::claimed(const Pair& pair) const {
  const std::vector<Around>& around = graph.around[pair.frame.index()];
  uint32_t claim = around[read_call(pair)].claim;
  bool here = claim != kNoClaim && claim == around[act_call(pair)].claim;
  if (here) {
    const Call& call = races.core.function(pair.frame).calls[claim];
    // Of a claim that a function makes for its caller it is not known what it is about.
    if (races.model.claims.contains(call.callee) && !is_about(pair, call)) return false;
  } else if ((roles.guards_of(pair.frame) & guard::kClaim) == 0 || !races.syms[pair.act_datum.key].open) {
    return false;
  }
  return !others(pair, [&](const LoggedAct& other) {
            return (held_by(other) & guard::kClaim) == 0 && other.site != pair.act;
          }).sure;
}

// Whether a value of one function can be equal to one of another.
bool Judge::can_be_equal(const Resource& a, const Resource& b, int depth) const {
  const CoreFunction &f = races.core.function(a.function), &g = races.core.function(b.function);
  const Value &v = f.value(a.value), &w = g.value(b.value);
  auto known = [](const Value& x) { return x.kind == ValueKind::constant || x.kind == ValueKind::tuple; };
  if (!known(v) || !known(w) || depth == 0) return true;
  if (v.kind != w.kind) return false;
  if (v.kind == ValueKind::constant)
    return races.core.constant(f.module, v.index) == races.core.constant(g.module, w.index);
  if (v.count != w.count) return false;
  for (uint32_t i = 0; i < v.count; ++i) {
    if (!can_be_equal({a.function, f.operands_of(v)[i]}, {b.function, g.operands_of(w)[i]}, depth - 1))
      return false;
  }
  return true;
}

// What is locked around a function on each way to it, a few calls up; none: not known of one of them.
std::vector<Judge::Resource> Judge::locked_around(FunctionId f, int depth) const {
  const std::vector<CallSite>& callers = graph.callers[f.index()];
  if (depth == 0 || !roles.entered_by(f).empty()) return {};
  std::vector<Resource> all;
  for (const CallSite& site : callers) {
    if (site.function == f) continue;
    std::vector<Resource> here;
    const Call& call = races.core.function(site.function).calls[site.call];
    if (site.how == Callback::locked) {
      ValueId resource = locked_resource(races.core, races.model, site.function, call);
      if (resource.valid()) here.push_back({site.function, resource});
    } else if (site.how == Callback::once || site.how == Callback::loop) {
      here = locked_around(site.function, depth - 1);
    }
    if (here.empty()) return {};
    all.insert(all.end(), here.begin(), here.end());
  }
  return all;
}

// Both happen under locks, but never under the same one.
bool Judge::under_other_lock(const std::vector<Resource>& ours, const LoggedAct& other) const {
  constexpr int kCallsAbove = 3, kNested = 4;
  if (ours.empty() || other.site.is_group()) return false;
  std::vector<Resource> theirs = locked_around(other.site.function, kCallsAbove);
  return !theirs.empty() && std::none_of(ours.begin(), ours.end(), [&](const Resource& a) {
    return std::any_of(theirs.begin(), theirs.end(),
                       [&](const Resource& b) { return can_be_equal(a, b, kNested); });
  });
}

// Whether what is held keeps all others away; ranks it down where it keeps some of them away.
bool Judge::guarded(const Pair& pair, Verdict& verdict) const {
  Guards held = pair.guards | roles.guards_of(pair.frame);
  Guards keeps_away = held & (guard::kLock | guard::kExclusive);
  if (keeps_away != 0) {
    constexpr int kCallsAbove = 3;
    std::vector<Resource> locked;
    if (keeps_away == guard::kLock && !pair.act.is_group())
      locked = locked_around(pair.act.function, kCallsAbove);
    Others free = others(pair, [&](const LoggedAct& other) {
      bool apart = (held_by(other) & keeps_away) == 0 || under_other_lock(locked, other);
      return apart && !at_start(other);
    });
    if (free.none()) return true;
    bool locks = (keeps_away & guard::kLock) != 0;
    if (locks || (!free.sure && !free.weak))
      rank_others(free, -10,
                  locks ? "it happens under a lock, which others that write it do not take"
                        : "it is done only by functions that run one at a time",
                  verdict);
  }
  if ((held & guard::kVainLock) != 0)
    verdict.change(0,
                   "the lock around it keeps nobody of this node away: its id is {Resource, Requester}, and "
                   "the resource has self() in it or the requester has not");
  if ((held & guard::kTransaction) != 0)
    verdict.change(-45, "it happens in a transaction, which keeps away who writes by transactions");
  return false;
}

}  // namespace dh::erlang
