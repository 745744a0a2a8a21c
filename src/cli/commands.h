// The sub-commands: each declares its options and gives back what to do. main.cpp has the table of them.
#pragma once

#include <optional>

#include "cli/command_line.h"

namespace dh {

Action define_check(Options& options);
Action define_run(Options& options);
Action define_replay(Options& options);
Action define_cxx(Options& options);
Action define_cc(Options& options);
Action define_compiler_flags(Options& options);
Action define_lsp(Options& options);
Action define_ir(Options& options);
Action define_rules(Options& options);
Action define_explain(Options& options);
Action define_tools(Options& options);
Action define_trace(Options& options);
Action define_fleet(Options& options);
Action define_cache(Options& options);
Action define_init(Options& options);
Action define_completions(Options& options);
Action define_help(Options& options);
Action define_version(Options& options);

// Runs the compiler if the command is `cc` or `c++`: does not return then, unless it cannot be started.
std::optional<int> run_as_compiler(int argc, char** argv);

}  // namespace dh
