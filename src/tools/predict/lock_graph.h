// The lock-order graph of a window: who acquires which lock while holding which. K. Havelund: Using Runtime
// Analysis to Guide Model Checking of Java Programs (Goodlock), SPIN 2000; P. Joshi et al.: A Randomized
// Dynamic Program Analysis Technique for Detecting Real Deadlocks (iGoodlock), PLDI 2009.
//
// A cycle is an inconsistent order of locks. It is no deadlock when all its parts hold a common lock (a
// gate), or only read locks meet.
#pragma once

#include "tools/predict/sections.h"

namespace dh::dyn {

// All acquires of a thread of one lock, in one mode, with the same locks held.
struct AbstractAcquire {
  uint32_t thread;
  uint32_t lock;
  bool shared;
  std::vector<LogId> acquires;                  // in order
  std::vector<std::pair<uint32_t, bool>> held;  // locks, and whether shared
};

// Each waits for a lock that the next one holds; the last for one of the first.
using LockCycle = std::vector<uint32_t>;  // of abstract acquires

struct LockGraph {
  std::vector<AbstractAcquire> nodes;
  std::vector<LockCycle> cycles;
  bool cut_short = false;  // by a limit
};

struct CycleLimits {
  size_t length = 5;
  size_t cycles = 100'000;
};

LockGraph find_lock_cycles(const Needs& needs, const Sections& sections, const CycleLimits& limits);

}  // namespace dh::dyn
