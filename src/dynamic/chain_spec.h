// The text of a chain: `A:B:C`, `A|B`; `:` binds tighter than `|`. Options of a tool follow its name:
// `A@seed=7,rate=0.1:B`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "dynamic/tool.h"

namespace dh::dyn {

struct ToolSpec {
  std::string name;
  ToolOptions options;
};

using BranchSpec = std::vector<ToolSpec>;

// Checks the form only; the table of tools knows the names.
Result<std::vector<BranchSpec>> parse_chain(std::string_view text);

}  // namespace dh::dyn
