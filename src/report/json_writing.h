// What the JSON and SARIF writers share. Include in few files: nlohmann's header is slow to compile.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace dh {

using Json = nlohmann::ordered_json;

// Indented, valid UTF-8 (bad bytes become U+FFFD), with one newline at the end. Control and direction
// characters are written as \uXXXX: the values stay, but a terminal that shows the file does not obey them.
std::string to_text(const Json& json);

// For pages, which show values as they are: control and direction characters in all strings become U+FFFD.
Json cleaned_strings(Json json);

}  // namespace dh
