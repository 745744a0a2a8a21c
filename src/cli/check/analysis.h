// Runs the front ends over the projects of a check.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/check/check_options.h"
#include "cli/check/projects.h"
#include "cli/session.h"
#include "source/discovery.h"

namespace dh {

struct Analysis {
  SessionResult session;  // its findings have had the policy of their project applied
  std::vector<InputFile> files;
  std::map<std::string, size_t> files_by_language;
  StringMap<size_t> project_of_file;
  std::vector<std::string> empty_folders;  // of the command line
  size_t ignored = 0;                      // files and folders that git ignores
};

Analysis analyse(const CheckOptions& options, const std::vector<Project>& projects,
                 const ReadableRoots& roots, const SessionOptions& session);

}  // namespace dh
