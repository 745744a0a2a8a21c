// Events and places in words.
#pragma once

#include <string>
#include <string_view>

#include "dynamic/event.h"
#include "dynamic/names.h"

namespace dh::dyn {

// The text with control characters replaced: names in traces must not send escape codes to a terminal.
std::string without_controls(std::string_view text);

// "Counter.java:12", "location 17", "an unknown place".
std::string location_text(const Names& names, LocId location);

}  // namespace dh::dyn
