// Runs git. The repository is not trusted: nothing that its configuration names is executed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace dh {

// What `git ARGUMENTS` prints in a folder; a failure with git's own message when it fails or is not there.
Result<std::string> run_git(const std::string& folder, const std::vector<std::string>& arguments,
                            std::string_view standard_input = {});

// The parts of an output that NUL bytes end.
std::vector<std::string> split_at_nul(const std::string& output);

}  // namespace dh
