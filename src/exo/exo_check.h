// The Exo front end: deadheat check on Exo programs.
#pragma once

#include <span>

#include "findings/checker.h"

namespace dh {

// Settings: loop-budget, query-time-limit-ms, cross-check-z3.
void check_exo(const CheckInput& input, CheckSink& sink);
void validate_exo_settings(const TomlValue* table, Diagnostics& diagnostics);
// What the confidence of its findings is made of.
std::span<const Factor> exo_factors();

}  // namespace dh
