// Locks that are taken and given back by calls.
#include <algorithm>

#include "erlang/judge/races.h"

namespace dh::erlang {
namespace {

// Which lock is held at each call of a function, on the ways through its clauses.
class Held {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;         // it has been given back
  static constexpr uint32_t kCallers = UINT32_MAX - 1;  // whichever the caller holds
  static constexpr uint32_t kEnded = UINT32_MAX - 2;    // the way does not go on

  Held(const Core& core, const Model& model, FunctionId f)
      : core_(core), model_(model), id_(f), f_(core.function(f)), at(f_.calls.size(), kNone) {
    block(f_.body, kCallers);
  }

 private:
  const Core& core_;
  const Model& model_;
  FunctionId id_;
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
        if (is_one_of(model_.take_locks, call) && !lock_in_vain(core_, model_, id_, call)) held = s.index;
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
  auto [it, fresh] = locks_.try_emplace(f);
  if (fresh) {
    const std::vector<Call>& calls = races.core.function(f).calls;
    it->second.held = std::move(Held(races.core, races.model, f).at);
    for (uint32_t i = 0; i < calls.size(); ++i) {
      if (is_one_of(races.model.release_locks, calls[i])) it->second.after_release = i + 1;
    }
  }
  uint32_t held = it->second.held[first];
  if (held != it->second.held[last] || held == Held::kNone) return false;
  if (held != Held::kCallers) return it->second.after_release > last;
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
                [&](const LoggedAct& other) {
                  if (at_start(other)) return false;
                  return !in_lock(other.site.function, other.site.call, other.site.call, kDepth);
                })
      .none();
}

}  // namespace dh::erlang
