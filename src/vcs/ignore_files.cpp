#include "vcs/ignore_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

#include "source/root.h"
#include "vcs/git.h"

namespace dh {

namespace {

constexpr size_t kMaxIgnoreFileBytes = size_t{4} << 20;

// A link is not followed: git does not, and it could lead anywhere.
IgnorePatterns read_patterns(const std::string& path, int flags = O_NOFOLLOW) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | flags);
  if (file < 0) return {};
  struct stat info {};
  std::string text;
  if (::fstat(file, &info) == 0 && S_ISREG(info.st_mode)) {
    std::array<char, 16384> buffer;
    ssize_t n = 0;
    while (text.size() < kMaxIgnoreFileBytes && (n = ::read(file, buffer.data(), buffer.size())) > 0) {
      text.append(buffer.data(), static_cast<size_t>(n));
    }
  }
  ::close(file);
  return IgnorePatterns(text);
}

std::string users_ignore_file(const std::string& root) {
  if (Result<std::string> configured =
          run_git(root, {"config", "--type=path", "--get", "core.excludesFile"})) {
    std::string path = *configured;
    while (path.ends_with('\n')) path.pop_back();
    return path;
  }
  const char* config = std::getenv("XDG_CONFIG_HOME");
  if (config != nullptr && *config != '\0') return std::string(config) + "/git/ignore";
  const char* home = std::getenv("HOME");
  return home == nullptr ? "" : std::string(home) + "/.config/git/ignore";
}

std::string_view parent_of(std::string_view relative) {
  const size_t slash = relative.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : relative.substr(0, slash);
}

}  // namespace

IgnoreFiles::IgnoreFiles(std::string root) : root_(std::move(root)) {
  general_.push_back(read_patterns(root_ + "/.git/info/exclude", 0));
  general_.push_back(read_patterns(users_ignore_file(root_), 0));
}

const IgnorePatterns& IgnoreFiles::patterns_of(std::string_view folder) {
  auto it = by_folder_.find(folder);
  if (it != by_folder_.end()) return it->second;
  std::string path = root_;
  if (!folder.empty()) (path += '/') += folder;
  return by_folder_.emplace(std::string(folder), read_patterns(path + "/.gitignore")).first->second;
}

// Of the path itself: the nearest .gitignore that says something.
IgnoreVerdict IgnoreFiles::verdict(std::string_view relative, bool is_folder) {
  for (std::string_view folder = relative; !folder.empty();) {
    folder = parent_of(folder);
    const std::string_view below = folder.empty() ? relative : relative.substr(folder.size() + 1);
    const IgnoreVerdict said = patterns_of(folder).verdict(below, is_folder);
    if (said != IgnoreVerdict::none) return said;
  }
  for (const IgnorePatterns& patterns : general_) {
    const IgnoreVerdict said = patterns.verdict(relative, is_folder);
    if (said != IgnoreVerdict::none) return said;
  }
  return IgnoreVerdict::none;
}

bool IgnoreFiles::folder_is_ignored(std::string_view relative) {
  if (relative.empty()) return false;
  if (auto it = ignored_folders_.find(relative); it != ignored_folders_.end()) return it->second;
  // From the top down, without recursion: paths can be long.
  std::vector<std::string_view> unknown;
  bool ignored = false;
  for (std::string_view folder = relative; !folder.empty(); folder = parent_of(folder)) {
    if (auto it = ignored_folders_.find(folder); it != ignored_folders_.end()) {
      ignored = it->second;
      break;
    }
    unknown.push_back(folder);
  }
  for (auto folder = unknown.rbegin(); folder != unknown.rend(); ++folder) {
    ignored = ignored || verdict(*folder, true) == IgnoreVerdict::ignored;
    ignored_folders_.emplace(std::string(*folder), ignored);
  }
  return ignored;
}

bool IgnoreFiles::matches(const std::string& path, bool is_folder) {
  const std::string relative = relative_to(root_, path);
  if (is_folder) return folder_is_ignored(relative);
  return folder_is_ignored(parent_of(relative)) || verdict(relative, false) == IgnoreVerdict::ignored;
}

// Asked only when something would be ignored: most runs need no git.
bool IgnoreFiles::is_tracked(std::string_view relative) {
  if (!tracked_) {
    tracked_.emplace();
    const Result<std::string> listed =
        run_git(root_, {"ls-files", "-z", "--cached", "--ignored", "--exclude-standard"});
    for (const std::string& file : listed ? split_at_nul(*listed) : std::vector<std::string>()) {
      for (std::string_view name = file; !name.empty(); name = parent_of(name))
        tracked_->insert(std::string(name));
    }
  }
  return tracked_->contains(relative);
}

bool IgnoreFiles::ignores(const std::string& path, bool is_folder) {
  return matches(path, is_folder) && !is_tracked(relative_to(root_, path));
}

// The folders above are asked once, too: most have been seen before.
const std::string& IgnoreFilesByRepository::root_of(const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> unknown;
  std::string root;
  for (fs::path above = folder;; above = above.parent_path()) {
    if (auto it = root_of_folder_.find(above.string()); it != root_of_folder_.end()) {
      root = it->second;
      break;
    }
    unknown.push_back(above.string());
    std::error_code error;
    if (fs::exists(above / ".git", error)) {
      root = above.string();
      break;
    }
    if (above == above.parent_path()) break;
  }
  for (const std::string& one : unknown) root_of_folder_[one] = root;
  return root_of_folder_.find(folder)->second;
}

bool IgnoreFilesByRepository::ignores(const std::string& path, bool is_folder) {
  const std::string root = root_of(path.substr(0, std::max<size_t>(path.rfind('/'), 1)));
  if (root.empty()) return false;
  auto repository = repositories_.find(root);
  if (repository == repositories_.end()) repository = repositories_.emplace(root, IgnoreFiles(root)).first;
  return repository->second.ignores(path, is_folder);
}

}  // namespace dh
