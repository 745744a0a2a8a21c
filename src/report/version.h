// Which deadheat this is.
#pragma once

#include <string>
#include <string_view>

namespace dh {

// Of the git tag, else of CMakeLists.txt (cmake/version.cmake): "0.1.0".
extern const std::string_view kVersion;

// "0.1.0 (commit abc1234 2024-06-01; Release, GNU 12.2.0, Linux x86_64)".
std::string version_text();

}  // namespace dh
