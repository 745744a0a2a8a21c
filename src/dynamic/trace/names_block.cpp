#include "dynamic/trace/names_block.h"

#include "dynamic/trace/binary_format.h"
#include "dynamic/trace/byte_cursor.h"

namespace dh::dyn {

namespace {

bool parse_location(ByteCursor& cursor, Names& names) {
  uint64_t number;
  uint32_t line;
  uint32_t column;
  std::string_view path;
  std::string_view symbol;
  if (!cursor.number(number) || !cursor.number(line) || !cursor.number(column) || !cursor.text(path) ||
      !cursor.text(symbol)) {
    return false;
  }
  names.add_location(LocationName{number, std::string(path), line, column, std::string(symbol)});
  return true;
}

void put_location(std::string& to, const LocationName& location) {
  for (const uint64_t n : {location.number, uint64_t{location.line}, uint64_t{location.column}})
    put_number(to, n);
  put_text(to, location.path);
  put_text(to, location.symbol);
}

}  // namespace

// Of all blocks of a trace together the ids of a space stay below 2^32.
bool parse_elements(ByteCursor& cursor, Space space, Names& names) {
  std::string_view name;
  Names::Elements elements;
  if (!cursor.text(name) || !cursor.number(elements.first) || !cursor.number(elements.stride) ||
      !cursor.number(elements.count))
    return false;
  const uint64_t last = elements.first + uint64_t{elements.stride} * elements.count;
  if (elements.count == 0 || elements.stride == 0 || last > UINT32_MAX) return false;
  if (elements.count > binary::kMaxElements || names.count(space) + elements.count > UINT32_MAX) return false;
  names.add_elements(space, name, elements);
  return true;
}

bool parse_names_block(std::string_view raw, uint64_t count, Names& names) {
  ByteCursor cursor(raw);
  for (uint64_t i = 0; i < count; ++i) {
    uint8_t space;
    if (!cursor.byte(space)) return false;
    if (space == (binary::kElements | static_cast<uint8_t>(Space::variable))) {
      if (!parse_elements(cursor, Space::variable, names)) return false;
      continue;
    }
    if (space >= kSpaces || space == static_cast<uint8_t>(Space::none)) return false;
    if (static_cast<Space>(space) == Space::location) {
      if (!parse_location(cursor, names)) return false;
      continue;
    }
    std::string_view text;
    if (!cursor.text(text)) return false;
    names.add(static_cast<Space>(space), text);
  }
  return cursor.at_end();
}

void NamesWritten::write_new(const Names& names,
                             const std::function<void(std::string_view, uint64_t)>& write) {
  std::string raw;
  uint64_t count = 0;
  for (size_t s = 0; s < kSpaces; ++s) {
    const auto space = static_cast<Space>(s);
    for (; told_[s] < names.count(space); ++told_[s]) {
      raw.push_back(static_cast<char>(s));
      const auto id = static_cast<uint32_t>(told_[s]);
      if (space == Space::location) {
        put_location(raw, names.location(LocId(id)));
      } else {
        put_text(raw, names.text(space, id));
      }
      ++count;
      if (raw.size() <= binary::kMaxRaw / 4) continue;
      write(raw, count);
      raw.clear();
      count = 0;
    }
  }
  if (count != 0) write(raw, count);
}

}  // namespace dh::dyn
