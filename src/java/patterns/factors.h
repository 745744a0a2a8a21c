// What the confidence of these rules is made of: the table factors.def.
#pragma once

#include <cstdint>
#include <span>

#include "findings/confidence.h"

namespace dh::java {

#define DH_FACTOR_ENUM PatternFactor
#define DH_FACTOR_FILE "java/patterns/factors.def"
#include "findings/define_factors.inc"

}  // namespace dh::java
