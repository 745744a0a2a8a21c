// check --fix: writes the textual fixes of findings into their files.
#pragma once

#include <vector>

#include "findings/finding.h"
#include "source/diagnostic.h"
#include "source/root.h"

namespace dh {

// Takes the findings out that were fixed and returns how many. A file that changed since it was analysed,
// that is outside of the roots or that stands for an unsaved text stays as it is, with a message.
size_t apply_fixes(std::vector<Finding>& findings, const ReadableRoots& roots, Diagnostics& diagnostics);

}  // namespace dh
