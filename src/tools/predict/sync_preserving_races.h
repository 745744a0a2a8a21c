// All sync-preserving races of a window. U. Mathur, A. Pavlogiannis, M. Viswanathan: Optimal Prediction of
// Synchronization-Preserving Races, POPL 2021.
#pragma once

#include "tools/predict/candidates.h"

namespace dh::dyn {

// For each access that races with an earlier one, a pair for each thread and kind of the earlier one: the
// first. In the order of the second access. Complete but for pairs of places that were found already for the
// variable.
std::vector<RacingPair> sync_preserving_races(const Needs& needs, const Sections& sections, WorkLimit& work);

}  // namespace dh::dyn
