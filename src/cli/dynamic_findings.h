// Raw reports of dynamic tools as findings.
#pragma once

#include <functional>
#include <string>

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

Finding finding_of(const dyn::RawReport& report, const DynamicContext& context);

}  // namespace dh
