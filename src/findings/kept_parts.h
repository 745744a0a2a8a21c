// Results of the parts of a program (Java: of its top-level classes) from an earlier run, for front ends that
// know what the result of a part depends on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "findings/finding.h"
#include "source/diagnostic.h"

namespace dh {

struct PartResult {
  std::vector<Finding> findings;
  Diagnostics diagnostics;
  std::string facts;            // what the rest of the program needs of it, as the front end writes it
  std::vector<uint32_t> files;  // on whose texts all this depends: indices in CheckInput::paths
};

class KeptParts {
 public:
  virtual ~KeptParts() = default;
  // `shape` is all that results depend on besides the texts of their files and the settings. Results by part;
  // nothing where a file of the part is another one today. Empty: nothing is kept of a program of that shape.
  virtual std::vector<std::optional<PartResult>> find(std::string_view shape) = 0;
  // The results of all parts, in their order, for the next run.
  virtual void keep(std::vector<PartResult> parts) = 0;
};

}  // namespace dh
