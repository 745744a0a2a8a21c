// The questions asked about a kernel, and their answers.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "base/stop.h"
#include "exo/races/concurrency.h"
#include "exo/races/kernel.h"
#include "exo/solver/solver.h"

namespace dh::exo {

// Two accesses, the first by one thread and the second by another, that can happen at the same time.
struct Race {
  NodeId construct;
  SiteId first;
  SiteId second;
  FormulaId query;
  Model model;
  std::shared_ptr<const FlatMap<VarId, VarId>> copies;  // the second thread's variables
};

// Races of one parallel loop on one buffer, by accesses of the same pair of loops: one bug to the reader.
struct RaceGroup {
  NodeId construct;
  BufferId buffer;
  std::vector<Race> races;         // at most kMaxRacesKept, in the order of the program
  size_t pairs = 0;                // of code places that race
  bool counted_all = true;         // else there may be more
  std::vector<FormulaId> queries;  // all different questions whose answer was a race
};

struct DivergentBarrier {
  NodeId construct;
  NodeId barrier;
  ThreadVars second_thread;
  FormulaId query;
  Model model;
};

struct Undecided {
  NodeId construct;
  SiteId first;  // not valid: it is about barriers, or about all accesses
  SiteId second;
  NodeId barrier;  // valid: whether its threads agree is not known
  std::string reason;
  size_t pairs = 1;            // of accesses with the same buffer and loops that are not decided
  std::string hint = {};       // empty: the usual one
  const Stmt* call = nullptr;  // valid: it is about this call
  FrameId call_frame = {};
};

struct KernelVerdict {
  bool vacuous = false;  // the preconditions contradict each other: nothing else was asked
  std::vector<RaceGroup> races;
  std::vector<DivergentBarrier> divergent;
  std::vector<Undecided> undecided;
  std::vector<NodeId> redundant;    // barriers that no pair needs
  std::vector<const Stmt*> needed;  // barriers that are, or may be, needed
  bool stopped = false;
};

// Both accesses run, in different threads, on the same cell: what must hold even without barriers.
FormulaId meeting_query(const Kernel& kernel, Concurrency& concurrency, SiteId a, SiteId b);
// They do so at the same time, with the barriers that `concurrency` sees.
FormulaId race_query(const Kernel& kernel, Concurrency& concurrency, SiteId a, SiteId b);

// All pairs of accesses of one construct that could conflict.
class ConstructCheck {
 public:
  ConstructCheck(Kernel& kernel, NodeId construct, Solver& solver, StopToken stop);

  void run(KernelVerdict& verdict);

 private:
  void keep_barriers(KernelVerdict& verdict);
  bool check_divergence(KernelVerdict& verdict);
  void check_pairs(KernelVerdict& verdict);
  void check_redundant(KernelVerdict& verdict);
  bool subsumed(const Site& site) const;
  // What is known about the pairs of one buffer and two loops.
  struct Group {
    size_t race = SIZE_MAX;       // index into KernelVerdict::races
    size_t undecided = SIZE_MAX;  // index into KernelVerdict::undecided
    FlatSet<FormulaId> queries;   // whose answer was a race
  };
  using GroupKey = std::tuple<BufferId, const Stmt*, const Stmt*>;
  Group& group_of(SiteId a, SiteId b);
  // True: the pair of code places is settled for the group, whatever other inlined copies of it do.
  bool judge(KernelVerdict& verdict, Group& group, SiteId a, SiteId b);
  void add_race(KernelVerdict& verdict, Group& group, SiteId a, SiteId b, FormulaId query, Model model);
  void add_undecided(KernelVerdict& verdict, Group& group, SiteId a, SiteId b, std::string reason);
  std::string why_unknown(FormulaId query) const;

  Kernel& k_;
  NodeId construct_;
  Solver& solver_;
  StopToken stop_;
  Concurrency concurrency_;
  FormulaId exist_;
  std::shared_ptr<const FlatMap<VarId, VarId>> copies_;
  std::vector<NodeId> barriers_;
  std::vector<std::pair<SiteId, SiteId>> pairs_;
  FlatMap<SiteId, const Stmt*> loops_;  // the innermost one around each site
  std::map<GroupKey, Group> groups_;
};

// The innermost loop around a node that stands in code the user wrote: bodies of instructions count as the
// call that runs them.
const Stmt* innermost_loop(const Kernel& kernel, NodeId node);

KernelVerdict check_kernel(Kernel& kernel, Solver& solver, StopToken stop);

}  // namespace dh::exo
