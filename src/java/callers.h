// Who calls a method, over all files of the program, and whether the calls hold a lock.
//
// A rule judges one class at a time and must assume that any thread may call a method that is not private.
// Some findings therefore stay open: they hold unless every call of a method, in whichever file, holds the
// lock.
#pragma once

#include <vector>

#include "base/parallel.h"
#include "java/rules/judged.h"

namespace dh::java {

struct CallersInput {
  const Index& index;
  const Models& models;
  const FactorWeights& weights;
  Parallelism parallel;
};

// The findings that remain, in the order of `open`: of each the alternative that the callers support best.
std::vector<Finding> decide_open_findings(const CallersInput& input, std::vector<OpenFinding> open);

}  // namespace dh::java
