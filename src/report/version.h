// The version of this program: the project's VERSION in CMakeLists.txt.
#pragma once

#include <string_view>

namespace dh {

extern const std::string_view kVersion;

}  // namespace dh
