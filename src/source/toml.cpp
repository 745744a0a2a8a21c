#include "source/toml.h"

#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
// With kMaxKeySegments this bounds how deep tables nest, and so every recursion over them.
#define TOML_MAX_NESTED_VALUES 32
// Version 3.3 asserts on some malformed keys before it reports them as errors.
#define TOML_ASSERT(condition) static_cast<void>(0)
#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "base/check.h"
#include "base/nearest_name.h"

namespace dh {

namespace {

Place place_of(const toml::source_region& region, const std::string& path) {
  return Place{path, region.begin.line, region.begin.column, region.end.line, region.end.column};
}

// toml++ makes a table of each segment of a.b.c, without a limit, and frees them by recursion.
constexpr size_t kMaxKeySegments = 16;

// The offset after the string that begins at `at` with a quote. One that is not closed ends with its line, as
// toml++ reports it.
size_t skip_string(std::string_view text, size_t at) {
  const char quote = text[at];
  const std::string three(3, quote);
  const bool multi_line = text.substr(at, 3) == three;
  at += multi_line ? 3 : 1;
  while (at < text.size()) {
    if (text[at] == '\\' && quote == '"') {
      at += 2;
    } else if (multi_line && text.substr(at, 3) == three) {
      return at + 3;
    } else if (!multi_line && (text[at] == quote || text[at] == '\n')) {
      return at + 1;
    } else {
      ++at;
    }
  }
  return text.size();
}

struct Refusal {
  size_t at;
  std::string message;
};

// The first thing that toml++ cannot bear, if there is one: a key with too many segments (dots of numbers
// cannot be as many), or a character beyond ASCII outside of strings and comments, where its tables of
// Unicode have holes.
std::optional<Refusal> refuse(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  size_t dots = 0;
  for (size_t at = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0; at < text.size();) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      at = skip_string(text, at);
      continue;
    }
    if (c == '#') {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    if (c == '.' && ++dots >= kMaxKeySegments) {
      return Refusal{
          at, fmt::format("a key has more than {} segments; deadheat has no such key", kMaxKeySegments)};
    }
    if (static_cast<unsigned char>(c) >= 0x80)
      return Refusal{at, "only strings and comments can have such a character"};
    if (std::string_view("\n=,[]{}").find(c) != std::string_view::npos) dots = 0;
    ++at;
  }
  return std::nullopt;
}

// Bounded: see kMaxKeySegments and TOML_MAX_NESTED_VALUES.
TomlValue convert(const toml::node& node, const std::string& path) {
  TomlValue result;
  result.place = place_of(node.source(), path);
  if (const toml::table* table = node.as_table()) {
    TomlMembers members;
    for (const auto& [key, value] : *table) {
      TomlValue member = convert(value, path);
      if (!value.is_table() && !value.is_array_of_tables()) member.place = place_of(key.source(), path);
      members.emplace(std::string(key.str()), std::move(member));
    }
    result.value = std::move(members);
  } else if (const toml::array* array = node.as_array()) {
    TomlArray items;
    for (const toml::node& item : *array) items.push_back(convert(item, path));
    result.value = std::move(items);
  } else if (auto text = node.value_exact<std::string>()) {
    result.value = std::move(*text);
  } else if (auto integer = node.value_exact<int64_t>()) {
    result.value = *integer;
  } else if (auto flag = node.value_exact<bool>()) {
    result.value = *flag;
  } else if (auto number = node.value_exact<double>()) {
    result.value = *number;
  } else {
    std::ostringstream date;
    node.visit([&](const auto& leaf) {
      if constexpr (toml::is_value<decltype(leaf)>) date << *leaf;
    });
    result.value = date.str();
  }
  return result;
}

}  // namespace

std::string_view TomlValue::type_name() const {
  struct Name {
    std::string_view operator()(bool) const { return "boolean"; }
    std::string_view operator()(int64_t) const { return "integer"; }
    std::string_view operator()(double) const { return "number"; }
    std::string_view operator()(const std::string&) const { return "string"; }
    std::string_view operator()(const TomlArray&) const { return "array"; }
    std::string_view operator()(const TomlMembers&) const { return "table"; }
  };
  return std::visit(Name{}, value);
}

TomlValue parse_toml(std::string_view text, const std::string& path, Diagnostics& diagnostics) {
  if (std::optional<Refusal> refusal = refuse(text)) {
    const std::string_view before = text.substr(0, refusal->at);
    const auto line = static_cast<uint32_t>(1 + std::count(before.begin(), before.end(), '\n'));
    const auto column = static_cast<uint32_t>(before.size() - (before.rfind('\n') + 1) + 1);
    diagnostics.push_back(
        {Severity::error, Place{path, line, column, line, column}, std::move(refusal->message)});
    return TomlValue{TomlMembers{}, Place{path, 0, 0, 0, 0}};
  }
  toml::parse_result parsed = toml::parse(text, path);
  if (!parsed) {
    const toml::parse_error& error = parsed.error();
    diagnostics.push_back(
        {Severity::error, place_of(error.source(), path), std::string(error.description())});
    return TomlValue{TomlMembers{}, Place{path, 0, 0, 0, 0}};
  }
  return convert(parsed.table(), path);
}

TomlReader::TomlReader(const TomlValue* table, Diagnostics& diagnostics)
    : table_(table), diagnostics_(diagnostics) {
  DH_CHECK(table == nullptr || std::holds_alternative<TomlMembers>(table->value), "not a table");
}

const TomlValue* TomlReader::take(std::string_view key) {
  asked_.emplace_back(key);
  if (table_ == nullptr) return nullptr;
  const TomlMembers& members = std::get<TomlMembers>(table_->value);
  auto it = members.find(key);
  return it == members.end() ? nullptr : &it->second;
}

