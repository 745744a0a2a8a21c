// Which cycles of the lock graph can close: sync-preserving deadlocks. H. C. Tunç, U. Mathur, A.
// Pavlogiannis, M. Viswanathan: Sound Dynamic Deadlock Prediction in Linear Time, PLDI 2023.
#pragma once

#include "tools/predict/lock_graph.h"

namespace dh::dyn {

// What a schedule in which all acquires of a cycle wait has to respect.
enum class Respect : uint8_t {
  must_edges,  // for example starts and joins
  lock_order,  // and the order of the sections of each lock
};

// The first acquires of the cycle that can all be next at once; empty: there are none. Linear in the
// acquires.
std::vector<LogId> find_deadlock(const Needs& needs, const Sections& sections, const LockGraph& graph,
                                 const LockCycle& cycle, Respect respect);

}  // namespace dh::dyn
