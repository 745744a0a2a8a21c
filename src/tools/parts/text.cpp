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

std::string without_controls(std::string_view text) {
  std::string out(text);
  for (size_t i = 0; i < out.size(); ++i) {
    const auto byte = static_cast<unsigned char>(out[i]);
    const bool is_c1 = byte == 0xC2 && i + 1 < out.size() && static_cast<unsigned char>(out[i + 1]) < 0xA0;
    if (byte < 0x20 || byte == 0x7F || is_c1) out[i] = '?';
    if (is_c1) out[++i] = '?';
  }
  return out;
}

}  // namespace dh::dyn
