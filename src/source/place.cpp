#include "source/place.h"

#include <fmt/format.h>

namespace dh {

std::string Place::text() const {
  if (line == 0) return path;
  if (column == 0) return fmt::format("{}:{}", path, line);
  return fmt::format("{}:{}:{}", path, line, column);
}

}  // namespace dh
