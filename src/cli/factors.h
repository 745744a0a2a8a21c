// The confidence factors of all languages and of dynamic tools, for the [confidence] table of deadheat.toml.
#pragma once

#include <string_view>
#include <vector>

#include "findings/confidence.h"

namespace dh {

// Each factor once, in the order of the tables.
std::vector<const Factor*> all_factors();
// Null when there is no factor of that id.
const Factor* find_factor(std::string_view id);

}  // namespace dh
