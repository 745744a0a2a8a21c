// The sync-preserving closure. U. Mathur, A. Pavlogiannis, M. Viswanathan: Optimal Prediction of
// Synchronization-Preserving Races, POPL 2021.
//
// The smallest progress with everything that its events need, in which of two sections of a lock that exclude
// each other the earlier one is over. The trace restricted to it is then a correct reordering. Difference
// from the paper: only sections that are open at a thread's progress can be in need of their release, so the
// closure looks at the locks held there, not at every lock.
#pragma once

#include "tools/predict/sections.h"

namespace dh::dyn {

// Events that must stay outside. Reaching one ends the closure early: the answer is no.
struct Outside {
  std::span<const LogId> events;
};

// False: one of `outside` came inside. `progress` then is part of the closure only, but not more than it.
bool close_sync_preserving(const Needs& needs, const Sections& sections, Progress& progress, Outside outside);

}  // namespace dh::dyn
