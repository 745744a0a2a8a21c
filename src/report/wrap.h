// Text broken at spaces to the width of a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dh {

// The first line begins at column `begin`, further ones are indented by `indent`. Words longer than a line
// stay whole; line breaks of the text stay. Width 0: no limit.
std::string wrap_text(std::string_view text, size_t width, size_t begin, size_t indent);

}  // namespace dh
