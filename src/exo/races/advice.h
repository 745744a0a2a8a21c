// What would remove the races of a parallel loop: barriers, conditions on the arguments.
#pragma once

#include <string>
#include <vector>

#include "exo/races/race_check.h"

namespace dh::exo {

struct BarrierAdvice {
  Place place;  // of the statement it belongs before or after
  bool before = true;
  bool block = false;  // the statement is a loop or a condition: as a whole
};

// One fix: everything in it together removes every race of the loop.
struct Fix {
  std::vector<BarrierAdvice> barriers;
  std::vector<std::string> asserts;  // "n % 16 == 0"
};

// Alternatives, the simplest first; none when no small set of barriers and asserts removes every race of the
// construct (of which `groups` are all), or the budget does not allow to search for one.
std::vector<Fix> suggest_fixes(Kernel& kernel, Solver& solver, NodeId construct,
                               const std::vector<const RaceGroup*>& groups);

}  // namespace dh::exo
