#include <fmt/format.h>
#include <signal.h>

#include <CLI/CLI.hpp>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "report/version.h"

namespace {

int run(int argc, char** argv) {
  using namespace dh;
  CLI::App app(
      "deadheat finds concurrency bugs: in Smalltalk, Erlang, Exo and Java sources (static),\n"
      "and in running Java and native programs and recorded traces (dynamic).");
  app.name("deadheat");
  app.set_version_flag("--version", fmt::format("deadheat {}", kVersion));
  app.require_subcommand(0, 1);
  app.footer(std::string("'deadheat COMMAND --help' tells more.\n") + kExitStatusHelp);

  using Adder = Action (*)(CLI::App&);
  std::vector<Action> actions;
  for (Adder add :
       {add_check, add_run, add_replay, add_cxx, add_cc, add_ir, add_rules, add_explain, add_tools}) {
    actions.push_back(add(app));
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    fmt::print(stderr, "deadheat: {}\n'deadheat{} --help' tells more.\n", error.what(),
               app.get_subcommands().empty() ? "" : " " + app.get_subcommands().front()->get_name());
    return static_cast<int>(ExitStatus::usage);
  }
  std::vector<CLI::App*> commands = app.get_subcommands({});
  for (size_t i = 0; i < commands.size(); ++i) {
    if (commands[i]->parsed()) return static_cast<int>(actions[i]());
  }
  fmt::print("{}", app.help());
  return static_cast<int>(ExitStatus::usage);
}

}  // namespace

int main(int argc, char** argv) {
  ::signal(SIGPIPE, SIG_IGN);  // a reader that goes away is no reason to lose the other reports
  return run(argc, argv);
}
