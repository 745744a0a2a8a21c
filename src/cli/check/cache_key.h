// The identity of an analysis.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/check/cached_check.h"

namespace dh {

struct CacheKey {
  std::string all;                  // equal only if the analysis must have equal results
  std::string program_and_options;  // all of it but the contents of the inputs
  std::vector<std::string> inputs;  // a digest of each input's content

  friend bool operator==(const CacheKey&, const CacheKey&) = default;
};

// Nothing when that cannot be known, because a file cannot be read, was changed just now, or because files
// outside of the root may be read.
std::optional<CacheKey> cache_key(const CheckUnit& unit);

}  // namespace dh
