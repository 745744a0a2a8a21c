#include "cli/stable_paths.h"

#include <algorithm>
#include <filesystem>

#include "cli/config.h"
#include "source/root.h"

namespace dh {

namespace fs = std::filesystem;

StablePaths::StablePaths(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    std::error_code error;
    fs::path folder = canonical_path(path);
    if (!fs::is_directory(folder, error)) folder = folder.parent_path();
    given_.push_back(folder.string());
  }
  std::sort(given_.begin(), given_.end(), [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
}

std::string StablePaths::of(const std::string& path) {
  if (path.empty()) return path;
  if (auto it = known_.find(path); it != known_.end()) return it->second;
  const std::string canonical = canonical_path(path);
  const std::string& root = root_of(fs::path(canonical).parent_path().string());
  return known_[path] = root.empty() ? path : relative_to(root, canonical);
}

const std::string& StablePaths::root_of(const std::string& folder) {
  auto [it, is_new] = root_by_folder_.try_emplace(folder);
  if (!is_new) return it->second;
  if (auto repository = find_repository_root(folder)) return it->second = *repository;
  if (auto config = find_config(folder)) {
    return it->second = fs::path(canonical_path(*config)).parent_path().string();
  }
  for (const std::string& given : given_) {
    if (is_within(given, folder)) return it->second = given;
  }
  return it->second;
}

}  // namespace dh
