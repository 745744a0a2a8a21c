// Code actions: apply a finding's textual fix, ignore it with a reason, open the page of its rule.
#pragma once

#include <string>

#include "lsp/workspace.h"

namespace dh::lsp {

inline constexpr std::string_view kOpenRulePage = "deadheat.openRulePage";
inline constexpr std::string_view kCheck = "deadheat.check";

Json code_actions(const Workspace& workspace, const Root& root, const std::string& path, const Range& range);

}  // namespace dh::lsp
