// Floor division and modulo as Python does them; the divisor is not zero.
#pragma once

#include <cstdint>

namespace dh {

constexpr int64_t floor_div(int64_t a, int64_t b) {
  int64_t q = a / b;
  return (a % b != 0 && ((a < 0) != (b < 0))) ? q - 1 : q;
}
constexpr int64_t floor_mod(int64_t a, int64_t b) {
  return a - floor_div(a, b) * b;
}

}  // namespace dh
