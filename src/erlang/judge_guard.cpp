// What keeps other processes away: locks, transactions, claims, links.
#include <algorithm>

#include "erlang/races.h"

namespace dh::erlang {
namespace {

bool is_one_of(const std::vector<Model::AnyArity>& names, const Call& call) {
  return call.kind == CallKind::named &&
         std::any_of(names.begin(), names.end(), [&](const Model::AnyArity& n) {
           return n.name == call.callee.name && (!n.module.valid() || n.module == call.callee.module);
         });
}

// Which lock is held at each call of a function, on the ways through its clauses.
class Held {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;         // it has been given back
  static constexpr uint32_t kCallers = UINT32_MAX - 1;  // whichever the caller holds
  static constexpr uint32_t kEnded = UINT32_MAX - 2;    // the way does not go on

  Held(const Model& model, const CoreFunction& f) : model_(model), f_(f), at(f.calls.size(), kNone) {
    block(f.body, kCallers);
  }

 private:
  const Model& model_;
  const CoreFunction& f_;

 public:
  std::vector<uint32_t> at;  // by call: the call that took the lock

 private:
  // Recursion is bounded: trees are at most kMaxNesting deep.
  uint32_t block(Range statements, uint32_t held) {
    for (uint32_t i = 0; i < statements.count; ++i) {
      const Statement& s = f_.statements[statements.first + i];
      if (s.kind == StatementKind::call) {
        const Call& call = f_.calls[s.index];
        at[s.index] = held;
        if (is_one_of(model_.take_locks, call)) held = s.index;
        if (is_one_of(model_.release_locks, call)) held = kNone;
        if (call.kind == CallKind::named && model_.never_return.contains(call.callee)) held = kEnded;
      } else if (s.kind == StatementKind::branch) {
        const Branch& b = f_.branches[s.index];
        bool may_skip = b.kind == BranchKind::option || b.kind == BranchKind::loop;
        held = clauses(b.clauses, held, may_skip || b.clauses.count == 0 ? held : kEnded);
      } else if (s.kind == StatementKind::attempt) {
        const Attempt& a = f_.attempts[s.index];
        uint32_t out = block(a.body, held);
        if (a.clauses.count > 0) out = clauses(a.clauses, out, kEnded);
        held = clauses(a.handlers, held, out);
        held = block(a.after, held);
      }
    }
    return held;
  }

  // From the same state each; `joined` with what they leave.
  uint32_t clauses(Range range, uint32_t held, uint32_t joined) {
    for (uint32_t i = 0; i < range.count; ++i) {
      uint32_t out = block(f_.clauses[range.first + i].body, held);
      if (out == kEnded || out == joined) continue;
      joined = joined == kEnded ? out : kNone;
    }
    return joined;
  }
};

}  // namespace

// The calls `first` and `last` of a function are done under one lock that is given back later, or that is so
// wherever the function is called.
bool Judge::in_lock(FunctionId f, uint32_t first, uint32_t last, int depth) const {
  const std::vector<Call>& calls = races.core.function(f).calls;
  Held held(races.model, races.core.function(f));
  if (held.at[first] != held.at[last] || held.at[first] == Held::kNone) return false;
  if (held.at[first] != Held::kCallers) {
    return std::any_of(calls.begin() + last, calls.end(),
                       [&](const Call& c) { return is_one_of(races.model.release_locks, c); });
  }
  const std::vector<CallSite>& callers = graph.callers[f.index()];
  return depth > 0 && !callers.empty() && roles.entered_by(f).empty() &&
         std::all_of(callers.begin(), callers.end(), [&](const CallSite& site) {
           return in_lock(site.function, site.call, site.call, depth - 1);
         });
}

bool Judge::between_locks(const Pair& pair) const {
  constexpr int kDepth = 3;
  if (races.model.take_locks.empty() || pair.spawned) return false;
  uint32_t read = read_call(pair), act = act_call(pair);
  if (!in_lock(pair.frame, std::min(read, act), std::max(read, act), kDepth)) return false;
  return others(pair,
                [&](const Races::LoggedAct& other) {
                  if (at_start(other)) return false;
                  return !in_lock(other.site.function, other.site.call, other.site.call, kDepth);
                })
      .none();
}

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
  for (ChainId c = pair.act_chain; c.valid() && !last; c = races.chains[c.index()].next)
    last = gives_up(races.chains[c.index()].call.function);
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
  std::vector<Around> around = around_calls(races.core, races.model, pair.frame);
  uint32_t claim = around[read_call(pair)].claim;
  bool here = claim != kNoClaim && claim == around[act_call(pair)].claim;
  if (here) {
    const Call& call = races.core.function(pair.frame).calls[claim];
    // Of a claim that a function makes for its caller it is not known what it is about.
    if (races.model.claims.contains(call.callee) && !is_about(pair, call)) return false;
  } else if (!roles.claimed(pair.frame) || !races.syms[pair.act_datum.key].open) {
    return false;
  }
  return !others(pair, [&](const Races::LoggedAct& other) {
            bool same_claim = here && other.frame == pair.frame;
            bool claims = roles.claimed(other.frame) || roles.claimed(other.site.function);
            return !claims && !same_claim && other.site != pair.act;
          }).sure;
}

// Whether what is held keeps all others away; ranks it down where it keeps some of them away.
bool Judge::guarded(const Pair& pair, Verdict& verdict) const {
  Guards held = pair.guards | roles.guards_of(pair.frame);
  Guards keeps_away = held & (guard::kLock | guard::kExclusive);
  if (keeps_away != 0) {
    Others free = others(pair, [&](const Races::LoggedAct& other) {
      return ((other.guards | roles.guards_of(other.frame)) & keeps_away) == 0 && !at_start(other);
    });
    if (free.none()) return true;
    bool locks = (keeps_away & guard::kLock) != 0;
    if (locks || (!free.sure && !free.weak))
      rank_others(free, -10,
                  locks ? "it happens under a lock, which others that write it do not take"
                        : "it is done only by functions that run one at a time",
                  verdict);
  }
  if ((held & guard::kTransaction) != 0)
    verdict.change(-45, "it happens in a transaction, which keeps away who writes by transactions");
  return false;
}

}  // namespace dh::erlang
