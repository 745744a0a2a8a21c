// A piece of Smalltalk code inside a file, and the mapping from its offsets to those of the file.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

namespace dh::smalltalk {

// From this offset of the decoded text on, the file is `delta` bytes further than `base + offset`.
struct Shift {
  uint32_t at = 0;
  uint32_t delta = 0;
};

// The decoded text (no XML entities, no doubled bangs). Views into the file where nothing had to be decoded.
struct CodeText {
  std::string_view text;
  uint32_t base = 0;
  std::span<const Shift> shifts;  // sorted by `at`

  uint32_t offset_in_file(uint32_t at) const {
    auto after = std::upper_bound(shifts.begin(), shifts.end(), at,
                                  [](uint32_t offset, const Shift& shift) { return offset < shift.at; });
    return base + at + (after == shifts.begin() ? 0 : (after - 1)->delta);
  }
};

}  // namespace dh::smalltalk
