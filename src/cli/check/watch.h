// `check --watch`: checks again whenever a file changes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/exit_status.h"

namespace dh {

// Runs the check, each time in a process of its own, now and after every change below the paths, until
// Ctrl-C. Returns only when the command line or configuration is wrong at the first time.
ExitStatus watch(const std::vector<std::string>& paths, const std::function<ExitStatus()>& check);

}  // namespace dh
