// From the core of all modules to findings.
#pragma once

#include "erlang/model.h"
#include "erlang/walk.h"
#include "findings/checker.h"

namespace dh::erlang {

void find_races(std::vector<CoreModule> modules, const Model& model, const SharedInterner& names,
                const Parallelism& parallel, CheckSink& sink);

// How much a pair is to be believed; nothing when it is no race.
struct Verdict {
  int confidence = 0;
  std::vector<Reason> reasons;
};

// A call that changes shared state, for the question who else writes.
struct WriteSite {
  Site site;
  const OperationModel* operation = nullptr;
};

struct Judge {
  Races& races;
  const Roles& roles;
  std::vector<WriteSite> writes;

  Judge(Races& r, const Roles& o);
  std::optional<Verdict> judge(const Pair& pair) const;

 private:
  bool fixes_tables(const Pair& pair) const;
  bool judge_table(const Pair& pair, Verdict& verdict) const;
  Effect effect_of(const Pair& pair) const;
  bool same_table(const Datum& a, const Datum& b) const;
  bool own_table(const Pair& pair, const Roles::Process& process) const;
  bool others_write(const Pair& pair) const;
  bool another_writes(const Pair& pair, const Roles::Process& process) const;
};

// What a pair is about: "foo, key counter"; "ct_master".
std::string datum_text(const Races& races, const Pair& pair);

// One finding for each act and datum, with the verdicts of its pairs.
struct JudgedPair {
  const Pair* pair = nullptr;
  Verdict verdict;
};
Finding make_finding(const Races& races, const Roles& roles, std::vector<JudgedPair> pairs);

}  // namespace dh::erlang
