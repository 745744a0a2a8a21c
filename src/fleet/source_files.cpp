#include "fleet/source_files.h"

#include <filesystem>

#include "source/discovery.h"
#include "source/root.h"

namespace dh::fleet {

std::vector<SourceFileSize> list_source_files(const std::string& folder) {
  const std::string root = canonical_path(folder);
  DiscoveryOptions options;
  options.roots = ReadableRoots({root});
  Diagnostics ignored;
  std::vector<SourceFileSize> files;
  for (const InputFile& file : discover(root, options, ignored)) {
    std::error_code error;
    const uint64_t bytes = std::filesystem::file_size(file.path, error);
    if (!error)
      files.push_back({relative_to(root, file.path), std::string(language_name(file.language)), bytes});
  }
  return files;
}

}  // namespace dh::fleet
