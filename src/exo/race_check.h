// The questions asked about a kernel, and their answers.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/stop.h"
#include "exo/concurrency.h"
#include "exo/kernel.h"
#include "exo/solver.h"

namespace dh::exo {

// Two accesses, the first by one thread and the second by another, and what was answered about them.
struct Race {
  NodeId construct;
  SiteId first;
  SiteId second;
  FormulaId query;
  Model model;
  std::shared_ptr<const FlatMap<VarId, VarId>> copies;  // the second thread's variables
};

struct DivergentBarrier {
  NodeId construct;
  NodeId barrier;
  VarId second_thread;
  FormulaId query;
  Model model;
};

struct Undecided {
  NodeId construct;
  SiteId first;  // not valid: it is about barriers, or about all accesses
  SiteId second;
  NodeId barrier;  // valid: whether its threads agree is not known
  std::string reason;
};

struct KernelVerdict {
  bool vacuous = false;  // the preconditions contradict each other: nothing else was asked
  std::vector<Race> races;
  std::vector<DivergentBarrier> divergent;
  std::vector<Undecided> undecided;
  std::vector<NodeId> redundant;    // barriers that no pair needs
  std::vector<const Stmt*> needed;  // barriers that are, or may be, needed
  bool stopped = false;
};

// All pairs of accesses of one construct that could conflict. Races are found one for each pair of code
// places.
class ConstructCheck {
 public:
  ConstructCheck(Kernel& kernel, NodeId construct, Solver& solver, StopToken stop);

  void run(KernelVerdict& verdict);

  // The query whether two sites meet, under a view of the barriers.
  FormulaId query(Concurrency& concurrency, SiteId a, SiteId b);

 private:
  void keep_barriers(KernelVerdict& verdict);
  bool check_divergence(KernelVerdict& verdict);
  void check_pairs(KernelVerdict& verdict);
  void check_redundant(KernelVerdict& verdict);
  bool subsumed(const Site& site) const;
  void judge(KernelVerdict& verdict, SiteId a, SiteId b, FormulaId query);
  bool has_unknown(FormulaId query) const;

  Kernel& k_;
  NodeId construct_;
  Solver& solver_;
  StopToken stop_;
  Concurrency concurrency_;
  FormulaId exist_;
  std::shared_ptr<const FlatMap<VarId, VarId>> copies_;
  std::vector<NodeId> barriers_;
  std::vector<std::pair<SiteId, SiteId>> pairs_;
};

KernelVerdict check_kernel(Kernel& kernel, Solver& solver, StopToken stop);

}  // namespace dh::exo
