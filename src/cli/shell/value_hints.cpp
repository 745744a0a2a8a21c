#include <algorithm>
#include <iterator>
#include <string_view>

#include "cli/rule_policies.h"
#include "cli/shell/shell_files.h"
#include "tools/registry.h"

namespace dh {

namespace {

constexpr std::string_view kFileTypes[] = {"FILE",  "PATH",    "DIR",         "FOLDER",
                                           "TRACE", "COMMAND", "FORMAT=PATH", "OUT"};

}  // namespace

ValueHints hints_for(const OptionDefinition& option) {
  using Kind = ValueHints::Kind;
  if (option.type.empty()) return {};
  if (!option.choices.empty()) return {Kind::words, option.choices};
  if (option.type == "RULE" || option.type == "RULES") return {Kind::words, rule_names()};
  if (option.type == "CHAIN" || option.type == "NAME") {
    ValueHints hints{Kind::words, {}};
    for (const dyn::ToolInfo& tool : dyn::all_tools()) hints.words.emplace_back(tool.name);
    return hints;
  }
  if (option.type == "COMMIT") return {Kind::commits, {}};
  const bool is_file =
      std::find(std::begin(kFileTypes), std::end(kFileTypes), option.type) != std::end(kFileTypes);
  return {is_file ? Kind::files : Kind::anything, {}};
}

}  // namespace dh
