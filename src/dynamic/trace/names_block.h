// The names block of binary files.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "dynamic/names.h"

namespace dh::dyn {

// Adds `count` entries to names. False: the bytes are no names block.
bool parse_names_block(std::string_view raw, uint64_t count, Names& names);

// Which names a file has already.
class NamesWritten {
 public:
  // Names of this space come from elsewhere.
  void leave_out(Space space) { told_[static_cast<size_t>(space)] = SIZE_MAX; }
  // Calls write(raw, count) with blocks of what is in `names` and was not written yet.
  void write_new(const Names& names, const std::function<void(std::string_view, uint64_t)>& write);

 private:
  std::array<size_t, kSpaces> told_{};
};

}  // namespace dh::dyn
