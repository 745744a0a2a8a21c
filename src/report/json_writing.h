// What the JSON and SARIF writers share. Include in few files: nlohmann's header is slow to compile.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace dh {

using Json = nlohmann::ordered_json;

// Indented, valid UTF-8 (bad bytes become U+FFFD), with one newline at the end.
inline std::string to_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace dh
