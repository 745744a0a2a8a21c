#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <new>
#include <sstream>
#include <stdexcept>

#include "base/nearest_name.h"
#include "cli/output.h"
#include "report/display.h"
#include "report/version.h"
#include "source/language.h"

namespace dh {

struct Options::Impl {
  CLI::App* app;
  const std::vector<Command>* commands;
  CommandDefinition definition;
  std::vector<std::string>* unknown = nullptr;

  // "-j,--jobs" gives two names.
  void describe(const std::string& names, const std::string& type, const std::string& help,
                const std::vector<std::string>& choices = {}) {
    OptionDefinition option{{}, type, help, choices};
    for (size_t begin = 0; begin < names.size();) {
      const size_t end = std::min(names.find(',', begin), names.size());
      option.names.push_back(names.substr(begin, end - begin));
      begin = end + 1;
    }
    const bool is_positional = !names.starts_with('-');
    (is_positional ? definition.positionals : definition.options).push_back(std::move(option));
  }
};

const std::vector<Command>& Options::commands() const {
  return *impl_.commands;
}

void Options::flag(const std::string& names, bool& value, const std::string& help) {
  impl_.describe(names, "", help);
  impl_.app->add_flag(names, value, help);
}

void Options::text(const std::string& names, std::string& value, const std::string& type,
                   const std::string& help) {
  impl_.describe(names, type, help);
  impl_.app->add_option(names, value, help)->type_name(type);
}

void Options::choice(const std::string& names, std::string& value, const std::string& type,
                     const std::vector<std::string>& choices, const std::string& help) {
  impl_.describe(names, type, help, choices);
  CLI::Option* option = impl_.app->add_option(names, value, help)->type_name(type);
  option->check(CLI::IsMember(choices).description(""));
  if (!value.empty()) option->capture_default_str();
}

void Options::texts(const std::string& names, std::vector<std::string>& values, const std::string& type,
                    const std::string& help) {
  impl_.describe(names, type, help);
  impl_.app->add_option(names, values, help)->type_name(type)->allow_extra_args(false);
}

void Options::number(const std::string& names, std::optional<int64_t>& value, const std::string& type,
                     int64_t least, int64_t most, const std::string& help) {
  impl_.describe(names, type, help);
  impl_.app->add_option(names, value, help)->type_name(type)->check(CLI::Range(least, most).description(""));
}

void Options::positional(const std::string& name, std::string& value, const std::string& help,
                         bool required) {
  impl_.describe(name, name, help);
  impl_.app->add_option(name, value, help)->type_name("")->required(required);
}

void Options::positional_choice(const std::string& name, std::string& value,
                                const std::vector<std::string>& choices, const std::string& help) {
  impl_.describe(name, name, help, choices);
  CLI::Option* option = impl_.app->add_option(name, value, help)->type_name("")->required();
  option->check(CLI::IsMember(choices).description(""));
}

void Options::positionals(const std::string& name, std::vector<std::string>& values, const std::string& help,
                          bool required) {
  impl_.describe(name, name, help);
  impl_.app->add_option(name, values, help)->type_name("")->required(required);
}

void Options::pass_unknown(std::vector<std::string>& values) {
  impl_.app->allow_extras();
  impl_.unknown = &values;
}

void Options::footer(const std::string& text) {
  impl_.definition.footer = text;
  impl_.app->footer(text);
}

namespace {

std::vector<std::string> names_of(const std::vector<Command>& commands) {
  std::vector<std::string> names;
  for (const Command& command : commands) names.emplace_back(command.name);
  return names;
}

// The commands as CLI11 knows them, with what to do for each.
struct CommandLine {
  CLI::App app;
  std::vector<std::unique_ptr<Options::Impl>> impls;
  std::vector<Action> actions;

  // `needs_options`: of a command by its name. To define the options of all commands takes longer than to
  // check a file.
  template <typename NeedsOptions>
  CommandLine(const std::vector<Command>& commands, NeedsOptions needs_options)
      : app("deadheat finds concurrency bugs: in " + language_titles() +
            " (static),\n"
            "and in running Java and native programs and recorded traces (dynamic).") {
    app.name("deadheat");
    app.set_version_flag("-V,--version", "deadheat " + version_text());
    app.require_subcommand(0, 1);
    app.footer(std::string("'deadheat help COMMAND' describes a command.\n") + kExitStatusHelp);
    for (const Command& command : commands) {
      impls.push_back(std::make_unique<Options::Impl>());
      impls.back()->app = app.add_subcommand(command.name, command.help);
      impls.back()->commands = &commands;
      impls.back()->definition.name = command.name;
      impls.back()->definition.help = command.help;
      if (!needs_options(command.name)) {
        actions.emplace_back();
        continue;
      }
      Options options(*impls.back());
      actions.push_back(command.define(options));
    }
  }

