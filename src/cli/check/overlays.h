// check --overlays: unsaved texts of an editor, checked in place of the files on disk.
#pragma once

#include <string>

#include "base/result.h"

namespace dh {

// Reads a JSON object of paths and texts ("-": standard input). Paths must be spelled as the check finds
// them: below an absolute path on the command line they are absolute.
Result<void> read_overlays(const std::string& path);

}  // namespace dh
