// The command line as the sub-commands see it. It hides CLI11, which is slow to compile.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/definition.h"
#include "cli/exit_status.h"

namespace dh {

// What a sub-command does once the command line has been read.
using Action = std::function<ExitStatus()>;

// The options of one sub-command. The variables must outlive the parse: keep them in the Action.
class Options {
 public:
  struct Impl;
  explicit Options(Impl& impl) : impl_(impl) {}

  void flag(const std::string& names, bool& value, const std::string& help);
  void text(const std::string& names, std::string& value, const std::string& type, const std::string& help);
  void choice(const std::string& names, std::string& value, const std::string& type,
              const std::vector<std::string>& choices, const std::string& help);
  // May be given several times.
  void texts(const std::string& names, std::vector<std::string>& values, const std::string& type,
             const std::string& help);
  void number(const std::string& names, std::optional<int64_t>& value, const std::string& type, int64_t least,
              int64_t most, const std::string& help);
  void positional(const std::string& name, std::string& value, const std::string& help, bool required = true);
  void positional_choice(const std::string& name, std::string& value, const std::vector<std::string>& choices,
                         const std::string& help);
  void positionals(const std::string& name, std::vector<std::string>& values, const std::string& help,
                   bool required = false);
  // Options that are not known are left to the positionals: for commands that pass them on.
  void pass_unknown(std::vector<std::string>& values);
  // Stands below the list of options in the help.
  void footer(const std::string& text);

  // All commands, this one too.
  const std::vector<struct Command>& commands() const;

 private:
  Impl& impl_;
};

struct Command {
  const char* name;
  const char* help;
  Action (*define)(Options& options);
};

// What each command accepts, without running any.
std::vector<CommandDefinition> describe_commands(const std::vector<Command>& commands);

// The help of a command, of all for an empty name; nothing when there is no such command.
std::optional<std::string> help_text(const std::vector<Command>& commands, const std::string& command);
// "; did you mean 'check'?", or empty.
std::string suggested_command(const std::vector<Command>& commands, std::string_view name);

// Reads the command line, runs the sub-command it names, and returns the exit status of the process.
int run_command_line(int argc, char** argv, const std::vector<Command>& commands);

}  // namespace dh
