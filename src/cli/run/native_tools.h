// The dynamic tools over recorded runs of native programs.
#pragma once

#include <functional>
#include <string>

#include "findings/checker.h"
#include "findings/finding.h"

namespace dh {

struct NativeToolRun {
  std::string tools;   // a chain
  std::string record;  // file to write a trace to; empty: none
  size_t max_reports = 10000;
};

// `events` is the file of a process, its report file is beside it. `take` gets the findings; problems go to
// the sink.
void run_native_tools(const std::string& events, const NativeToolRun& run,
                      const std::function<void(Finding)>& take, CheckSink& sink);

}  // namespace dh
