// Pointer analysis: Andersen's, with the call graph built on the way, difference propagation, and the chain
// of thread creation sites as context (Algorithm 1 of the paper, with inheritance, fields of objects and
// captured variables). Only code that can be reached from the roots is looked at.
#pragma once

#include "base/parallel.h"
#include "smallir/settings.h"
#include "whole_program/heap.h"
#include "whole_program/roots.h"

namespace dh::whole {

struct RootInstances {
  // By root: the instances that run, in order; those of Root::once first.
  std::vector<std::vector<InstanceId>> instances;
};

struct SolverLimits {
  size_t most_nodes = 40'000'000;        // hard: the analysis is incomplete beyond
  size_t merge_contexts_at = 8'000'000;  // soft: new threads are no longer told apart by context
  size_t clones_of_class_methods = 32;
  // Code that was only reached by a guess (all implementors) makes no further guesses beyond this depth.
  uint8_t most_guesses = 1;
  bool run_blocks_of_unknown = true;  // off only where an exact answer is compared
};

struct Solved {
  Heap heap;
  RootInstances roots;
  bool stopped_by_limit = false;
};

Solved solve(const smallir::Module& module, const smallir::Settings& settings, const Roots& roots,
             const SolverLimits& limits, const StopToken& stop);

}  // namespace dh::whole
