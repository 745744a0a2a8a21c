// What the process has used so far: for --stats.
#pragma once

#include <cstdint>

namespace dh {

double monotonic_seconds();
int64_t peak_resident_bytes();

}  // namespace dh
