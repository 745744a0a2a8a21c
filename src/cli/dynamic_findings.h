// Raw reports of dynamic tools as findings.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "dynamic/names.h"
#include "dynamic/report.h"
#include "findings/finding.h"

namespace dh {

#define DH_FACTOR_ENUM DynamicFactor
#define DH_FACTOR_FILE "cli/dynamic_factors.def"
#include "findings/define_factors.inc"

struct DynamicContext {
  const dyn::Names& names;
  std::string trace;  // path; places without a source file are lines of it
  // The line of a trace's event by its position; empty for live runs.
  std::function<uint64_t(uint64_t)> line_at;
};

Finding finding_of(const dyn::RawReport& report, const DynamicContext& context);

}  // namespace dh
