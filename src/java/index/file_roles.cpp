#include "java/index/file_roles.h"

#include <algorithm>
#include <string_view>

namespace dh::java {

namespace {

// How many characters of the paths name the folder that holds all of them.
size_t shared_folder(const std::vector<std::string>& paths) {
  if (paths.empty()) return 0;
  std::string_view first = paths.front();
  size_t shared = first.size();
  for (const std::string& path : paths) {
    size_t most = std::min(shared, path.size());
    auto [mine, theirs] =
        std::mismatch(first.begin(), first.begin() + static_cast<ptrdiff_t>(most), path.begin());
    shared = static_cast<size_t>(mine - first.begin());
  }
  size_t slash = first.substr(0, shared).rfind('/');
  return slash == std::string_view::npos ? 0 : slash + 1;
}

FileRole role_of(std::string_view path, const Models& models) {
  FileRole role = FileRole::product;
  for (size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/')) {
    std::string_view folder = path.substr(0, slash);
    if (models.test_folders.contains(folder)) role = FileRole::test;
    if (models.generated_folders.contains(folder)) role = FileRole::generated;
    path.remove_prefix(slash + 1);
  }
  std::string_view name = path.substr(0, path.rfind('.'));
  return role == FileRole::product && models.test_files.contains(name) ? FileRole::test : role;
}

}  // namespace

std::vector<FileRole> file_roles(const std::vector<std::string>& paths, const Models& models) {
  std::vector<FileRole> roles;
  if (paths.size() == 1) return {FileRole::product};  // one file is what was asked for
  size_t shared = shared_folder(paths);
  roles.reserve(paths.size());
  for (const std::string& path : paths)
    roles.push_back(role_of(std::string_view(path).substr(shared), models));
  return roles;
}

}  // namespace dh::java
