// Positions as editors count them: lines from 0, columns in UTF-16 code units from 0.
#pragma once

#include <cstdint>

#include "report/json_writing.h"
#include "source/source_file.h"

namespace dh::lsp {

struct Position {
  uint32_t line = 0;
  uint32_t character = 0;

  friend auto operator<=>(const Position&, const Position&) = default;
};

struct Range {
  Position begin;
  Position end;

  bool contains(Position position) const { return begin <= position && position <= end; }
};

// What a place covers of a file. Only the line known: the line without its indentation. Only the file known:
// its beginning.
Range range_of(const Place& place, const SourceFile& file);
// Of a byte offset.
Position position_of(uint32_t offset, const SourceFile& file);

Json json_of(const Range& range);
// Throws Json::exception when it is none.
Position position_from(const Json& json);
Range range_from(const Json& json);

// A place as the JSON report writes it; null gives an unknown place.
Place place_from(const Json& json);

}  // namespace dh::lsp
