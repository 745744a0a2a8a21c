// Answers as findings.
#pragma once

#include <string>
#include <vector>

#include "exo/races/advice.h"
#include "exo/races/race_check.h"
#include "exo/races/witness.h"
#include "findings/finding.h"

namespace dh::exo {

// One finding for the whole group, shown by its first race; `fixes` are those of its loop. Empty when the
// witness was refuted: that is an internal error, not a finding.
std::optional<Finding> race_finding(Kernel& kernel, Solver& solver, const RaceGroup& group,
                                    const std::vector<Fix>& fixes);
std::optional<Finding> divergence_finding(Kernel& kernel, Solver& solver, const DivergentBarrier& barrier);
Finding undecided_finding(const Kernel& kernel, const Undecided& undecided);
Finding redundant_finding(const Kernel& kernel, NodeId barrier);
Finding vacuous_finding(const Kernel& kernel);

}  // namespace dh::exo
