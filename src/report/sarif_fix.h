// Textual fixes in SARIF. Include only in sarif*.cpp.
#pragma once

#include "findings/finding.h"
#include "report/json_writing.h"
#include "report/source_lines.h"

namespace dh::sarif {

// The `fixes` of a result; empty when there is none for the text as it is now.
Json fixes(const Finding& finding, SourceLines* sources);

}  // namespace dh::sarif
