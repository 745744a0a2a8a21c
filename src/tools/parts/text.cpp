#include "tools/parts/text.h"

#include <fmt/format.h>

namespace dh::dyn {

std::string location_text(const Names& names, LocId id) {
  if (!id.valid()) return "an unknown place";
  const LocationName location = names.location(id);
  if (location.path.empty()) {
    return location.symbol.empty() ? fmt::format("location {}", location.number) : location.symbol;
  }
  return location.line == 0 ? location.path : fmt::format("{}:{}", location.path, location.line);
}

}  // namespace dh::dyn
