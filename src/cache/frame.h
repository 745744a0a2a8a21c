// Compressed bytes with their digest.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace dh {

std::string framed(std::string_view bytes);
// Nothing when they are damaged.
std::optional<std::string> unframed(std::string_view bytes);

}  // namespace dh
