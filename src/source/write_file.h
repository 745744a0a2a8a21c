// Writing results, so that a reader never sees half a file.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace dh {

// Writes a temporary file in the same folder and renames it over the path; on failure the old contents
// stay. A symbolic link is followed, an existing file keeps its permissions. What is not a regular file
// (a pipe, a terminal, /dev/stdout) is written directly.
Result<void> write_file_atomically(const std::string& path, std::string_view text);

}  // namespace dh
