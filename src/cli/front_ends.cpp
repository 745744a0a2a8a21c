#include "cli/front_ends.h"

#include "cli/smalltalk.h"
#include "erlang/elixir_check.h"
#include "erlang/erlang_check.h"
#include "exo/exo_check.h"
#include "java/java_check.h"
#include "smallir/smallir_check.h"
#include "smalltalk/smalltalk_check.h"
#include "whole_program/factors.h"

namespace dh {

std::span<const FrontEnd> front_ends() {
  static const std::vector<FrontEnd> kFrontEnds = {
      {Language::erlang, check_erlang, validate_erlang_settings, erlang_factors()},
      {Language::elixir, check_elixir, validate_erlang_settings, {}},
      {Language::java, check_java, validate_java_settings, java_factors()},
      {Language::exo, check_exo, validate_exo_settings, exo_factors()},
      {Language::smalltalk, check_smalltalk, validate_smalltalk_settings, factor_table(whole::RaceFactor{})},
      {Language::smallir, check_smallir, validate_smallir_settings, {}},
  };
  return kFrontEnds;
}

std::span<const SettingFlag> setting_flags() {
  static const std::vector<SettingFlag> kFlags = {
      {"--all-classes", Language::java, "all-classes", SettingFlag::Kind::boolean,
       "judge every Java class, not only those that claim to be thread-safe"},
      {"--cross-check-z3", Language::exo, "cross-check-z3", SettingFlag::Kind::boolean,
       "ask Z3 every question too, and report differences"},
      {"--query-time-limit-ms", Language::exo, "query-time-limit-ms", SettingFlag::Kind::integer,
       "time limit of one question to Z3 (600000)"},
      {"--library", Language::smalltalk, "library", SettingFlag::Kind::strings,
       "folder of code that is used but not reported, such as the sources of the base image; may be "
       "repeated"},
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
