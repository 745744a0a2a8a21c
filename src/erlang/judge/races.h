// From the core of all modules to findings.
#pragma once

#include <functional>
#include <map>
#include <memory>

#include "erlang/core/model.h"
#include "erlang/processes/roles.h"
#include "erlang/search/races.h"
#include "findings/checker.h"

namespace dh::erlang {

void find_races(std::vector<CoreModule> modules, const Model& model, const SharedInterner& names,
                const Parallelism& parallel, CheckSink& sink);

// How much a pair is to be believed; nothing when it is no race.
struct Verdict {
  int confidence = 0;
  std::vector<Reason> reasons;

  void change(int delta, std::string text) {
    confidence += delta;
    reasons.push_back({delta, std::move(text)});
  }
};

// A call that changes shared state, for the question who else writes.
struct WriteSite {
  Site site;
  const OperationModel* operation = nullptr;
};

struct Judge {
  Races& races;
  const Roles& roles;
  const CallGraph& graph;
  std::vector<WriteSite> writes;

  Judge(Races& r, const Roles& o, const CallGraph& g);
  std::optional<Verdict> judge(const Pair& pair) const;
  // story.cpp: for the words of a report
  bool done_by_one(const Pair& pair) const;
  bool writes_constant(const Pair& pair) const;
  std::optional<Site> another_writer(const Pair& pair) const;
  Effect effect_at(Site site, uint32_t state) const;
  // One of the objects that were found in the table as a whole is removed, and used afterwards.
  bool takes_one_of_many(const Pair& pair) const;
  Effect effect_of(const Pair& pair) const { return effect_at(pair.act, pair.state); }

 private:
  // It is done while the process is started that does it.
  bool at_start(const LoggedAct& act) const;
  bool at_start(const Pair& pair) const;
  bool before_others(const Pair& pair, const LoggedAct& other) const;
  bool fixes_tables(const Pair& pair) const;
  // Whether there is a try around all calls of the function, or around those of its callers.
  enum class Caught : uint8_t { no, far, near };
  Caught caught_above(const Pair& pair, FunctionId f, uint32_t calls, uint32_t most) const;
  Caught caught_above(const Pair& pair) const;
  bool watched(FunctionId f) const;
  bool is_state(FunctionId f, uint32_t parameter, int depth) const;
  bool key_of_state(const Pair& pair) const;
  bool handed_over(const TableInfo& table) const;
  bool of_started(const TableInfo& table) const;
  template <typename Visit>
  void each_act_on(const TableInfo& table, Visit&& visit) const;
  bool named_by_maker(const TableInfo& table) const;
  bool judge_table(const Pair& pair, Verdict& verdict) const;
  // What processes other than those of the pair do to its datum.
  struct Others {
    bool sure = false;    // write it
    bool weak = false;    // remove it
    bool unsure = false;  // write to its table under a key that is not known
    bool tests = false;   // write it, but only when they are tested
    bool fresh = false;   // write to its table under keys that they have just made
    bool first = false;   // write it at the start of who makes the table

