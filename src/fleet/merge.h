// The results of a run as rows of one database.
#pragma once

#include <memory>
#include <string>

#include "fleet/database.h"

namespace dh::fleet {

struct MergeRequest {
  std::string folder;    // of the run
  std::string database;  // new, or of earlier runs
  std::string program;   // deadheat itself, for the merge of traces
  std::string run;       // its name; a run of the same name is replaced
};

struct MergeSummary {
  int64_t run = 0;
  size_t projects = 0;
  size_t failed = 0;
  size_t not_run = 0;
  size_t findings = 0;
};

// The database is replaced as a whole when everything is in it; until then, and on failure, the old one
// stays.
Result<MergeSummary> merge_run(const MergeRequest& request);

// Opens a database of `fleet merge` to read it; another version or another file is a failure that says so.
Result<std::unique_ptr<Database>> open_merged(const std::string& path);

}  // namespace dh::fleet