  const Options::Impl* parsed() const {
    for (const auto& impl : impls) {
      if (impl->app->parsed()) return impl.get();
    }
    return nullptr;
  }
};

// What the user may have meant by the first word that is neither a command nor an option.
std::string suggestion(const CommandLine& line, const std::vector<Command>& commands, int argc, char** argv) {
  const Options::Impl* command = line.parsed();
  if (command == nullptr) return argc > 1 ? did_you_mean(argv[1], names_of(commands)) : "";
  std::vector<std::string> known = {"--help"};
  for (const OptionDefinition& option : command->definition.options) {
    known.insert(known.end(), option.names.begin(), option.names.end());
  }
  for (int i = 2; i < argc; ++i) {
    std::string_view word = argv[i];
    if (word == "--") break;
    word = word.substr(0, word.find('='));
    if (!word.starts_with("--") || std::find(known.begin(), known.end(), word) != known.end()) continue;
    return did_you_mean(word, known);
  }
  return "";
}

ExitStatus report_parse_error(const CLI::ParseError& error, const CommandLine& line,
                              const std::vector<Command>& commands, int argc, char** argv) {
  const Options::Impl* command = line.parsed();
  const bool is_unknown = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  const std::string what = command == nullptr && is_unknown && argc > 1 && argv[1][0] != '-'
                               ? fmt::format("unknown command '{}'", argv[1])
                               : error.what();
  print_err("deadheat: {}{}\n'deadheat{} --help' lists the {}.\n", clean_text(what),
            clean_text(is_unknown ? suggestion(line, commands, argc, argv) : ""),
            command == nullptr ? "" : " " + command->definition.name,
            command == nullptr ? "commands" : "options");
  return ExitStatus::usage;
}

// The status; what is printed may still be in a buffer.
ExitStatus run_command(int argc, char** argv, const std::vector<Command>& commands) {
  CommandLine line(commands, [&](std::string_view name) {
    return std::any_of(argv, argv + argc, [&](const char* word) { return word == name; });
  });
  try {
    line.app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) return report_parse_error(error, line, commands, argc, argv);
    std::ostringstream text;  // --help, --version
    line.app.exit(error, text, text);
    write_out(text.str());
    return ExitStatus::clean;
  }
  for (size_t i = 0; i < line.impls.size(); ++i) {
    Options::Impl& impl = *line.impls[i];
    if (!impl.app->parsed()) continue;
    if (impl.unknown != nullptr) *impl.unknown = impl.app->remaining();
    return line.actions[i]();
  }
  write_out(line.app.help());
  return ExitStatus::usage;
}

}  // namespace

std::vector<CommandDefinition> describe_commands(const std::vector<Command>& commands) {
  CommandLine line(commands, [](std::string_view) { return true; });
  std::vector<CommandDefinition> result;
  for (const auto& impl : line.impls) result.push_back(impl->definition);
  return result;
}

std::optional<std::string> help_text(const std::vector<Command>& commands, const std::string& command) {
  CommandLine line(commands, [&](std::string_view name) { return name == command; });
  if (command.empty()) return line.app.help();
  for (const auto& impl : line.impls) {
    if (impl->definition.name == command) return impl->app->help("deadheat");
  }
  return std::nullopt;
}

std::string suggested_command(const std::vector<Command>& commands, std::string_view name) {
  return did_you_mean(name, names_of(commands));
}

int run_command_line(int argc, char** argv, const std::vector<Command>& commands) {
  try {
    return static_cast<int>(finish_output(run_command(argc, argv, commands)));
  } catch (const std::bad_alloc&) {
    write_err("deadheat: out of memory before or after the analysis; the report is incomplete\n");
    return static_cast<int>(finish_output(ExitStatus::incomplete));
  } catch (const std::runtime_error& error) {
    // A thread that the system refuses, outside of a session.
    print_err("deadheat: out of memory or threads: {}; a higher limit or -j1 helps\n", error.what());
    return static_cast<int>(finish_output(ExitStatus::incomplete));
  }
}

}  // namespace dh
