// What the confidence of Erlang findings is made of: the table factors.def.
#pragma once

#include <cstdint>
#include <span>

#include "findings/confidence.h"

namespace dh::erlang {

#define DH_FACTOR_ENUM FactorId
#define DH_FACTOR_FILE "erlang/judge/factors.def"
#include "findings/define_factors.inc"

}  // namespace dh::erlang
