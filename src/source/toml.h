// TOML, read strictly: configuration and library models share these errors with line numbers.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "source/diagnostic.h"

namespace dh {

struct TomlValue;
using TomlArray = std::vector<TomlValue>;
using TomlMembers = std::map<std::string, TomlValue, std::less<>>;

// One value with its place. Dates are kept as strings.
struct TomlValue {
  std::variant<bool, int64_t, double, std::string, TomlArray, TomlMembers> value;
  Place place;

  std::string_view type_name() const;
};

// The document as a table; an empty table and a diagnostic when it is not TOML.
TomlValue parse_toml(std::string_view text, const std::string& path, Diagnostics& diagnostics);

// Reads one table: each member is read once, by name and type; finish() reports those that were not read.
//
//   TomlReader reader(table, diagnostics);
//   config.all_classes = reader.boolean("all-classes", false);
//   config.types = reader.strings("thread-safe-types");
//   reader.finish();
//
// A member of the wrong type is reported with its line and read as if it were absent.
class TomlReader {
 public:
  // A null table reads as an empty one.
  TomlReader(const TomlValue* table, Diagnostics& diagnostics);

  bool has(std::string_view key) const;
  bool boolean(std::string_view key, bool otherwise);
  int64_t integer(std::string_view key, int64_t otherwise, int64_t least, int64_t most);
  std::string string(std::string_view key, std::string otherwise = {});
  std::vector<std::string> strings(std::string_view key);
  std::vector<int64_t> integers(std::string_view key, int64_t least, int64_t most);
  // The strings of an array with their places, for checks of their content.
  std::vector<TomlValue> placed_strings(std::string_view key);
  // A member that is a table, or null.
  const TomlValue* table(std::string_view key);
  // A member that is an array of tables.
  std::vector<const TomlValue*> tables(std::string_view key);
  // Every member that was not read yet, for a table with free names; marks all as read.
  std::vector<std::pair<std::string, const TomlValue*>> others();

  // Reports a problem at a member (or, when there is none of that name, at the table).
  void report(std::string_view key, std::string message);
  // Reports members that were never read, with the names of the known keys.
  void finish();

 private:
  const TomlValue* take(std::string_view key);
  void wrong_type(const TomlValue& value, std::string_view key, std::string_view wanted);

  const TomlValue* table_;
  Diagnostics& diagnostics_;
  std::vector<std::string> asked_;
};

}  // namespace dh
