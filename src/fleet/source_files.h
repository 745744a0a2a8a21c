// The source files of a project, for its size and for the table of files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dh::fleet {

struct SourceFileSize {
  std::string path;  // below the folder
  std::string language;
  uint64_t bytes = 0;
};

// Sorted by path. What cannot be read is left out: the check of the project says so.
std::vector<SourceFileSize> list_source_files(const std::string& folder);

}  // namespace dh::fleet
