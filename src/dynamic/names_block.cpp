#include "dynamic/names_block.h"

namespace dh::dyn {

namespace {

class Cursor {
 public:
  explicit Cursor(std::string_view raw) : raw_(raw) {}

  bool byte(uint8_t& value) {
    if (raw_.empty()) return false;
    value = static_cast<uint8_t>(raw_.front());
    raw_.remove_prefix(1);
    return true;
  }
  bool number(uint64_t& value) {
    value = 0;
    uint8_t b;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (!byte(b)) return false;
      value |= uint64_t{b & 0x7fu} << shift;
      if (b < 0x80) return true;
    }
    return false;
  }
  bool text(std::string_view& value) {
    uint64_t size;
    if (!number(size) || size > raw_.size()) return false;
    value = raw_.substr(0, size);
    raw_.remove_prefix(size);
    return true;
  }
  bool at_end() const { return raw_.empty(); }

 private:
  std::string_view raw_;
};

bool parse_location(Cursor& cursor, Names& names) {
  uint64_t number;
  uint64_t line;
  uint64_t column;
  std::string_view path;
  std::string_view symbol;
  if (!cursor.number(number) || !cursor.number(line) || !cursor.number(column) || !cursor.text(path) ||
      !cursor.text(symbol) || line > UINT32_MAX || column > UINT32_MAX) {
    return false;
  }
  names.add_location(LocationName{number, std::string(path), static_cast<uint32_t>(line),
                                  static_cast<uint32_t>(column), std::string(symbol)});
  return true;
}

}  // namespace

bool parse_names_block(std::string_view raw, uint64_t count, Names& names) {
  Cursor cursor(raw);
  for (uint64_t i = 0; i < count; ++i) {
    uint8_t space;
    if (!cursor.byte(space) || space >= kSpaces || space == static_cast<uint8_t>(Space::none)) return false;
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

}  // namespace dh::dyn
