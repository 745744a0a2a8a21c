// Files that the fleet wrote itself, or that its user named.
#pragma once

#include <string>

#include "base/result.h"

namespace dh::fleet {

Result<std::string> read_whole_file(const std::string& path);

// The first `most` bytes, empty when there is no such file.
std::string read_beginning(const std::string& path, size_t most);

}  // namespace dh::fleet
