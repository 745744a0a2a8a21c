// deadheat.toml: the nearest one above a path belongs to it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/incomplete.h"
#include "cli/rule_policies.h"
#include "findings/pipeline.h"
#include "source/language.h"
#include "source/toml.h"

namespace dh {

struct Config {
  std::string path;    // empty: no file, all defaults
  std::string folder;  // canonical; globs are relative to it
  RulePolicies rules;
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

// Where the configuration comes from.
struct ConfigChoice {
  std::string file;                 // --config: this one for all paths
  bool isolated = false;            // none
  std::vector<std::string> select;  // globs of rules
  std::vector<std::string> ignore;
};

// The file that configures a path that exists, or nothing: the nearest deadheat.toml in its folder or above,
// up to the root of the repository. Without a repository the search ends at the user's home folder; outside
// of that at the current folder, or at the root of the check.
std::optional<std::string> find_config(const std::string& path);
std::optional<std::string> find_config(const std::string& path, const ConfigChoice& choice);

// An empty path: the defaults. Problems are added to diagnostics; then the configuration must not be used.
Config read_config(const std::string& path, const ConfigChoice& choice, Diagnostics& diagnostics);

// Reads a text as if it were the file at path; globs are relative to the folder ("": the current one).
Config parse_config(std::string_view text, const std::string& path, Diagnostics& diagnostics,
                    const std::string& folder = {});

}  // namespace dh
