// What a check analyses: its paths, each with the configuration that belongs to it.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/check/check_options.h"
#include "cli/config.h"

namespace dh {

// Paths with the same configuration are one project: analysed together.
struct Project {
  Config config;
  std::vector<std::string> paths;
};

Result<std::vector<Project>> find_projects(const CheckOptions& options, Diagnostics& diagnostics);

// The language's table with the command line's flags laid over it.
TomlValue settings_of(const Config& config, Language language, const CheckOptions& options);

}  // namespace dh
