// Completions for shells, and man pages: pure functions of the definition of the command line.
#pragma once

#include <string>
#include <vector>

#include "cli/definition.h"

namespace dh {

using Definitions = std::vector<CommandDefinition>;

std::string bash_completion(const Definitions& commands);
std::string zsh_completion(const Definitions& commands);
std::string fish_completion(const Definitions& commands);

// deadheat(1), and deadheat-COMMAND(1).
std::string man_page(const Definitions& commands);
std::string man_page(const CommandDefinition& command);

// What may be typed where a value stands.
struct ValueHints {
  enum class Kind { none, words, files, commits, anything };
  Kind kind = Kind::none;
  std::vector<std::string> words;
};
ValueHints hints_for(const OptionDefinition& option);

}  // namespace dh
