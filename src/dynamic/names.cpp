#include "dynamic/names.h"

#include <fmt/format.h>

#include <algorithm>

namespace dh::dyn {

LocationName Names::location(LocId id) const {
  if (const auto it = detailed_.find(id.value); it != detailed_.end()) return it->second;
  LocationName result;
  if (id.index() < numbers_.size()) result.number = numbers_[id.index()];
  return result;
}

size_t Names::count(Space space) const {
  return space == Space::location ? numbers_.size() : tables_[static_cast<size_t>(space)].size();
}

std::string Names::text(Space space, uint32_t id) const {
  const auto& table = tables_[static_cast<size_t>(space)];
  if (id >= table.size()) return {};
  if (!is_element(table[id])) return std::string(sized_text(table[id]));
  const Array& array = array_of(table[id]);
  const uint64_t index = array.elements.first + uint64_t{id - array.id} * array.elements.stride;
  return fmt::format("{}[{}]", sized_text(array.name), index);
}

std::string_view Names::element_name(Space space, uint32_t id) const {
  const std::lock_guard lock(elements_guard_);
  std::string& name = element_names_[{space, id}];
  if (name.empty()) name = text(space, id);
  return name;
}

uint32_t Names::add(Space space, std::string_view name) {
  auto& table = tables_[static_cast<size_t>(space)];
  table.push_back(keep(name));
  return static_cast<uint32_t>(table.size() - 1);
}

uint32_t Names::add_elements(Space space, std::string_view name, Elements elements) {
  auto& table = tables_[static_cast<size_t>(space)];
  const auto id = static_cast<uint32_t>(table.size());
  const Array* const array = arena_.make<Array>(id, elements, keep(name));
  table.resize(table.size() + elements.count, reinterpret_cast<const char*>(array) + 1);
  return id;
}

const char* Names::keep(std::string_view name) {
  size_t length_bytes = 1;
  for (size_t rest = name.size() >> 7; rest != 0; rest >>= 7) ++length_bytes;
  char* const text = static_cast<char*>(arena_.allocate(length_bytes + name.size(), 2));
  for (size_t i = 0; i < length_bytes; ++i) {
    const bool goes_on = i + 1 < length_bytes;
    text[i] = static_cast<char>((name.size() >> 7 * i & 0x7f) | (goes_on ? 0x80 : 0));
  }
  std::copy(name.begin(), name.end(), text + length_bytes);
  return text;
}

LocId Names::add_location(uint64_t number) {
  numbers_.push_back(number);
  return LocId(static_cast<uint32_t>(numbers_.size() - 1));
}

LocId Names::add_location(LocationName location) {
  const LocId id = add_location(location.number);
  if (!location.path.empty() || !location.symbol.empty()) detailed_.emplace(id.value, std::move(location));
  return id;
}

std::string_view space_name(Space space) {
  switch (space) {
    case Space::none:
      return "nothing";
    case Space::variable:
      return "variable";
    case Space::thread:
      return "thread";
    case Space::lock:
      return "lock";
    case Space::atomic:
      return "volatile";
    case Space::barrier:
      return "barrier";
    case Space::channel:
      return "channel";
    case Space::class_:
      return "class";
    case Space::method:
      return "method";
    case Space::location:
      return "location";
  }
  return {};
}

std::string display_name(const Names& names, Space space, uint32_t id) {
  if (names.lookup()) {
    if (std::string name = names.lookup()(space, id); !name.empty()) return name;
  }
  const std::string_view name = names.name(space, id);
  return name.empty() ? fmt::format("{} {}", space_name(space), id) : std::string(name);
}

}  // namespace dh::dyn
