// Which findings of a run are shown: --only, and [[jvm.suppress]] of deadheat.toml.
#pragma once

#include <string>
#include <vector>

#include "findings/finding.h"
#include "source/toml.h"

namespace dh {

// Names are Java's with dots. A pattern means a name, and what is in a package or class of that name; *
// stands for any text.
bool java_name_matches(std::string_view pattern, std::string_view name);

struct RaceSuppression {
  std::string field;  // empty: any; the same below
  std::string type;   // class that has the field, or whose method makes one of the accesses
  std::string frame;  // method in one of the stacks
  std::string reason;
  Place place;
  size_t hits = 0;
};

struct RaceFilter {
  std::vector<std::string> only;
  std::vector<RaceSuppression> suppressions;
  size_t outside = 0;  // findings that `only` left out
  size_t suppressed = 0;

  // Whether the finding is shown; counts those that are not.
  bool shows(const Finding& finding);
  // What to say at the end: counts, suppressions that suppressed nothing.
  Diagnostics summary() const;
};

// The tables `suppress` of the table `jvm`, which may be null.
std::vector<RaceSuppression> read_suppressions(const TomlValue* settings, Diagnostics& problems);

}  // namespace dh