void TomlReader::wrong_type(const TomlValue& value, std::string_view key, std::string_view wanted) {
  diagnostics_.push_back(
      {Severity::error, value.place, fmt::format("'{}' must be {}, not {}", key, wanted, value.type_name())});
}

bool TomlReader::has(std::string_view key) const {
  return table_ != nullptr && std::get<TomlMembers>(table_->value).contains(key);
}

bool TomlReader::boolean(std::string_view key, bool otherwise) {
  const TomlValue* value = take(key);
  if (value == nullptr) return otherwise;
  if (const bool* flag = std::get_if<bool>(&value->value)) return *flag;
  wrong_type(*value, key, "true or false");
  return otherwise;
}

int64_t TomlReader::integer(std::string_view key, int64_t otherwise, int64_t least, int64_t most) {
  const TomlValue* value = take(key);
  if (value == nullptr) return otherwise;
  const int64_t* number = std::get_if<int64_t>(&value->value);
  if (number == nullptr) {
    wrong_type(*value, key, "an integer");
    return otherwise;
  }
  if (*number < least || *number > most) {
    diagnostics_.push_back(
        {Severity::error, value->place,
         fmt::format("'{}' must be between {} and {}, not {}", key, least, most, *number)});
    return otherwise;
  }
  return *number;
}

std::string TomlReader::string(std::string_view key, std::string otherwise) {
  const TomlValue* value = take(key);
  if (value == nullptr) return otherwise;
  if (const std::string* text = std::get_if<std::string>(&value->value)) return *text;
  wrong_type(*value, key, "a string");
  return otherwise;
}

std::vector<TomlValue> TomlReader::placed_strings(std::string_view key) {
  const TomlValue* value = take(key);
  if (value == nullptr) return {};
  const TomlArray* array = std::get_if<TomlArray>(&value->value);
  if (array == nullptr) {
    wrong_type(*value, key, "an array of strings");
    return {};
  }
  std::vector<TomlValue> result;
  for (const TomlValue& item : *array) {
    if (std::holds_alternative<std::string>(item.value)) {
      result.push_back(item);
    } else {
      wrong_type(item, key, "an array of strings");
    }
  }
  return result;
}

std::vector<std::string> TomlReader::strings(std::string_view key) {
  std::vector<std::string> result;
  for (TomlValue& item : placed_strings(key)) result.push_back(std::move(std::get<std::string>(item.value)));
  return result;
}

std::vector<int64_t> TomlReader::integers(std::string_view key, int64_t least, int64_t most) {
  const TomlValue* value = take(key);
  if (value == nullptr) return {};
  const TomlArray* array = std::get_if<TomlArray>(&value->value);
  if (array == nullptr) {
    wrong_type(*value, key, "an array of integers");
    return {};
  }
  std::vector<int64_t> result;
  for (const TomlValue& item : *array) {
    const int64_t* number = std::get_if<int64_t>(&item.value);
    if (number == nullptr) {
      wrong_type(item, key, "an array of integers");
    } else if (*number < least || *number > most) {
      diagnostics_.push_back(
          {Severity::error, item.place,
           fmt::format("'{}' must be between {} and {}, not {}", key, least, most, *number)});
    } else {
      result.push_back(*number);
    }
  }
  return result;
}

const TomlValue* TomlReader::table(std::string_view key) {
  const TomlValue* value = take(key);
  if (value == nullptr || std::holds_alternative<TomlMembers>(value->value)) return value;
  wrong_type(*value, key, "a table");
  return nullptr;
}

std::vector<const TomlValue*> TomlReader::tables(std::string_view key) {
  const TomlValue* value = take(key);
  if (value == nullptr) return {};
  const TomlArray* array = std::get_if<TomlArray>(&value->value);
  if (array == nullptr) {
    wrong_type(*value, key, "an array of tables");
    return {};
  }
  std::vector<const TomlValue*> result;
  for (const TomlValue& item : *array) {
    if (std::holds_alternative<TomlMembers>(item.value)) {
      result.push_back(&item);
    } else {
      wrong_type(item, key, "an array of tables");
    }
  }
  return result;
}

std::vector<std::pair<std::string, const TomlValue*>> TomlReader::others() {
  std::vector<std::pair<std::string, const TomlValue*>> result;
  if (table_ == nullptr) return result;
  for (const auto& [key, value] : std::get<TomlMembers>(table_->value)) {
    if (std::find(asked_.begin(), asked_.end(), key) != asked_.end()) continue;
    asked_.push_back(key);
    result.emplace_back(key, &value);
  }
  return result;
}

void TomlReader::report(std::string_view key, std::string message) {
  Place place;
  if (table_ != nullptr) {
    const TomlMembers& members = std::get<TomlMembers>(table_->value);
    auto it = members.find(key);
    place = it == members.end() ? table_->place : it->second.place;
  }
  diagnostics_.push_back({Severity::error, std::move(place), std::move(message)});
}

void TomlReader::finish() {
  if (table_ == nullptr) return;
  for (const auto& [key, value] : std::get<TomlMembers>(table_->value)) {
    if (std::find(asked_.begin(), asked_.end(), key) != asked_.end()) continue;
    std::string meant = nearest_name(key, asked_);
    std::string help = meant.empty() ? fmt::format("known keys: {}", fmt::join(asked_, ", "))
                                     : fmt::format("did you mean '{}'?", meant);
    diagnostics_.push_back({Severity::error, value.place, fmt::format("unknown key '{}'; {}", key, help)});
  }
}

}  // namespace dh
