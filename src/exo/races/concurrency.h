// When two accesses of different threads of one parallel loop can happen at the same time.
//
// Each instance of an access or barrier has a timestamp: the positions and loop values on its path. Two
// instances are concurrent when no barrier instance lies between them. "None between" is built along the
// tree: what runs of each node after the one access, before the other, and in between. Only loops whose
// barriers are conditional need a quantifier, and that is eliminated (quantifier.h).
#pragma once

#include <vector>

#include "exo/races/kernel.h"

namespace dh::exo {

// The variables that number a thread, outermost first. One for a par or fork loop; several where threads come
// in nested groups, such as the blocks and threads of a GPU.
using ThreadVars = std::vector<VarId>;

// One number of a thread and its range.
struct ThreadAxis {
  VarId var;
  Term low;
  Term high;
};

// The only place that knows how many numbers a thread of a parallel loop has.
std::vector<ThreadAxis> thread_axes(const Kernel& kernel, NodeId construct);

// `a` comes before `b` in the order of their numbers: for symmetric questions about two different threads.
FormulaId thread_precedes(Formulas& formulas, const ThreadVars& a, const ThreadVars& b);

// A gap of a block: before the node at `position` of a list (or after the last one).
struct Gap {
  NodeId parent;
  bool in_orelse = false;
  uint32_t position = 0;
};

class Concurrency {
 public:
  // `construct` is a parallel loop of the kernel. The barrier `ignored` counts as if it were not there;
  // `extra`, when not null, is a place where there is one more.
  Concurrency(Kernel& kernel, NodeId construct, const Stmt* ignored = nullptr, const Gap* extra = nullptr);

  // The first thread has the kernel's own variables, the second one copies of those that are private to a
  // thread: its number, loop variables inside, unknown values.
  const ThreadVars& first_thread() const { return first_thread_; }
  const ThreadVars& second_thread() const { return second_thread_; }
  // They are different threads; `ordered` keeps one of the two symmetric cases.
  FormulaId threads_differ(bool ordered);
  bool synchronises() const { return synchronises_; }
  Formulas& formulas() { return f_; }
  FormulaId second(FormulaId formula);
  Term second(const Term& term) { return renaming_.apply(term); }
  // The copies, by what they are copies of.
  const FlatMap<VarId, VarId>& copies() const { return copies_; }

  // What must hold for the construct to run with two threads: everything outside, and the thread numbers.
  FormulaId threads_exist();
  // The formula for another thread in the same iterations: only what belongs to the thread itself is renamed.
  FormulaId other_thread(FormulaId formula) { return f_.substitute(formula, thread_only_); }
  // What must hold for the node to run, inside the construct.
  FormulaId guard(NodeId node);
  // No barrier runs between `a` in the first thread and `b` in the second, given that both run.
  FormulaId concurrent(NodeId a, NodeId b);

 private:
  std::vector<NodeId> path(NodeId node) const;
  const std::vector<NodeId>& list(NodeId parent, bool in_orelse) const;
  bool barriers_in(NodeId node) const;

  FormulaId none_in(NodeId node);
  FormulaId none_in_list(const std::vector<NodeId>& nodes, size_t from, size_t to, NodeId parent,
                         bool in_orelse);
  bool extra_in(NodeId parent, bool in_orelse, size_t from, size_t to) const;
  FormulaId body_of_loop(NodeId loop);
  FormulaId none_in_range(NodeId loop, const Term& low, const Term& high);
  FormulaId after(const std::vector<NodeId>& path, size_t level);
  FormulaId before(const std::vector<NodeId>& path, size_t level);
  FormulaId same_list(const std::vector<NodeId>& a, const std::vector<NodeId>& b, size_t level);
  FormulaId within(const std::vector<NodeId>& a, const std::vector<NodeId>& b, size_t level);
  FormulaId ordered_iterations(const std::vector<NodeId>& a, const std::vector<NodeId>& b, size_t level,
                               bool a_first);

  Kernel& k_;
  Formulas& f_;
  NodeId construct_;
  const Stmt* ignored_;
  const Gap* extra_;
  bool synchronises_;  // a fork with barriers that count
  ThreadVars first_thread_;
  ThreadVars second_thread_;
  Substitution renaming_;
  Substitution thread_only_;
  FlatMap<VarId, VarId> copies_;
  FormulaId exist_;
  FlatMap<FormulaId, FormulaId> renamed_;
  FlatMap<NodeId, FormulaId> guards_;
  FlatMap<NodeId, FormulaId> none_;
  // The body's formula with a variable of its own for the iteration.
  struct LoopBody {
    VarId iteration;
    FormulaId none;
  };
  FlatMap<NodeId, LoopBody> bodies_;
  std::vector<NodeId> extra_path_;  // nodes that have the extra barrier below them
};

}  // namespace dh::exo
