// Archives as source trees, by libarchive (archive_module.h).
#pragma once

#include <string>

#include "fleet/plan.h"

namespace dh::fleet {

struct Unpacked {
  std::string problem;        // empty when all went well
  bool is_disk_full = false;  // not the archive's fault
};

// Call it in a child process: a hostile archive may do anything to the library.
Unpacked unpack(const std::string& archive, const std::string& folder, const Limits& limits);

}  // namespace dh::fleet
