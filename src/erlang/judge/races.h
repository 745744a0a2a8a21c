// From the core of all modules to findings.
#pragma once

#include <functional>
#include <optional>

#include "erlang/core/model.h"
#include "findings/checker.h"

namespace dh::erlang {

// A change of the text that removes the finding, if there is one.
using FindFix = std::function<std::optional<Fix>(const Finding&)>;

// Whether findings in a file are left out.
using IsSilent = std::function<bool(std::string_view path)>;

void find_races(std::vector<CoreModule> modules, const Model& model, const SharedInterner& names,
                const FactorWeights& weights, const Parallelism& parallel, CheckSink& sink,
                const FindFix& find_fix = {}, const IsSilent& is_silent = {});

}  // namespace dh::erlang
