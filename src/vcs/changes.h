// What changed in a repository since a commit.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/result.h"

namespace dh {

struct LineRange {
  uint32_t first;
  uint32_t last;
};

struct Changes {
  std::string commit;                       // compared with
  StringMap<std::vector<LineRange>> lines;  // by path below the root, ascending
  StringSet new_files;                      // every line is new

  StringMap<std::string> old_names;  // of files that were renamed

  const std::string& old_name(const std::string& path) const;
  bool touches(const std::string& path, uint32_t first, uint32_t last) const;
};

// The working tree of a repository against the commit where the current branch left `ref`; against `ref`
// itself when their histories have no commit in common. Files that git does not track and does not ignore are
// new.
Result<Changes> changes_since(const std::string& root, const std::string& ref);

// Lines and old names, of `git diff --unified=0`.
Changes parse_diff(std::string_view diff);

// Writes the files of a commit below a folder, as they are in the repository: no filter is run and no link is
// made. The folder gets an empty `.git`, so that it is a root.
Result<void> write_tree(const std::string& root, const std::string& commit, const std::string& folder);

}  // namespace dh
