#include "lsp/position.h"

#include <algorithm>

#include "base/utf8.h"

namespace dh::lsp {

namespace {

// Code units before the character at a column (from 1, in characters).
uint32_t utf16_column(std::string_view line, uint32_t column) {
  return static_cast<uint32_t>(utf16_units(line, column - 1));
}

Position position_at(uint32_t line, uint32_t column, const SourceFile& file) {
  const uint32_t last = file.lines().line_count();
  if (line > last) return {last - 1, utf16_column(file.line(last), UINT32_MAX)};
  return {line - 1, utf16_column(file.line(line), column)};
}

// Throws for what is not a natural number; converting whatever a client sends is undefined for large floating
// numbers.
uint32_t natural_number(const Json& json) {
  return static_cast<uint32_t>(
      std::min<Json::number_unsigned_t>(json.get_ref<const Json::number_unsigned_t&>(), UINT32_MAX));
}

}  // namespace

Range range_of(const Place& place, const SourceFile& file) {
  if (place.line == 0) return {};
  if (place.column == 0) {
    const std::string_view line = file.line(place.line);
    const size_t indentation = std::min(line.find_first_not_of(" \t"), line.size());
    return {position_at(place.line, static_cast<uint32_t>(indentation) + 1, file),
            position_at(place.line, UINT32_MAX, file)};
  }
  Range range{position_at(place.line, place.column, file), {}};
  range.end = place.end_line == 0 ? range.begin : position_at(place.end_line, place.end_column, file);
  range.end = std::max(range.begin, range.end);
  return range;
}

Position position_of(uint32_t offset, const SourceFile& file) {
  const LineTable::Position at = file.lines().position(file.text(), offset);
  return position_at(at.line, at.column, file);
}

Json json_of(const Range& range) {
  const auto json = [](Position position) {
    return Json{{"line", position.line}, {"character", position.character}};
  };
  return {{"start", json(range.begin)}, {"end", json(range.end)}};
}

Position position_from(const Json& json) {
  return {natural_number(json.at("line")), natural_number(json.at("character"))};
}

Range range_from(const Json& json) {
  return {position_from(json.at("start")), position_from(json.at("end"))};
}

Place place_from(const Json& json) {
  if (!json.is_object()) return {};
  return {json.at("path").get<std::string>(), json.at("line").get<uint32_t>(),
          json.at("column").get<uint32_t>(), json.at("end_line").get<uint32_t>(),
          json.at("end_column").get<uint32_t>()};
}

}  // namespace dh::lsp
