// Known findings, kept in a file so that only new ones are shown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/result.h"
#include "findings/finding.h"

namespace dh {

struct Baseline {
  StringSet fingerprints;
};

Result<Baseline> read_baseline(const std::string& path);
// `path` is for messages.
Result<Baseline> parse_baseline(std::string_view text, const std::string& path);

// The text of a baseline file; sorted, so that it makes small differences under version control.
std::string render_baseline(const std::vector<Finding>& findings);

}  // namespace dh
