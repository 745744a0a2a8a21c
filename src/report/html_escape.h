// Untrusted text in HTML.
#pragma once

#include <string>
#include <string_view>

namespace dh {

// Valid UTF-8 for element contents and for attributes in quotes of either kind.
std::string html_escape(std::string_view text);

}  // namespace dh
