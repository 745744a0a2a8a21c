#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <new>
#include <sstream>

#include "cli/output.h"
#include "report/display.h"
#include "report/version.h"

namespace dh {

struct Options::Impl {
  CLI::App* app;
  std::vector<std::string>* unknown = nullptr;
};

void Options::flag(const std::string& names, bool& value, const std::string& help) {
  impl_.app->add_flag(names, value, help);
}

void Options::text(const std::string& names, std::string& value, const std::string& type,
                   const std::string& help) {
  impl_.app->add_option(names, value, help)->type_name(type);
}

void Options::choice(const std::string& names, std::string& value, const std::string& type,
                     const std::vector<std::string>& choices, const std::string& help) {
  CLI::Option* option = impl_.app->add_option(names, value, help)->type_name(type);
  option->check(CLI::IsMember(choices).description(""));
  if (!value.empty()) option->capture_default_str();
}

void Options::texts(const std::string& names, std::vector<std::string>& values, const std::string& type,
                    const std::string& help) {
  impl_.app->add_option(names, values, help)->type_name(type)->allow_extra_args(false);
}

void Options::number(const std::string& names, std::optional<int64_t>& value, const std::string& type,
                     int64_t least, int64_t most, const std::string& help) {
  impl_.app->add_option(names, value, help)->type_name(type)->check(CLI::Range(least, most).description(""));
}

void Options::positional(const std::string& name, std::string& value, const std::string& help,
                         bool required) {
  impl_.app->add_option(name, value, help)->type_name("")->required(required);
}

void Options::positional_choice(const std::string& name, std::string& value,
                                const std::vector<std::string>& choices, const std::string& help) {
  CLI::Option* option = impl_.app->add_option(name, value, help)->type_name("")->required();
  option->check(CLI::IsMember(choices).description(""));
}

void Options::positionals(const std::string& name, std::vector<std::string>& values, const std::string& help,
                          bool required) {
  impl_.app->add_option(name, values, help)->type_name("")->required(required);
}

void Options::pass_unknown(std::vector<std::string>& values) {
  impl_.app->allow_extras();
  impl_.unknown = &values;
}

void Options::footer(const std::string& text) {
  impl_.app->footer(text);
}

namespace {

// The status; what is printed may still be in a buffer.
ExitStatus run_command(int argc, char** argv, const std::vector<Command>& commands) {
  CLI::App app(
      "deadheat finds concurrency bugs: in Smalltalk, Erlang, Exo and Java sources (static),\n"
      "and in running Java and native programs and recorded traces (dynamic).");
  app.name("deadheat");
  app.set_version_flag("--version", fmt::format("deadheat {}", kVersion));
  app.require_subcommand(0, 1);
  app.footer(std::string("'deadheat COMMAND --help' describes a command.\n") + kExitStatusHelp);

  std::vector<std::unique_ptr<Options::Impl>> impls;
  std::vector<Action> actions;
  for (const Command& command : commands) {
    impls.push_back(std::make_unique<Options::Impl>());
    impls.back()->app = app.add_subcommand(command.name, command.help);
    Options options(*impls.back());
    actions.push_back(command.define(options));
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {  // --help, --version
      std::ostringstream text;
      app.exit(error, text, text);
      write_out(text.str());
      return ExitStatus::clean;
    }
    std::vector<CLI::App*> parsed = app.get_subcommands();
    print_err("deadheat: {}\n'deadheat{} --help' lists the options.\n", clean_text(error.what()),
              parsed.empty() ? "" : " " + parsed.front()->get_name());
    return ExitStatus::usage;
  }
  for (size_t i = 0; i < impls.size(); ++i) {
    if (!impls[i]->app->parsed()) continue;
    if (impls[i]->unknown != nullptr) *impls[i]->unknown = impls[i]->app->remaining();
    return actions[i]();
  }
  write_out(app.help());
  return ExitStatus::usage;
}

}  // namespace

int run_command_line(int argc, char** argv, const std::vector<Command>& commands) {
  try {
    return static_cast<int>(finish_output(run_command(argc, argv, commands)));
  } catch (const std::bad_alloc&) {
    write_err("deadheat: out of memory before or after the analysis; the report is incomplete\n");
    return static_cast<int>(finish_output(ExitStatus::incomplete));
  }
}

}  // namespace dh
