#include "report/sarif_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"

namespace dh::sarif {

namespace {

bool is_plain(unsigned char c) {
  bool letter_or_digit = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return letter_or_digit || c == '/' || c == '-' || c == '.' || c == '_' || c == '~';
}

}  // namespace

std::string uri_of(std::string_view path) {
  std::string out;
  if (path.starts_with('/')) out = "file://";
  while (path.starts_with("./")) path.remove_prefix(2);
  for (char c : path) {
    unsigned char byte = static_cast<unsigned char>(c);
    out += is_plain(byte) ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return out;
}

std::string literal(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (char c : text) {
    if (c == '{' || c == '}') out += c;
    if (c == '[' || c == ']' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string link(std::string_view text, size_t id) {
  return fmt::format("[{}]({})", literal(text), id);
}

Json message(std::string text) {
  return {{"text", std::move(text)}};
}

Json artifact_location(const Place& place) {
  Json json = {{"uri", uri_of(place.path)}};
  if (!place.path.starts_with('/')) json["uriBaseId"] = "%SRCROOT%";
  return json;
}

namespace {

constexpr size_t kMaxSnippet = 400;  // characters; a minified line does not help

// A column in UTF-16 code units. Lines that cannot be read count as plain.
uint32_t utf16_column(const Place& place, uint32_t line, uint32_t column, SourceLines* sources) {
  const std::optional<std::string> text = sources != nullptr ? sources->line(place.path, line) : std::nullopt;
  if (!text || column == 0) return column;
  const size_t characters = utf8_count(*text);
  const uint32_t beyond = column - 1 > characters ? column - 1 - static_cast<uint32_t>(characters) : 0;
  return static_cast<uint32_t>(utf16_units(*text, column - 1)) + beyond + 1;
}

}  // namespace

Json snippet(const Place& place, SourceLines* sources) {
  const std::optional<std::string> line =
      place.line > 0 && sources != nullptr ? sources->line(place.path, place.line) : std::nullopt;
  if (!line || utf8_count(*line) > kMaxSnippet) return nullptr;
  return {{"startLine", place.line}, {"snippet", {{"text", *line}}}};
}

Json region(const Place& place, SourceLines* sources) {
  if (place.line == 0) return nullptr;
  uint32_t column = place.column;
  uint32_t end_line = std::max(place.end_line, place.line);
  uint32_t end_column = place.end_column;
  if (column == 0) {
    std::optional<std::string> line =
        sources != nullptr ? sources->line(place.path, place.line) : std::nullopt;
    column = 1;
    end_line = place.line;
    end_column = line ? static_cast<uint32_t>(utf8_count(*line)) + 1 : 2;
  }
  if (end_column == 0) end_column = end_line == place.line ? column + 1 : 1;
  if (end_line == place.line) end_column = std::max(end_column, column);
  column = utf16_column(place, place.line, column, sources);
  end_column = utf16_column(place, end_line, end_column, sources);
  return {
      {"startLine", place.line}, {"startColumn", column}, {"endLine", end_line}, {"endColumn", end_column}};
}

Json location(const Place& place, std::string_view text, size_t id, SourceLines* sources) {
  Json json = Json::object();
  if (id > 0) json["id"] = id;
  if (place.known()) {
    Json physical = {{"artifactLocation", artifact_location(place)}};
    if (Json where = region(place, sources); !where.is_null()) physical["region"] = std::move(where);
    if (Json context = snippet(place, sources); id > 0 && !context.is_null())
      physical["contextRegion"] = std::move(context);
    json["physicalLocation"] = std::move(physical);
  }
  if (!text.empty()) json["message"] = message(literal(text));
  return json;
}

void add_logical_location(Json& location, const std::string& function) {
  if (function.empty()) return;
  location["logicalLocations"] = Json::array({Json{{"fullyQualifiedName", function}, {"kind", "function"}}});
}

}  // namespace dh::sarif
