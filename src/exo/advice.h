// What would remove a race: a barrier, or a condition on the arguments.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exo/race_check.h"

namespace dh::exo {

struct BarrierAdvice {
  Place place;  // of the statement it belongs before or behind
  bool before = true;
  bool block = false;        // the statement is a loop or a condition: as a whole
  bool removes_all = false;  // every race of the fork, not just the one asked about
};

// Where one more Barrier() removes the race, if there is such a place that all threads reach.
std::optional<BarrierAdvice> suggest_barrier(Kernel& kernel, Solver& solver, const Race& race,
                                             const std::vector<Race>& all);

// "n % 16 == 0": a simple condition on the arguments under which the race cannot happen, although the loop
// still runs with several threads.
std::optional<std::string> suggest_assert(Kernel& kernel, Solver& solver, const Race& race);

}  // namespace dh::exo
