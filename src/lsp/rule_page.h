// The page of a rule as a file that an editor can open.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace dh::lsp {

// Writes it below the user's cache folder and returns its path.
Result<std::string> write_rule_page(std::string_view rule);

}  // namespace dh::lsp
