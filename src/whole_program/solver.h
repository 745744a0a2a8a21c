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

// What a large program is analysed with. Nothing is left out beyond these numbers: it is distinguished less.
struct SolverLimits {
  size_t max_nodes = 60'000'000;  // hard: the analysis is incomplete beyond
  // Functions that threads have of their own, the nearest to their starts; what is further away is analysed
  // once for all threads (ContextId 0). A bound for all threads together: with one for each thread, the work
  // would grow with the number of threads times the size of the code they have in common.
  size_t max_functions_of_threads = 1'000'000;
  size_t min_functions_of_thread = 50;  // that each one can have, whatever the others have
  size_t clones_of_class_methods = 32;
  size_t clones_of_starters = 256;  // receivers that a method which starts threads is distinguished by
  // A send with more methods or blocks to call than this follows the first ones only: it is a message that
  // everything understands, and its targets say nothing about this place.
  uint32_t max_targets = 256;
  // Objects in one points-to set. A larger set is saturated: it keeps these, and a message to it is one to an
  // unknown receiver.
  size_t max_objects = 4096;
  size_t context_depth = 8;  // at most, whatever the settings say
  // Code that was only reached by a guess (all implementors) makes no further guesses beyond this depth.
  uint8_t max_guesses = 1;
  bool run_blocks_of_unknown = true;  // off only in tests that compare with an exact answer
};

// By the size of the program, so that work grows about in proportion to it.
SolverLimits limits_for(const smallir::Module& module);

struct SolverStops {
  StopToken reading;      // no further code is read; what was read is solved to its end
  StopToken propagation;  // nothing more is done at all
};

struct Solved {
  Heap heap;
  Roots all_roots;      // those given, and one for each class whose objects a thread shares with its starter
  RootInstances roots;  // without instances: left out, for other roots start its threads
  bool stopped_by_limit = false;
};

// Library roots are run last, and only those whose threads no other root starts.
Solved solve(const smallir::Module& module, const ProgramIndex& index, const smallir::Settings& settings,
             Roots roots, const SolverLimits& limits, const SolverStops& stops);

}  // namespace dh::whole
