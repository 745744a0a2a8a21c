// What a fix changes, line by line, for reports.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "findings/fix.h"
#include "report/source_lines.h"

namespace dh {

struct DiffLine {
  enum class Kind { removed, added } kind = Kind::removed;
  uint32_t line = 0;  // of the old text; for added ones of where they go
  std::string text;   // without its line end

  friend bool operator==(const DiffLine&, const DiffLine&) = default;
};

// Removed lines before added ones, by place. Empty when the file cannot be read or changed.
std::vector<DiffLine> diff_of(const Fix& fix, SourceLines* sources);

}  // namespace dh
