// What the confidence of Exo findings is made of: the table factors.def.
#pragma once

#include <cstdint>
#include <span>

#include "findings/confidence.h"

namespace dh::exo {

#define DH_FACTOR_ENUM ExoFactor
#define DH_FACTOR_FILE "exo/factors.def"
#include "findings/define_factors.inc"

inline Confidence confidence_of(ExoFactor factor) {
  return Confidence(FactorSet<ExoFactor>()[factor]);
}

}  // namespace dh::exo
