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

// The same for a regular file, and the new contents are on the disk when it returns.
Result<void> write_file_durably(const std::string& path, std::string_view text);

// For a file that is complete but has another name: brings it to the disk and renames it.
Result<void> rename_durably(const std::string& from, const std::string& to);

}  // namespace dh
