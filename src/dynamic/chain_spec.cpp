#include "dynamic/chain_spec.h"

namespace dh::dyn {

namespace {

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// Splits at every separator; an empty text has one empty part.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const size_t at = text.find(separator);
    parts.push_back(trim(text.substr(0, at)));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

Result<ToolSpec> parse_tool(std::string_view text, std::string_view chain) {
  const size_t at = text.find('@');
  ToolSpec tool{std::string(trim(text.substr(0, at))), {}};
  if (tool.name.empty()) return fail("'{}': a tool's name is missing", chain);
  if (at == std::string_view::npos) return tool;
  for (const std::string_view pair : split(text.substr(at + 1), ',')) {
    const size_t equals = pair.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      return fail("'{}': an option is written key=value, not '{}'", chain, pair);
    }
    tool.options.emplace_back(pair.substr(0, equals), pair.substr(equals + 1));
  }
  return tool;
}

}  // namespace

Result<std::vector<BranchSpec>> parse_chain(std::string_view text) {
  if (text.find_first_of("()") != std::string_view::npos) {
    return fail("'{}': a chain has no parentheses; ':' binds tighter than '|'", text);
  }
  std::vector<BranchSpec> branches;
  for (const std::string_view part : split(text, '|')) {
    BranchSpec branch;
    for (const std::string_view tool_text : split(part, ':')) {
      auto tool = parse_tool(tool_text, text);
      if (!tool) return tl::unexpected(tool.error());
      branch.push_back(std::move(*tool));
    }
    branches.push_back(std::move(branch));
  }
  return branches;
}

}  // namespace dh::dyn
