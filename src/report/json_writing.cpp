#include "report/json_writing.h"

#include <fmt/format.h>

#include <iterator>
#include <string_view>

#include "base/utf8.h"
#include "report/display.h"

namespace dh {

namespace {

// Of valid JSON: outside of strings there is nothing but ASCII, and line breaks are layout.
std::string with_escaped_controls(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const size_t length = utf8_length(text);
    const uint32_t c = length == 1 ? static_cast<unsigned char>(text.front()) : utf8_decode(text);
    if (c != '\n' && clean_code_point(c) != c) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", c);  // all of them are below U+10000
    } else {
      out.append(text.substr(0, length));
    }
    text.remove_prefix(length);
  }
  return out;
}

}  // namespace

std::string to_text(const Json& json) {
  return with_escaped_controls(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

Json cleaned_strings(Json json) {
  if (json.is_string()) return clean_text(json.get_ref<const std::string&>());
  if (json.is_structured()) {
    for (Json& part : json) part = cleaned_strings(std::move(part));  // as deep as our own pages nest
  }
  return json;
}

}  // namespace dh
