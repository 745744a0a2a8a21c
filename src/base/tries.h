// How often a random test tries.
#pragma once

#include <cstdint>

#include "base/sanitizers.h"

namespace dh {

// Sanitizers take ten times as long and look for other things than wrong verdicts: they get an eighth of the
// tries. The optimised build tries them all.
constexpr uint32_t tries(uint32_t plain) {
#ifdef DH_SANITIZED
  return plain / 8 + 1;
#else
  return plain;
#endif
}

}  // namespace dh
