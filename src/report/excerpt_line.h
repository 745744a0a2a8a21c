// One source line and the labels on it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/excerpt.h"

namespace dh {

// A part of one line that is underlined, in characters from 0; the end is exclusive and at least one
// past the beginning.
struct Mark {
  size_t begin = 0;
  size_t end = 1;
  std::string text;
  bool primary = false;
};

// The line with a caret line and its labels below: lines without gutter and line end, the source line
// first. A line too wide to show all its marks is repeated, cut around each. Marks are not empty.
std::vector<std::vector<std::string>> render_line(std::string_view line, std::vector<Mark> marks,
                                                  const ExcerptStyle& style);

// As above, for a line without marks.
std::string render_plain_line(std::string_view line, size_t width);

}  // namespace dh