    bool none() const { return !sure && !weak && !unsure && !tests && !fresh && !first; }
  };
  using Which = std::function<bool(const LoggedAct&)>;
  // `question`, if any: what `counts` asks, so that it is asked only once for all pairs about a datum.
  Others others(const Pair& pair, const Which& counts, uint64_t question = 0) const;
  bool matters(const Pair& pair, const LoggedAct& other) const;
  Others another_writes(const Pair& pair, const Roles::Process& process) const;
  static void rank_others(Others others, int delta, const char* reason, Verdict& verdict);
  std::optional<std::vector<Condition>> above(const CallSite& site, FunctionId callee,
                                              const std::vector<Condition>& conditions) const;
  std::vector<Role> roles_when(FunctionId function, const std::vector<Condition>& conditions) const;
  std::optional<Roles::Process> process_when(FunctionId f, const std::vector<Condition>& conditions) const;
  std::optional<Roles::Process> process_of(const Pair& pair) const;
  std::optional<Roles::Process> process_of(const LoggedAct& act) const;
  std::optional<Roles::Process> holder_at(Site site, ChainId chain) const;
  bool awaited_by(const LoggedAct& act, const Roles::Process& process) const;
  bool counted_on(const Pair& pair) const;
  void rank_brought(const Pair& pair, const std::optional<Roles::Process>& process, Verdict& verdict) const;
  void rank_default(const Pair& pair, Verdict& verdict) const;
  bool is_fresh(SymId key) const;
  bool set_elsewhere(const Pair& pair) const;
  bool in_lock(FunctionId f, uint32_t first, uint32_t last, int depth) const;
  // The calls of the frame that lead to the read and to the act.
  uint32_t read_call(const Pair& pair) const { return call_in_frame(pair.read_chain, pair.read); }
  uint32_t act_call(const Pair& pair) const { return call_in_frame(pair.act_chain, pair.act); }
  uint32_t call_in_frame(ChainId chain, Site site) const {
    return chain.valid() ? races.chains[chain].call.call : site.call;
  }
  bool between_locks(const Pair& pair) const;
  bool starts_linked(FunctionId f, uint32_t before, ConstantId name, int depth) const;
  bool started_by_itself(const Pair& pair) const;
  bool is_about(const Pair& pair, const Call& claim) const;
  Guards held_by(const LoggedAct& act) const { return act.guards | roles.guards_of(act.frame); }
  bool claimed(const Pair& pair) const;
  bool last_word(const Pair& pair) const;
  struct Resource {  // that a lock is about
    FunctionId function;
    ValueId value;
  };
  bool can_be_equal(const Resource& a, const Resource& b, int depth) const;
  std::vector<Resource> locked_around(FunctionId f, int depth) const;
  bool under_other_lock(const std::vector<Resource>& ours, const LoggedAct& other) const;
  bool guarded(const Pair& pair, Verdict& verdict) const;
  bool permanent(const Pair& pair) const;
  std::string form_doubt(FunctionId form) const;
  std::string doubts_of(const Pair& pair, bool alone) const;
  bool returns_answer(Site site) const;
  bool same_table(uint32_t state, SymId a, SymId b) const;
  bool own_table(const Pair& pair, const Roles::Process& process) const;
  bool writes_back(const Pair& pair) const;
  // judge_asked.cpp
  bool asked_before(const Pair& pair) const;
  FunctionId asked_by(FunctionId f, ValueId v, std::vector<uint32_t> path, int depth) const;
  bool is_call_of(FunctionId f, ValueId v, FunctionId getter) const;
  bool answers_the_same(FunctionId getter) const;
  bool ruled_out_by_callers(FunctionId f, FunctionId getter, DomainId wanted, int depth) const;
  bool ruled_out_at(const CallSite& site, FunctionId getter, DomainId wanted) const;
  // judge_own_key.cpp
  bool own_key(const Pair& pair) const;
  bool has_self(SymId key, FunctionId f) const;
  bool given_self(FunctionId f, uint32_t parameter) const;
  bool captured_self(FunctionId f, NodeId node) const;
  bool holds_self(const CoreFunction& f, ValueId id) const;

  std::vector<std::map<SymId, std::vector<uint32_t>>> acts_of_;  // Races::acts by state and table
  struct Locks {
    std::vector<uint32_t> held;  // by call: the call that took the lock
    uint32_t after_release = 0;  // the last one
  };
  mutable FlatMap<FunctionId, Locks> locks_;
  mutable FlatMap<uint32_t, bool> handed_over_;    // by site of the table
  mutable FlatMap<uint64_t, Others> answers_;      // by question and datum
  mutable FlatMap<uint32_t, bool> of_started_;     // by table, in Tables::all
  mutable FlatMap<uint64_t, bool> same_table_[2];  // of tables in terms that hold everywhere; [1]: of ets
};

// Pairs of calls from pairs of groups, in Races::pairs: at least one for each call of a group that acts, and
// for each pair of groups.
void settle_groups(Races& races, const Judge& judge);

// What a pair is about: "foo, key counter"; "ct_master".
std::string datum_text(const Races& races, const Pair& pair);
// The same without a key where the read has looked at the whole table.
std::string shown_datum(const Races& races, const Pair& pair);
// "ets:insert/2", "register/2".
std::string operation_name(const Races& races, Site site);

// How it goes wrong.
struct Story {
  std::string between;  // "another process can change it in between"
  std::string harm;     // "an update may be lost"
  Witness witness;
};
Story tell(const Judge& judge, const Pair& pair);

struct JudgedPair {
  const Pair* pair = nullptr;
  Verdict verdict;
};
// The one to tell of first.
void sort_pairs(const Races& races, std::vector<JudgedPair>& pairs);
// One finding for each act and datum, with the verdicts of its pairs, sorted.
Finding make_finding(const Judge& judge, const std::vector<JudgedPair>& pairs);

}  // namespace dh::erlang
