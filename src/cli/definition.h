// The command line as plain data: what completions and man pages are made of.
#pragma once

#include <string>
#include <vector>

namespace dh {

struct OptionDefinition {
  std::vector<std::string> names;  // "-j", "--jobs"; of a positional one its name
  std::string type;                // "N", "FILE"; empty for a flag
  std::string help;
  std::vector<std::string> choices;
};

struct CommandDefinition {
  std::string name;
  std::string help;
  std::string footer;
  std::vector<OptionDefinition> options;
  std::vector<OptionDefinition> positionals;
};

}  // namespace dh
