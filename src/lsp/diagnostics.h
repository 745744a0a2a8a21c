// Findings as diagnostics of the protocol, and the explanation an editor shows on hover.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "lsp/workspace.h"

namespace dh::lsp {

Json diagnostic_of(const Workspace& workspace, const Json& finding);

// Of the files that have any, in one pass: a project may have thousands of files and findings. In the order
// of the report.
std::map<std::string, Json> diagnostics_by_file(const Workspace& workspace, const Root& root);

// Findings with the primary place (or, for `any_place`, any access or related place) at this range of a file.
enum class Touching { primary_place, any_place };
std::vector<const Json*> findings_at(const Workspace& workspace, const Root& root, const std::string& path,
                                     const Range& range, Touching touching);

// Markdown.
std::string explanation_of(const Json& finding);

}  // namespace dh::lsp
