// The identity of a finding across runs: a hash of the rule, the shared location and the enclosing symbols.
// It does not change when lines move, the schedule differs, or the two accesses swap their roles.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "findings/finding.h"

namespace dh {

// The name of a file that does not depend on how its path was spelled.
using StablePath = std::function<std::string(const std::string& path)>;
inline std::string as_spelled(const std::string& path) {
  return path;
}

std::string fingerprint_of(const Finding& finding, const StablePath& stable_path = as_spelled);

// Fills in the fingerprints of sorted findings; equal ones are numbered ("...-2") in that order.
void assign_fingerprints(std::vector<Finding>& findings, const StablePath& stable_path = as_spelled);

}  // namespace dh
