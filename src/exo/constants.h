// Integers of the surrounding Python that procs use by name.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "exo/ast.h"

namespace dh::exo {

struct ConstantLookup {
  bool found = false;            // Python binds the name somewhere a proc can see it
  std::optional<int64_t> value;  // its value, where that is an integer we can compute
};

// What `name` stands for where `proc` is defined: the last assignment above it, innermost scope first.
ConstantLookup find_constant(const Proc& proc, std::string_view name);

// Floor division and modulo as Python does them; the divisor is not zero.
constexpr int64_t floor_div(int64_t a, int64_t b) {
  int64_t q = a / b;
  return (a % b != 0 && ((a < 0) != (b < 0))) ? q - 1 : q;
}
constexpr int64_t floor_mod(int64_t a, int64_t b) {
  return a - floor_div(a, b) * b;
}

}  // namespace dh::exo
