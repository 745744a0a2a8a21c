// From the core of all modules to findings.
#pragma once

#include "erlang/core/model.h"
#include "findings/checker.h"

namespace dh::erlang {

void find_races(std::vector<CoreModule> modules, const Model& model, const SharedInterner& names,
                const FactorWeights& weights, const Parallelism& parallel, CheckSink& sink);

}  // namespace dh::erlang
