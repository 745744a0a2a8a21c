// Source lines with labels below them, for terminals.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/paint.h"
#include "report/source_lines.h"
#include "source/place.h"

namespace dh {

struct Label {
  Place place;
  std::string text;  // may be empty
  bool primary = false;
  std::string symbol = {};  // that it is in, shown with the path; may be empty
};

struct ExcerptStyle {
  Painter paint;
  Style primary = Style::error;
  size_t width = 120;  // columns of source shown of one line
  size_t gutter = 1;   // columns of line numbers: gutter_width of the labels
};

size_t gutter_width(const std::vector<Label>& labels);

// One block per file, the primary label's first; in a block the lines in order, with gaps as "...".
// The first label is the primary one. Sources may be null.
std::string render_excerpts(const std::vector<Label>& labels, SourceLines* sources,
                            const ExcerptStyle& style);

}  // namespace dh
