// Programs that engines start.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace dh::fleet {

// Starts a program (found by PATH) in a process group of its own, so that Ctrl-C on the terminal reaches only
// us; it gets SIGTERM when we die. Standard output and error are appended to `log`.
Result<pid_t> start_child(const std::vector<std::string>& command, const std::string& log);

// How it ended, as waitpid says it; nothing while it runs.
std::optional<int> ended_status(pid_t child);

// Runs it to its end and gives back what it printed on standard output; a failure has what it printed on
// standard error.
Result<std::string> output_of(const std::vector<std::string>& command, const std::string& log);

// Runs it to its end and gives back its exit status; what it prints is appended to `log`.
Result<int> run_to_end(const std::vector<std::string>& command, const std::string& log);

// The last line that is not empty.
std::string last_line_of(const std::string& log);

}  // namespace dh::fleet
