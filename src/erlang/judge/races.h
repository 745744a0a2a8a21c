// From the core of all modules to findings.
#pragma once

#include <functional>
#include <optional>

#include "erlang/core/model.h"
#include "findings/checker.h"

namespace dh::erlang {

// A change of the text that removes the finding, if there is one.
using FindFix = std::function<std::optional<Fix>(const Finding&)>;

void find_races(std::vector<CoreModule> modules, const Model& model, const SharedInterner& names,
                const FactorWeights& weights, const Parallelism& parallel, CheckSink& sink,
                const FindFix& find_fix = {});

}  // namespace dh::erlang
