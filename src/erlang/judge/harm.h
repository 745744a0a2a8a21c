// What can be lost when another process comes in between: the difference between an update that is gone and
// work that is done twice.
#pragma once

#include "erlang/judge/suspect.h"

namespace dh::erlang {

// Nothing was found, and the value that is written does not depend on who writes it: a cache that is filled
// twice.
bool fills_cache(const Suspect& suspect);
// It writes the time, and constants.
bool writes_time(const Suspect& suspect);
// The written value depends on the value read only, and is not counted on from it: all writers write the
// same.
bool normalizes_value(const Suspect& suspect);

}  // namespace dh::erlang
