// From what the user names (lists, folders, archives, repositories, globs) to the projects of a plan.
#pragma once

#include <string>
#include <vector>

#include "fleet/plan.h"

namespace dh::fleet {

struct ProjectList {
  std::vector<Project> projects;  // sorted by name, each with its size
  std::vector<std::string>
      warnings;  // entries that cannot be read now: they stay in the plan and fail on their own
};

// Each entry is a folder, an archive, a repository with a revision (PATH@REVISION), a glob of these, or a
// text file with one of them on each line. A mistake in an entry is a failure that names it and, in a list,
// its line.
Result<ProjectList> list_projects(const std::vector<std::string>& entries);

}  // namespace dh::fleet
