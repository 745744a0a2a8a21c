// Findings of an earlier report in our JSON (docs/json-report.md).
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "findings/finding.h"

namespace dh {

// As they were when the report was written; level and fingerprint are computed again, from the same facts.
Result<std::vector<Finding>> read_findings(const std::string& path);
Result<std::vector<Finding>> parse_findings(std::string_view text, const std::string& path);

}  // namespace dh
