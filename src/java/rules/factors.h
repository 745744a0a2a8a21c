// What the confidence of Java findings is made of: the table factors.def.
#pragma once

#include <cstdint>
#include <span>

#include "findings/confidence.h"

namespace dh::java {

#define DH_FACTOR_ENUM JavaFactor
#define DH_FACTOR_FILE "java/rules/factors.def"
#include "findings/define_factors.inc"

}  // namespace dh::java
