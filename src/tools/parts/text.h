// Events and places in words.
#pragma once

#include <string>

#include "dynamic/event.h"
#include "dynamic/names.h"

namespace dh::dyn {

// "Counter.java:12", "location 17", "an unknown place".
std::string location_text(const Names& names, LocId location);

}  // namespace dh::dyn
