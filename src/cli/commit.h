// The commit that was analysed, for the head of reports.
#pragma once

#include <string>

namespace dh {

// The full id of HEAD in the repository of a path, read from its files; empty when there is none.
std::string commit_of(const std::string& path);

}  // namespace dh
