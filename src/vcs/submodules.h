// The submodules of a repository.
#pragma once

#include <string>
#include <vector>

namespace dh {

// Folders of submodules, below the root, that are empty: the code was not fetched.
std::vector<std::string> missing_submodules(const std::string& root);

}  // namespace dh
