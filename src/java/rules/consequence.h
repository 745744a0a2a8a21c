// What goes wrong when two accesses to a field run at once, in a few words.
#pragma once

#include <string>

#include "java/rules/judged.h"

namespace dh::java {

// "`A.put(int)` and `A.get()` can run at once: lost update". `at` is the access that is reported.
std::string consequence(const Judged& judged, const CountedAccess& at, const CountedAccess& other);

}  // namespace dh::java
