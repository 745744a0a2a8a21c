// The identity of an analysis.
#pragma once

#include <optional>
#include <string>

#include "cli/check/cached_check.h"

namespace dh {

// Equal only if the analysis must have equal results; nothing when that cannot be known, because a file
// cannot be read, was changed just now, or because files outside of the root may be read.
std::optional<std::string> cache_key(const CheckUnit& unit);

}  // namespace dh
