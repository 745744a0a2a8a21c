// From offsets in a file to the lines and columns of SmallIR, fast for offsets that are near each other.
#pragma once

#include "smallir/module.h"
#include "source/source_file.h"

namespace dh::smalltalk {

class Positions {
 public:
  explicit Positions(const SourceFile& file)
      : text_(file.text()), lines_(file.lines()), offset_(lines_.line_start(1)) {}

  smallir::Range range(Span span);

 private:
  struct Position {
    uint32_t line;
    uint16_t column;
  };
  Position position(uint32_t offset);
  uint32_t line_of(uint32_t offset) const;

  std::string_view text_;
  const LineTable& lines_;
  // The position of the last query.
  uint32_t line_ = 1;
  uint32_t offset_;
  uint32_t column_ = 1;
};

}  // namespace dh::smalltalk
