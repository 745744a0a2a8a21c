// From byte offsets to lines and columns. LF, CRLF and CR all end a line.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace dh {

class LineTable {
 public:
  struct Position {
    uint32_t line;    // from 1
    uint32_t column;  // from 1, in characters
  };

  explicit LineTable(std::string_view text);

  uint32_t line_count() const { return static_cast<uint32_t>(starts_.size()); }
  // Offsets past the end give the end.
  Position position(std::string_view text, uint32_t offset) const;
  // The text of a line (from 1) without its line end; empty for lines that do not exist.
  std::string_view line(std::string_view text, uint32_t line) const;
  // Byte offset of the first byte of a line that exists.
  uint32_t line_start(uint32_t line) const { return starts_[line - 1]; }

 private:
  std::vector<uint32_t> starts_;
};

}  // namespace dh
