// Whole-program race detection over SmallIR: roots, pointer analysis, traces, race check, report.
#pragma once

#include "findings/checker.h"
#include "smallir/module.h"
#include "smallir/settings.h"

namespace dh {

// Adds findings of rule smalltalk-race, diagnostics for limits that cut results short, and counts.
void detect_races(const smallir::Module& module, const smallir::Settings& settings,
                  const FactorWeights& weights, const Parallelism& how, CheckSink& sink);

}  // namespace dh
