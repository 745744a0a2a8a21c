// deadheat.toml: the nearest one above a path belongs to it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/incomplete.h"
#include "findings/pipeline.h"
#include "source/language.h"
#include "source/toml.h"

namespace dh {

struct Config {
  std::string path;  // empty: no file, all defaults
  Policy policy;
  std::vector<std::string> include;
  std::vector<std::string> exclude;
  std::optional<Level> fail_on;
  std::optional<int64_t> min_confidence;
  std::optional<int64_t> top;
  AcceptedIncompleteness accepted_incompleteness;
  FactorWeights factor_weights;  // [confidence]
  TomlValue document;            // for the tables of the languages

  // The table of a language, or null.
  const TomlValue* settings(Language language) const;
  // A table of the document by its name, or null.
  const TomlValue* table(std::string_view name) const;
};

// The configuration file that belongs to a path that exists, or nothing.
std::optional<std::string> find_config(const std::string& path);

// Problems are added to diagnostics; then the configuration must not be used.
Config read_config(const std::string& path, Diagnostics& diagnostics);

// For tests: reads a text as if it were the file at path.
Config parse_config(std::string_view text, const std::string& path, Diagnostics& diagnostics);

}  // namespace dh
