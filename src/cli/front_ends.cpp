#include "cli/front_ends.h"

#include <fmt/format.h>

#include "exo/exo_check.h"

namespace dh {

std::span<const FrontEnd> front_ends() {
  static const std::vector<FrontEnd> kFrontEnds = {
      {Language::exo, check_exo, validate_exo_settings},
  };
  return kFrontEnds;
}

std::span<const SettingFlag> setting_flags() {
  static const std::vector<SettingFlag> kFlags = {
      {"--cross-check-z3", Language::exo, "cross-check-z3", SettingFlag::Kind::boolean,
       "Exo: ask Z3 every question too, and report differences"},
      {"--query-time-limit-ms", Language::exo, "query-time-limit-ms", SettingFlag::Kind::integer,
       "Exo: time limit of one question to Z3 (5000)"},
  };
  return kFlags;
}

const FrontEnd* find_front_end(Language language) {
  for (const FrontEnd& front_end : front_ends()) {
    if (front_end.language == language) return &front_end;
  }
  return nullptr;
}

void validate_settings(Language language, const TomlValue* table, Diagnostics& diagnostics) {
  if (const FrontEnd* front_end = find_front_end(language)) front_end->validate_settings(table, diagnostics);
}

}  // namespace dh
