// Findings as diagnostics of the protocol, and the explanation an editor shows on hover.
#pragma once

#include <string>
#include <vector>

#include "lsp/workspace.h"

namespace dh::lsp {

// Everything about one file, in the order of the report.
Json diagnostics_of_file(const Workspace& workspace, const Root& root, const std::string& path);
Json diagnostic_of(const Workspace& workspace, const Json& finding);

// The files of a root's findings and messages, sorted.
std::vector<std::string> files_with_diagnostics(const Root& root);

// Findings with the primary place (or, for `any_place`, any access or related place) at this range of a file.
enum class Touching { primary_place, any_place };
std::vector<const Json*> findings_at(const Workspace& workspace, const Root& root, const std::string& path,
                                     const Range& range, Touching touching);

// Markdown.
std::string explanation_of(const Json& finding);

}  // namespace dh::lsp
