// Pointer analysis: Andersen's, with an on-the-fly call graph, difference propagation, elimination of
// cycles, and the chain of thread creation sites as context (Algorithm 1 of the paper, with inheritance,
// fields of objects and captured variables). Only code that can be reached from the roots is analysed, the
// nearest first.
#pragma once

#include "base/parallel.h"
#include "smallir/settings.h"
#include "whole_program/heap.h"
#include "whole_program/program_index.h"
#include "whole_program/roots.h"

namespace dh::whole {

struct RootInstances {
  // By root: the instances that run, in order; those of Root::once first.
  std::vector<std::vector<InstanceId>> instances;
};

struct SolverLimits {
  size_t max_nodes = 40'000'000;  // hard: the analysis is incomplete beyond
  // Functions that are analysed, each in each of its contexts; what is further from the roots and the starts
  // of threads is left out.
  size_t max_instances = 1'000'000;
  size_t merge_contexts_at = 8'000'000;  // soft, nodes: new threads are no longer distinguished by context
  size_t clones_of_class_methods = 32;
  // A send with more methods or blocks to call than this follows the first ones only: it is a message that
  // everything understands, and its targets say nothing about this place.
  uint32_t max_targets = 256;
  // Work beyond which points-to sets are cut at `max_objects_when_large`, and no further functions are
  // analysed; in objects that arrive somewhere.
  int64_t large = 15'000'000;
  int64_t too_large = 45'000'000;
  size_t max_objects = 4096;  // in one points-to set; the rest is left out
  size_t max_objects_when_large = 64;
  // Code that was only reached by a guess (all implementors) makes no further guesses beyond this depth.
  uint8_t max_guesses = 1;
  bool run_blocks_of_unknown = true;  // off only in tests that compare with an exact answer
};

struct Solved {
  Heap heap;
  RootInstances roots;
  bool stopped_by_limit = false;
};

// Of `roots`, those that are `wanted` (by index).
Solved solve(const smallir::Module& module, const ProgramIndex& index, const smallir::Settings& settings,
             const Roots& roots, const std::vector<uint32_t>& wanted, const SolverLimits& limits,
             const StopToken& stop);

}  // namespace dh::whole
