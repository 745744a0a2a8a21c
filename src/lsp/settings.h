// What the user of an editor can set; everything about the analysis itself is in deadheat.toml.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/json_writing.h"

namespace dh::lsp {

struct Settings {
  bool check_on_change = true;
  int64_t debounce_milliseconds = 400;
  int64_t time_limit_seconds = 120;
  std::optional<int64_t> min_confidence;
};

// Reads the object `deadheat` of an editor's settings. What is wrong is described in `problems` and keeps its
// default.
Settings settings_from(const Json& json, std::vector<std::string>& problems);

}  // namespace dh::lsp
