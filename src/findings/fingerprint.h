// The identity of a finding across runs: of the rule, the shared thing and the code places by symbol, so that
// it stays when lines move, the schedule differs, or the two accesses change their roles.
#pragma once

#include <string>
#include <vector>

#include "findings/finding.h"

namespace dh {

std::string fingerprint_of(const Finding& finding);

// Fills in the fingerprints of sorted findings; equal ones are numbered ("...-2") in that order.
void assign_fingerprints(std::vector<Finding>& findings);

}  // namespace dh
