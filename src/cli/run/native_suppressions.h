// Suppression files in ThreadSanitizer's format: lines "kind:pattern", comments with #.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "findings/finding.h"

namespace dh {

struct NativeSuppression {
  enum class Kind { race, mutex, deadlock, called_from_lib, other };
  Kind kind = Kind::race;
  std::string pattern;
};

Result<std::vector<NativeSuppression>> read_native_suppressions(const std::string& path);

// A pattern matches any part of a text; ^ and $ bind it to its ends, * stands for any text.
bool suppression_matches(std::string_view pattern, std::string_view text);

bool is_suppressed(const Finding& finding, const std::vector<NativeSuppression>& suppressions);

}  // namespace dh
