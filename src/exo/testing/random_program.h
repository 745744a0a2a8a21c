// Random Exo programs for the tests: small, but with every construct that the checker reasons about.
#pragma once

#include <cstdint>
#include <string>

namespace dh::exo {

// The same text for the same seed. The proc to check is called "main"; its control arguments are n and m
// (sizes), k (an index, 0 to 2 by precondition) and b (a bool).
std::string random_program(uint64_t seed);

}  // namespace dh::exo
