// Known findings, kept in a file so that only new ones are shown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/result.h"
#include "findings/finding.h"
#include "findings/fingerprint.h"

namespace dh {

struct BaselineEntry {
  std::string fingerprint;
  std::string rule;  // this and the rest are for people, and to find entries that match nothing any more
  std::string path;  // below the root of the repository
  std::string message;
};

struct Baseline {
  std::vector<BaselineEntry> entries;
  StringSet fingerprints;
};

Result<Baseline> read_baseline(const std::string& path);
// `path` is for messages.
Result<Baseline> parse_baseline(std::string_view text, const std::string& path);

// What a baseline says of these findings. The rule unused-ignore has no place in one.
std::vector<BaselineEntry> baseline_entries(const std::vector<Finding>& findings,
                                            const StablePath& stable_path);

// The text of a baseline file; sorted, so that it makes small differences under version control.
std::string render_baseline(std::vector<BaselineEntry> entries);

}  // namespace dh
