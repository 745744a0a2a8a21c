// What the confidence of a race is made of: the table factors.def.
#pragma once

#include <cstdint>
#include <span>

#include "findings/confidence.h"

namespace dh::whole {

#define DH_FACTOR_ENUM RaceFactor
#define DH_FACTOR_FILE "whole_program/factors.def"
#include "findings/define_factors.inc"

}  // namespace dh::whole
