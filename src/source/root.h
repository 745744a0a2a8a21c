// Where a path belongs: the root of its repository, and its name below that, however it was spelled.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace dh {

// The absolute path without links, "." and "..", also of what does not exist (as far as it does).
std::string canonical_path(const std::string& path);

// Whether a canonical path is the folder or below it.
bool is_within(const std::string& folder, const std::string& path);

// The canonical path less the folder; the path itself when it is not below the folder.
std::string relative_to(const std::string& folder, const std::string& path);

// The nearest folder at or above a canonical path that holds `.git`.
std::optional<std::string> find_repository_root(const std::string& path);

// The root of a check of a path: of its repository; without one the folder itself (for src, test, include and
// ebin the application above it).
std::string root_of_check(const std::string& path);

// The folders in which a run may read files. What is analysed is not trusted: neither a link nor an include
// in it may lead to other files, whose text would then be in a report. Immutable.
class ReadableRoots {
 public:
  ReadableRoots() = default;                                 // everything may be read
  explicit ReadableRoots(std::vector<std::string> folders);  // canonical ones

  bool allows(const std::string& path) const;
  // The same, and these folders as well.
  ReadableRoots with(const std::vector<std::string>& more) const;

 private:
  bool limited_ = false;
  std::vector<std::string> folders_;
};

}  // namespace dh
