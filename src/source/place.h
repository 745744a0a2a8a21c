// Where something is, as an editor shows it. A plain value that outlives the file it points into.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace dh {

// Lines and columns count from 1; a column counts characters (code points), a tab is one.
// The end is exclusive: a three-letter word at the start of a line is 1:1 to 1:4. Line 0: only the file
// is known. Column 0: only the line is known.
struct Place {
  std::string path;
  uint32_t line = 0;
  uint32_t column = 0;
  uint32_t end_line = 0;
  uint32_t end_column = 0;

  bool known() const { return !path.empty(); }
  // "path:line:column", without the parts that are unknown.
  std::string text() const;

  friend auto operator<=>(const Place&, const Place&) = default;
};

// Half-open range of byte offsets in one file.
struct Span {
  uint32_t begin = 0;
  uint32_t end = 0;

  friend auto operator<=>(const Span&, const Span&) = default;
};

}  // namespace dh
