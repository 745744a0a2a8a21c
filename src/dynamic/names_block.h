// The names block of a binary trace.
#pragma once

#include <cstdint>
#include <string_view>

#include "dynamic/names.h"

namespace dh::dyn {

// Adds `count` entries to names. False: the bytes are no names block.
bool parse_names_block(std::string_view raw, uint64_t count, Names& names);

}  // namespace dh::dyn
