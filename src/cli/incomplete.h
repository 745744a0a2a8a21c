// What could not be analysed, and how much of that a project accepts.
#pragma once

#include <string>
#include <vector>

#include "source/diagnostic.h"

namespace dh {

// The table [incomplete] of one configuration. It speaks for diagnostics about files below its folder, and
// for those that are about no file.
struct AcceptedIncompleteness {
  std::string folder;                 // of the configuration file, canonical
  bool all = false;                   // accept everything
  std::vector<std::string> paths;     // globs, relative to the folder
  std::vector<std::string> messages;  // parts of messages
};

struct IncompleteCount {
  size_t all = 0;
  size_t accepted = 0;
};

// Counts the diagnostics that make an analysis incomplete, those of severity error.
IncompleteCount count_incomplete(const Diagnostics& diagnostics,
                                 const std::vector<AcceptedIncompleteness>& accepted);

}  // namespace dh
