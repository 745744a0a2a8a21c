// The sub-commands: each adds itself to the command line and says what to do when it was called.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <vector>

#include "cli/exit_status.h"

namespace dh {

// What a sub-command does once the command line has been read.
using Action = std::function<ExitStatus()>;

Action add_check(CLI::App& app);
Action add_run(CLI::App& app);
Action add_replay(CLI::App& app);
Action add_cxx(CLI::App& app);
Action add_cc(CLI::App& app);
Action add_ir(CLI::App& app);
Action add_rules(CLI::App& app);
Action add_explain(CLI::App& app);
Action add_tools(CLI::App& app);

}  // namespace dh
