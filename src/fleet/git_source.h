// Revisions of git repositories as source trees. The repository is not trusted: its hooks, filters and other
// configuration are never used.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"

namespace dh::fleet {

struct GitRevision {
  std::string commit;
  uint64_t bytes = 0;  // of source files, by their names
};

Result<GitRevision> find_revision(const std::string& repository, const std::string& revision);

// Writes the tree of a revision to `tar`. Objects are read through a new, empty repository in `scratch`, so
// that filters that the repository's configuration names cannot run.
Result<void> archive_revision(const std::string& repository, const std::string& revision,
                              const std::string& scratch, const std::string& tar);

}  // namespace dh::fleet
