#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/shell/shell_files.h"

namespace dh {

namespace {

constexpr const char* kCommits = "$(git for-each-ref --format='%(refname:short)' 2>/dev/null)";

std::string reply_of(const ValueHints& hints) {
  switch (hints.kind) {
    case ValueHints::Kind::words:
      return fmt::format("COMPREPLY=($(compgen -W \"{}\" -- \"$cur\"))", fmt::join(hints.words, " "));
    case ValueHints::Kind::commits:
      return fmt::format("COMPREPLY=($(compgen -W \"{}\" -- \"$cur\"))", kCommits);
    case ValueHints::Kind::files:
      return "compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- \"$cur\"))";
    case ValueHints::Kind::none:
    case ValueHints::Kind::anything:
      return "COMPREPLY=()";
  }
  return {};
}

std::string command_case(const CommandDefinition& command) {
  std::vector<std::string> names = {"--help"};
  std::string values;
  for (const OptionDefinition& option : command.options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
    if (option.type.empty()) continue;
    values +=
        fmt::format("        {}) {}; return ;;\n", fmt::join(option.names, "|"), reply_of(hints_for(option)));
  }
  const ValueHints positional =
      command.positionals.empty() ? ValueHints{} : hints_for(command.positionals.front());
  return fmt::format(
      "    {})\n      case \"$prev\" in\n{}      esac\n"
      "      if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W \"{}\" -- \"$cur\")); return; fi\n"
      "      {} ;;\n",
      command.name, values, fmt::join(names, " "), reply_of(positional));
}

}  // namespace

std::string bash_completion(const Definitions& commands) {
  std::vector<std::string> names;
  std::string cases;
  for (const CommandDefinition& command : commands) {
    names.push_back(command.name);
    cases += command_case(command);
  }
  return fmt::format(
      "# Completions of deadheat for bash, written by 'deadheat completions bash'.\n"
      "_deadheat() {{\n"
      "  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}}\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    COMPREPLY=($(compgen -W \"{} --help --version\" -- \"$cur\"))\n"
      "    return\n"
      "  fi\n"
      "  case ${{COMP_WORDS[1]}} in\n"
      "    help) if [ \"$COMP_CWORD\" -eq 2 ]; then COMPREPLY=($(compgen -W \"{}\" -- \"$cur\")); fi; return "
      ";;\n"
      "{}"
      "  esac\n"
      "}}\n"
      "complete -F _deadheat deadheat\n",
      fmt::join(names, " "), fmt::join(names, " "), cases);
}

}  // namespace dh
