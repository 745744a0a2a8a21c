// Raw reports of dynamic tools as findings.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "dynamic/names.h"
#include "dynamic/report.h"
#include "findings/finding.h"

namespace dh {

struct DynamicContext {
  const dyn::Names& names;
  std::string trace;  // path; places without a source file are lines of it
  // The line of a trace's event by its position; empty for live runs.
  std::function<uint64_t(uint64_t)> line_at;
};

// In the words of the tool that reported it. An error when this program does not know the tool or its
// finding: the report was written by another version.
Result<Finding> finding_of(const dyn::RawReport& report, const DynamicContext& context);

// Help for --tools, with the chain that runs by default.
std::string tools_option_help();

}  // namespace dh
