// The table of static front ends. Adding a language is one line in front_ends.cpp.
#pragma once

#include <span>

#include "findings/checker.h"
#include "source/language.h"

namespace dh {

struct FrontEnd {
  Language language;
  CheckFunction check;
  // Reports what is wrong with the language's table of deadheat.toml.
  void (*validate_settings)(const TomlValue* table, Diagnostics& diagnostics);
  std::span<const Factor> factors;  // of the confidence of its findings
};

std::span<const FrontEnd> front_ends();
// Null while a language has no front end.
const FrontEnd* find_front_end(Language language);

void validate_settings(Language language, const TomlValue* table, Diagnostics& diagnostics);

// Flags of the command line that set a key of a language's table: `--all-classes` is java.all-classes = true.
struct SettingFlag {
  const char* flag;
  Language language;
  const char* key;
  enum class Kind { boolean, integer, string, strings } kind;
  const char* help;
};
std::span<const SettingFlag> setting_flags();

}  // namespace dh
