#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/shell/shell_files.h"

namespace dh {

namespace {

// Inside single quotes, where brackets and colons mean something to _arguments.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else if (c == '\n') {
      out += ' ';
    } else {
      if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out;
}

std::string zsh_action(const ValueHints& hints) {
  switch (hints.kind) {
    case ValueHints::Kind::words:
      return fmt::format("({})", fmt::join(hints.words, " "));
    case ValueHints::Kind::commits:
      return "($(git for-each-ref --format=%(refname:short) 2>/dev/null))";
    case ValueHints::Kind::files:
      return "_files";
    case ValueHints::Kind::none:
    case ValueHints::Kind::anything:
      return " ";
  }
  return {};
}

std::string command_arguments(const CommandDefinition& command) {
  std::string out = fmt::format("    {}) _arguments '--help[print the help]'", command.name);
  for (const OptionDefinition& option : command.options) {
    for (const std::string& name : option.names) {
      out += fmt::format(" \\\n      '*{}[{}]", name, zsh_text(option.help));
      if (!option.type.empty())
        out += fmt::format(":{}:{}", zsh_text(option.type), zsh_action(hints_for(option)));
      out += '\'';
    }
  }
  for (const OptionDefinition& positional : command.positionals) {
    out += fmt::format(" \\\n      '*:{}:{}'", zsh_text(positional.names.front()),
                       zsh_action(hints_for(positional)));
  }
  return out + " ;;\n";
}

}  // namespace

std::string zsh_completion(const Definitions& commands) {
  std::string list, cases;
  for (const CommandDefinition& command : commands) {
    list += fmt::format("    '{}:{}'\n", zsh_text(command.name), zsh_text(command.help));
    cases += command_arguments(command);
  }
  return fmt::format(
      "#compdef deadheat\n"
      "# Completions of deadheat for zsh, written by 'deadheat completions zsh'.\n"
      "_deadheat() {{\n"
      "  local -a commands\n"
      "  commands=(\n{}  )\n"
      "  if (( CURRENT == 2 )); then\n"
      "    _describe command commands\n"
      "    return\n"
      "  fi\n"
      "  local command=$words[2]\n"
      "  shift words\n"
      "  (( CURRENT-- ))\n"
      "  case $command in\n{}  esac\n"
      "}}\n"
      "if [ \"$funcstack[1]\" = _deadheat ]; then\n"
      "  _deadheat \"$@\"\n"
      "else\n"
      "  compdef _deadheat deadheat\n"
      "fi\n",
      list, cases);
}

}  // namespace dh
