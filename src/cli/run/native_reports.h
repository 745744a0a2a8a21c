// What the runtime of native programs wrote (docs/native.md, "Report files"), as raw reports with the names
// of source.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "dynamic/names.h"
#include "dynamic/report.h"
#include "findings/finding.h"

namespace dh {

struct NativeReports {
  std::vector<Finding> findings;
  uint64_t threads = 0;
  bool is_complete = false;  // false: the program was killed
};

Result<NativeReports> read_native_reports(const std::string& path);

}  // namespace dh
