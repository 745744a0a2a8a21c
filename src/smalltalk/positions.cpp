#include "smalltalk/positions.h"

#include <algorithm>

#include "base/utf8.h"

namespace dh::smalltalk {

namespace {

uint32_t characters(std::string_view text) {
  bool ascii =
      std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  return static_cast<uint32_t>(ascii ? text.size() : utf8_count(text));
}

}  // namespace

uint32_t Positions::line_of(uint32_t offset) const {
  uint32_t low = 1;
  uint32_t high = lines_.line_count();
  while (low < high) {  // the last line that starts at or before the offset
    uint32_t middle = low + (high - low + 1) / 2;
    if (lines_.line_start(middle) <= offset) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

Positions::Position Positions::position(uint32_t offset) {
  offset = std::min(offset, static_cast<uint32_t>(text_.size()));
  uint32_t count = lines_.line_count();
  auto holds = [&](uint32_t line) {
    return lines_.line_start(line) <= offset && (line == count || offset < lines_.line_start(line + 1));
  };
  if (!holds(line_)) {
    line_ = line_ < count && holds(line_ + 1) ? line_ + 1 : line_of(offset);
    offset_ = lines_.line_start(line_);
    column_ = 1;
  }
  // So far right that the column is the last one, whatever the characters are: need not be counted.
  if (offset - lines_.line_start(line_) >= 4 * smallir::Range::kLastColumn)
    return {line_, static_cast<uint16_t>(smallir::Range::kLastColumn)};
  // Count from where we were, in either direction: a file of one long line must not cost its square.
  if (offset >= offset_) {
    column_ += characters(text_.substr(offset_, offset - offset_));
  } else {
    column_ -= std::min(column_ - 1, characters(text_.substr(offset, offset_ - offset)));
  }
  offset_ = offset;
  return {line_, static_cast<uint16_t>(std::min(column_, smallir::Range::kLastColumn))};
}

smallir::Range Positions::range(Span span) {
  Position begin = position(span.begin);
  Position end = position(std::max(span.begin, span.end));
  return {begin.line, end.line, begin.column, end.column};
}

}  // namespace dh::smalltalk
