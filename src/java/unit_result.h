// What the analysis of one top-level class gives.
#pragma once

#include <vector>

#include "java/patterns/patterns.h"
#include "java/rules/judged.h"

namespace dh::java {

struct UnitResult {
  std::vector<Finding> findings;
  Diagnostics diagnostics;
  RuleCounts counts;
  ProgramFacts facts;             // for the rules over the whole program
  std::vector<OpenFinding> open;  // for decide_open_findings()
};

}  // namespace dh::java
