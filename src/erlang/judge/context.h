// What judging asks about: the result of the search, who runs what, and every write of shared state by its
// table. Const for all that judge; answers that are asked for often are kept in JudgeCaches.
#pragma once

#include <memory>
#include <vector>

#include "base/check.h"
#include "erlang/judge/clauses_of_calls.h"
#include "erlang/judge/other_writes.h"
#include "erlang/judge/state_origin.h"
#include "erlang/processes/roles.h"
#include "erlang/summaries/races.h"

namespace dh::erlang {

// Which lock is held at each call of a function.
struct LocksOfCalls {
  std::vector<uint32_t> held;  // by call: the call that took the lock
  uint32_t after_release = 0;  // the last one
};

// Not thread-safe. Keys are compared, not their hashes.
struct JudgeCaches {
  FlatMap<FunctionId, LocksOfCalls> locks;
  FlatMap<FunctionId, std::unique_ptr<ClausesOfCalls>> clauses;
  FlatMap<uint32_t, bool> given_away;                    // by site of the table
  FlatMap<uint32_t, bool> given_at_start;                // by table, in Tables::all
  FlatMap<std::pair<SymId, SymId>, bool> same_table[2];  // in terms that hold everywhere; [1]: of ets
  FlatMap<OtherWritesQuestion, OtherWrites> other_writes;
  FlatMap<OtherWritesQuestion, SeenProcesses> seen_writers;
  FlatMap<std::pair<FunctionId, SymId>, StateOrigin> origins;  // in terms of the function
};

struct JudgeContext {
  Races& races;  // only grows symbolic values
  const Roles& roles;
  const CallGraph& graph;
  // Races::writes by state and table, in the order in which the tables come.
  std::vector<std::vector<std::pair<SymId, std::vector<uint32_t>>>> writes_of;
  std::vector<std::vector<FunctionId>>
      fixes;            // by state: functions that fix a table, or write on it atomically
  FlatSet<Site> fills;  // writes of values that do not depend on what they overwrite
  // Reads from which a function computes what it writes, in some of its clauses.
  FlatSet<std::pair<FunctionId, Site>> updating_reads;
  JudgeCaches& caches;
};

// Also notes the operation of each write, in Races::writes.
JudgeContext make_judge_context(Races& races, const Roles& roles, const CallGraph& graph,
                                JudgeCaches& caches);

// Which clauses of a function lead to its calls.
const ClausesOfCalls& clauses_of_calls(const JudgeContext& context, FunctionId f);

// How a call changes a kind of state.
Effect effect_at(const JudgeContext& context, Site site, uint32_t state);
inline Effect effect_of(const JudgeContext& context, const Pair& pair) {
  return effect_at(context, pair.write, pair.state);
}

// The calls of the frame that lead to the read and to the write.
inline uint32_t call_in_frame(const JudgeContext& context, FunctionId frame, ChainId chain, Site site) {
  Site call = chain.valid() ? context.races.chains[chain].call : site;
  DH_CHECK(call.function == frame, "a call of another function");
  return call.call;
}
inline uint32_t read_call(const JudgeContext& context, const Pair& pair) {
  return call_in_frame(context, pair.frame, pair.read_chain, pair.read);
}
inline uint32_t write_call(const JudgeContext& context, const Pair& pair) {
  return call_in_frame(context, pair.frame, pair.write_chain, pair.write);
}

}  // namespace dh::erlang
