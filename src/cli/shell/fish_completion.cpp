#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/shell/shell_files.h"

namespace dh {

namespace {

std::string fish_text(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string fish_values(const ValueHints& hints) {
  switch (hints.kind) {
    case ValueHints::Kind::words:
      return fmt::format(" -x -a '{}'", fmt::join(hints.words, " "));
    case ValueHints::Kind::commits:
      return " -x -a '(git for-each-ref --format=\"%(refname:short)\" 2>/dev/null)'";
    case ValueHints::Kind::files:
      return " -r -F";
    case ValueHints::Kind::anything:
      return " -x";
    case ValueHints::Kind::none:
      return "";
  }
  return {};
}

std::string fish_names(const OptionDefinition& option) {
  std::string out;
  for (const std::string& name : option.names) {
    out += name.starts_with("--") ? fmt::format(" -l {}", name.substr(2))
                                  : fmt::format(" -s {}", name.substr(1));
  }
  return out;
}

}  // namespace

std::string fish_completion(const Definitions& commands) {
  std::string out = "# Completions of deadheat for fish, written by 'deadheat completions fish'.\n";
  for (const CommandDefinition& command : commands) {
    out += fmt::format("complete -c deadheat -f -n __fish_use_subcommand -a '{}' -d '{}'\n", command.name,
                       fish_text(command.help));
  }
  for (const CommandDefinition& command : commands) {
    const std::string start =
        fmt::format("complete -c deadheat -n '__fish_seen_subcommand_from {}'", command.name);
    for (const OptionDefinition& option : command.options) {
      out += fmt::format("{}{}{} -d '{}'\n", start, fish_names(option), fish_values(hints_for(option)),
                         fish_text(option.help));
    }
    const ValueHints hints =
        command.positionals.empty() ? ValueHints{} : hints_for(command.positionals.front());
    if (hints.kind == ValueHints::Kind::words) {
      out += fmt::format("{} -f -a '{}'\n", start, fmt::join(hints.words, " "));
    }
  }
  return out;
}

}  // namespace dh
