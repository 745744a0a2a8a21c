// What the confidence of findings of dynamic tools is made of: the table factors.def, for the traits of
// tools.
#pragma once

#include <string_view>

namespace dh::dyn {

// A part of a finding's confidence, in points of 100, and the reason for it.
struct ConfidencePart {
  std::string_view id;  // of the factor; empty: no part
  int points = 0;
  std::string_view reason;
};

namespace factors {
#define DH_FACTOR(enumerator, id, weight, text) inline constexpr ConfidencePart enumerator{id, weight, text};
#include "dynamic/factors.def"
#undef DH_FACTOR
}  // namespace factors

}  // namespace dh::dyn
