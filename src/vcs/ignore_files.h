// Which files of a repository git ignores: all .gitignore files, .git/info/exclude and the user's own.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "vcs/ignore_patterns.h"

namespace dh {

// Files that git tracks are never ignored, whatever the patterns say. Not thread-safe: remembers what it
// read.
class IgnoreFiles {
 public:
  // The canonical root of a repository.
  explicit IgnoreFiles(std::string root);

  // A canonical path below the root. Whatever is below an ignored folder is ignored.
  bool ignores(const std::string& path, bool is_folder);
  // The same by the patterns alone.
  bool matches(const std::string& path, bool is_folder);

 private:
  bool folder_is_ignored(std::string_view relative);
  IgnoreVerdict verdict(std::string_view relative, bool is_folder);
  const IgnorePatterns& patterns_of(std::string_view folder);
  bool is_tracked(std::string_view relative);

  std::string root_;
  std::vector<IgnorePatterns> general_;  // the first that decides wins
  StringMap<IgnorePatterns> by_folder_;  // relative to the root, "" for the root
  StringMap<bool> ignored_folders_;
  std::optional<StringSet> tracked_;  // ignored by the patterns, with the folders above them
};

// For discovery: the repository of each path is found once.
class IgnoreFilesByRepository {
 public:
  // False outside of repositories.
  bool ignores(const std::string& canonical_path, bool is_folder);

 private:
  const std::string& root_of(const std::string& folder);

  StringMap<std::string> root_of_folder_;  // "" for none
  StringMap<IgnoreFiles> repositories_;
};

}  // namespace dh
