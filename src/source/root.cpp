#include "source/root.h"

#include <algorithm>
#include <filesystem>

namespace dh {

namespace fs = std::filesystem;

std::string canonical_path(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path.empty() ? "." : path, error);
  const fs::path result = fs::weakly_canonical(absolute, error);
  if (error) return path;
  std::string text = result.string();
  while (text.size() > 1 && text.ends_with('/')) text.pop_back();
  return text;
}

bool is_within(const std::string& folder, const std::string& path) {
  if (!path.starts_with(folder)) return false;
  return path.size() == folder.size() || folder.ends_with('/') || path[folder.size()] == '/';
}

std::string relative_to(const std::string& folder, const std::string& path) {
  if (!is_within(folder, path)) return path;
  size_t at = folder.size();
  while (at < path.size() && path[at] == '/') ++at;
  return at == path.size() ? "." : path.substr(at);
}

std::optional<std::string> find_repository_root(const std::string& path) {
  std::error_code error;
  for (fs::path folder = path;; folder = folder.parent_path()) {
    if (fs::exists(folder / ".git", error)) return folder.string();
    if (folder == folder.parent_path()) return std::nullopt;
  }
}

std::string root_of_check(const std::string& path) {
  std::error_code error;
  fs::path folder = canonical_path(path);
  if (auto repository = find_repository_root(folder.string())) return *repository;
  if (!fs::is_directory(folder, error)) folder = folder.parent_path();
  for (const char* part : {"src", "test", "include", "ebin"}) {
    if (folder.filename() == part) return folder.parent_path().string();
  }
  return folder.string();
}

ReadableRoots::ReadableRoots(std::vector<std::string> folders)
    : limited_(true), folders_(std::move(folders)) {}

bool ReadableRoots::allows(const std::string& path) const {
  if (!limited_) return true;
  const std::string canonical = canonical_path(path);
  return std::any_of(folders_.begin(), folders_.end(),
                     [&](const std::string& folder) { return is_within(folder, canonical); });
}

ReadableRoots ReadableRoots::with(const std::vector<std::string>& more) const {
  ReadableRoots result = *this;
  for (const std::string& folder : more) result.folders_.push_back(canonical_path(folder));
  return result;
}

}  // namespace dh
