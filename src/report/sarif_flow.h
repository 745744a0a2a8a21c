// How a finding happens, as SARIF code flows. Include only in sarif*.cpp.
#pragma once

#include "findings/finding.h"
#include "report/json_writing.h"
#include "report/source_lines.h"

namespace dh::sarif {

// One code flow with one thread flow per thread: down its stack to its accesses. Accesses of different
// threads that have the same executionOrder may happen in either order: that is the race. Empty array when
// the finding has no accesses.
Json code_flows(const Finding& finding, SourceLines* sources);

// The call stacks in full, innermost frame first; empty array when there are none.
Json stacks(const Finding& finding, SourceLines* sources);

}  // namespace dh::sarif
