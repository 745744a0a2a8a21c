// The hash of a source line by which GitHub code scanning recognises an alert again.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dh {

// The value of `primaryLocationLineHash` for each line, as GitHub's upload action defines it, so that
// both are equal:
// - The text is a sequence of UTF-16 units (bad UTF-8 as the WHATWG decoder reads it) without spaces and
//   tabs; CRLF and CR count as LF. The unit 0xFFFF ends it, as many zeros as needed follow.
// - A line's hash takes the 100 units from its beginning on, over line ends: the polynomial in 37 modulo
//   2^64, as hexadecimal digits.
// - ":n" follows, for the n-th line of the file with that hash.
class LineHashes {
 public:
  explicit LineHashes(std::string_view text);

  size_t line_count() const { return lines_.size(); }
  // The hash of a line (from 1); empty when there is no such line.
  std::string of_line(uint32_t line) const;

 private:
  struct Line {
    uint64_t hash;
    uint32_t occurrence;
  };
  std::vector<Line> lines_;
};

}  // namespace dh
