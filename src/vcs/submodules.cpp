#include "vcs/submodules.h"

#include <filesystem>

#include "source/root.h"
#include "vcs/git.h"

namespace dh {

namespace fs = std::filesystem;

std::vector<std::string> missing_submodules(const std::string& root) {
  std::error_code error;
  if (!fs::is_regular_file(fs::symlink_status(root + "/.gitmodules", error))) return {};
  const Result<std::string> listed =
      run_git(root, {"config", "--file", ".gitmodules", "--no-includes", "-z", "--get-regexp", "\\.path$"});
  if (!listed) return {};  // not one that git reads
  std::vector<std::string> missing;
  for (const std::string& entry : split_at_nul(*listed)) {  // "submodule.NAME.path\nPATH"
    const std::string path = entry.substr(entry.find('\n') + 1);
    const std::string folder = canonical_path(root + "/" + path);
    if (folder == root || !is_within(root, folder)) continue;
    if (fs::is_directory(folder, error) && fs::is_empty(folder, error))
      missing.push_back(relative_to(root, folder));
  }
  return missing;
}

}  // namespace dh
