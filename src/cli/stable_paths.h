// Names of files that do not depend on how their paths were spelled, for fingerprints.
#pragma once

#include <string>
#include <vector>

#include "base/hash.h"

namespace dh {

// A file's path below the root of its repository; without one below the nearest folder with a deadheat.toml;
// without that below the path on the command line it was found under. Not thread-safe: remembers folders.
class StablePaths {
 public:
  // The paths of the command line.
  explicit StablePaths(const std::vector<std::string>& paths);

  std::string of(const std::string& path);

 private:
  const std::string& root_of(const std::string& folder);

  std::vector<std::string> given_;  // canonical folders, longest first
  StringMap<std::string> known_;    // by path as spelled
  StringMap<std::string> root_by_folder_;
};

}  // namespace dh
