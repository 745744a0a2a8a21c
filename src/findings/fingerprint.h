// The identity of a finding across runs: a hash of the rule, the shared location and the enclosing symbols.
// It does not change when lines move, the schedule differs, or the two accesses swap their roles.
#pragma once

#include <string>
#include <vector>

#include "findings/finding.h"

namespace dh {

std::string fingerprint_of(const Finding& finding);

// Fills in the fingerprints of sorted findings; equal ones are numbered ("...-2") in that order.
void assign_fingerprints(std::vector<Finding>& findings);

}  // namespace dh
