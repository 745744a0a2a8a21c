#include "smallir/settings.h"

#include <fmt/format.h>

namespace dh::smallir {

namespace {

Dialect read_dialect(TomlReader& reader) {
  std::string name = reader.string("dialect");
  if (name.empty()) return Dialect::unknown;
  std::string known;
#define DH_DIALECT(id, text, title, new_sends_initialize) \
  if (name == text) return Dialect::id;                   \
  known += known.empty() ? text : std::string(", ") + text;
#include "smallir/dialects.def"
#undef DH_DIALECT
  reader.report("dialect", fmt::format("unknown dialect '{}'; expected one of {}", name, known));
  return Dialect::unknown;
}

}  // namespace

Settings read_settings(const TomlValue* table, Diagnostics& diagnostics) {
  Settings settings;
  settings.model = builtin_model();
  TomlReader reader(table, diagnostics);
  settings.dialect = read_dialect(reader);
  settings.platform = reader.string("platform");
  if (reader.has("new-sends-initialize")) {
    settings.new_sends_initialize = reader.boolean("new-sends-initialize", false) ? 1 : 0;
  }
  settings.context_depth = static_cast<int>(reader.integer("context-depth", settings.context_depth, 0, 8));
  settings.library = reader.strings("library");
  settings.fallback_limit =
      static_cast<int>(reader.integer("fallback-limit", settings.fallback_limit, 0, 100000));
  if (reader.table("confidence") != nullptr)
    reader.report("confidence", "weights of confidence are in the table [confidence]: smalltalk-start = 70");
  read_model(reader, settings.model, diagnostics);
  reader.finish();
  index_model(settings.model);
  return settings;
}

}  // namespace dh::smallir
