// Sub-commands of the design whose engines do not exist yet: they say so and exit with status 2.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/conclude.h"

namespace dh {

namespace {

Action not_yet(CLI::App& app, const char* name, const char* help) {
  CLI::App* command = app.add_subcommand(name, std::string(help) + " (not in this version)");
  auto rest = std::make_shared<std::vector<std::string>>();
  command->add_option("ARGUMENT", *rest)->type_name("");
  command->allow_extras();
  return [name, rest] { return usage_error(fmt::format("'deadheat {}' is not in this version yet", name)); };
}

}  // namespace

Action add_run(CLI::App& app) {
  return not_yet(app, "run", "Run a Java or native program and find concurrency bugs in it");
}
Action add_replay(CLI::App& app) {
  return not_yet(app, "replay", "Find concurrency bugs in recorded traces");
}
Action add_cxx(CLI::App& app) {
  return not_yet(app, "c++", "Compile and link a C++ program for 'deadheat run'");
}
Action add_cc(CLI::App& app) {
  return not_yet(app, "cc", "Compile and link a C program for 'deadheat run'");
}
Action add_ir(CLI::App& app) {
  return not_yet(app, "ir", "Print SmallIR as LLVM IR text");
}
Action add_tools(CLI::App& app) {
  return not_yet(app, "tools", "List the tools for 'run' and 'replay'");
}

}  // namespace dh
