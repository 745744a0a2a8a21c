// Races that appear when critical sections may be swapped, optimistically: all sections that can end without
// the two accesses do end, in the order of the trace, and those that cannot come last. Z. Shi, U. Mathur, A.
// Pavlogiannis: Optimistic Prediction of Synchronization-Reversal Data Races, OOPSLA 2024.
#pragma once

#include "tools/predict/candidates.h"
#include "tools/predict/interpreter.h"

namespace dh::dyn {

// For each pair of places of a variable with a race, the first pair of accesses. In the order of the second
// access.
std::vector<RacingPair> reversal_races(const Needs& needs, const Sections& sections, WorkLimit& work);

// Those and the sync-preserving ones: to end all sections that can end is now and then too much.
std::vector<RacingPair> all_predicted_races(const Needs& needs, const Sections& sections, WorkLimit& work);

// A reordering with all of `next` next, with sections swapped where that is needed.
std::optional<Witness> any_witness(const Needs& needs, const Sections& sections,
                                   const std::vector<LogId>& next);

}  // namespace dh::dyn
