// Names of what ids stand for: a trace's side tables, or what a live source has told.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/hash.h"
#include "dynamic/ids.h"

namespace dh::dyn {

// Where an event happened. STD traces have only a number; live targets have source places.
struct LocationName {
  uint64_t number = 0;
  std::string path;  // empty: only the number is known
  uint32_t line = 0;
  uint32_t column = 0;
  std::string symbol;  // function or method
};

// Not thread-safe: live sources lock guard() while they add, and so does who reads while they may.
class Names {
 public:
  std::mutex& guard() const { return guard_; }

  // Empty when the id has no name.
  std::string_view name(Space space, uint32_t id) const {
    const auto& table = tables_[static_cast<size_t>(space)];
    if (id >= table.size()) return {};
    return is_element(table[id]) ? element_name(space, id) : sized_text(table[id]);
  }
  // The same for those who go through all names, which would keep the names of all elements.
  std::string text(Space space, uint32_t id) const;
  LocationName location(LocId id) const;

  // For spaces whose objects come and go, where a name for each that ever was would be too much: asks a live
  // source, which answers with an empty text for what is gone. Set before anybody asks; thread-safe itself.
  using Lookup = std::function<std::string(Space, uint32_t)>;
  void set_lookup(Lookup lookup) { lookup_ = std::move(lookup); }
  const Lookup& lookup() const { return lookup_; }

  size_t count(Space space) const;
  // The next id of the space gets this name.
  uint32_t add(Space space, std::string_view name);
  // The next `count` ids are elements of an array, "name[first]", "name[first + stride]" and so on.
  struct Elements {
    uint32_t first = 0;
    uint32_t stride = 1;
    uint32_t count = 0;
  };
  uint32_t add_elements(Space space, std::string_view name, Elements elements);
  LocId add_location(uint64_t number);
  LocId add_location(LocationName location);

 private:
  // Eight bytes a name and not sixteen: there may be one for each element of each array. The text has its
  // length before it, seven bits a byte.
  static std::string_view sized_text(const char* at) {
    size_t size = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = static_cast<unsigned char>(*at++);
      size |= size_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return {at, size};
    }
  }

  // Elements of an array share one entry, whose address is marked by its lowest bit: others are even.
  struct Array {
    uint32_t id;  // of the first element
    Elements elements;
    const char* name;
  };
  static bool is_element(const char* entry) { return (reinterpret_cast<uintptr_t>(entry) & 1) != 0; }
  static const Array& array_of(const char* entry) { return *reinterpret_cast<const Array*>(entry - 1); }
  const char* keep(std::string_view name);
  std::string_view element_name(Space space, uint32_t id) const;

  mutable std::mutex guard_;
  Lookup lookup_;
  Arena arena_;
  std::array<std::vector<const char*>, kSpaces> tables_;
  // Names of elements that somebody asked for. Nodes: the texts stay where they are.
  mutable std::mutex elements_guard_;
  mutable std::map<std::pair<Space, uint32_t>, std::string> element_names_;
  std::vector<uint64_t> numbers_;             // of locations
  FlatMap<uint32_t, LocationName> detailed_;  // locations that are more than a number
};

// "x", or "variable 7" when the id has no name.
std::string display_name(const Names& names, Space space, uint32_t id);
std::string_view space_name(Space space);

}  // namespace dh::dyn
