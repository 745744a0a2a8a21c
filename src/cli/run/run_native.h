// How `deadheat run` starts native programs, and what it says about those that it cannot look into.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "cli/run/native_suppressions.h"
#include "findings/checker.h"

namespace dh {

struct NativeRun {
  std::string suppressions_file;
  std::vector<NativeSuppression> suppressions;
  size_t suppressed = 0;
  bool has_reports = false;
};

enum class ProgramKind {
  other,          // a script, or something that starts others
  instrumented,   // built by `deadheat c++`
  plain_native,   // an executable that our runtime is not in
  other_runtime,  // linked with ThreadSanitizer or AddressSanitizer
};
ProgramKind program_kind(const std::string& path);

// The environment in which the runtime writes its reports to the folder.
std::vector<std::pair<std::string, std::string>> native_environment(const std::string& folder,
                                                                    int64_t max_reports);

using Environment = std::vector<std::pair<std::string, std::string>>;
// The runtime records all events of a program that was built with it.
void record_events(Environment& environment);
// The runtime is loaded into a program that was not, and records what it does with locks and threads.
Result<void> look_at_locks(Environment& environment);

// Adds the findings of a report file of the runtime.
std::vector<Finding> take_native_reports(const std::string& path, NativeRun& run, CheckSink& sink);

}  // namespace dh
