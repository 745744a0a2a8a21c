#include "lsp/settings.h"

#include <fmt/format.h>

namespace dh::lsp {

namespace {

void read_integer(const Json& value, const std::string& key, int64_t least, int64_t most, int64_t& into,
                  std::vector<std::string>& problems) {
  if (value.is_number_integer() && value >= least && value <= most) {
    into = value.get<int64_t>();
  } else {
    const std::string found = value.is_number() ? value.dump() : std::string(value.type_name());
    problems.push_back(fmt::format("setting deadheat.{}: expected an integer from {} to {}, found {}", key,
                                   least, most, found));
  }
}

}  // namespace

Settings settings_from(const Json& json, std::vector<std::string>& problems) {
  Settings settings;
  if (json.is_null()) return settings;
  if (!json.is_object()) {
    problems.push_back("settings: expected an object");
    return settings;
  }
  for (const auto& [key, value] : json.items()) {
    if (value.is_null()) continue;  // not set
    if (key == "checkOnChange") {
      if (value.is_boolean()) {
        settings.check_on_change = value.get<bool>();
      } else {
        problems.push_back("setting deadheat.checkOnChange: expected true or false");
      }
    } else if (key == "debounceMilliseconds") {
      read_integer(value, key, 0, 60'000, settings.debounce_milliseconds, problems);
    } else if (key == "timeLimitSeconds") {
      read_integer(value, key, 1, 86'400, settings.time_limit_seconds, problems);
    } else if (key == "minConfidence") {
      int64_t given = -1;
      read_integer(value, key, 0, 100, given, problems);
      if (given >= 0) settings.min_confidence = given;
    }
    // Other keys are the extension's own, such as the path of the program.
  }
  return settings;
}

}  // namespace dh::lsp
