// The table of tools (tools.def) and the making of chains.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "dynamic/chain.h"
#include "dynamic/chain_spec.h"
#include "dynamic/dynamic_branch.h"

namespace dh::dyn {

enum class ToolCategory : uint8_t {
  utility,
  filter,
  data_race,
  lock_discipline,
  atomicity_violation,
  nondeterminism,
  deadlock,
  loaded  // from a library
};

struct ToolInfo {
  std::string_view name;
  ToolCategory category;
  std::string_view summary;
  bool owns;  // locations; false: passes every access on
  ToolTraits traits;
  std::string_view page;  // Markdown
  ToolNode (*make)(ToolSetup&);
};

std::span<const ToolInfo> all_tools();
// A tool from outside (loaded_tool.h), before any chain is built. Spans of all_tools() are no longer valid.
void add_tool(const ToolInfo& tool);
const ToolInfo* find_tool(std::string_view name);  // null: no such tool
const ToolInfo& tool_in_role(ToolRole role);       // never of ToolRole::none
// The chain with a recorder in front, which writes the events into the file.
std::string recording_chain(std::string_view file, std::string_view rest);
// The chain that only records a live program, at low cost.
std::string live_recording_chain(std::string_view file);
std::string_view category_title(ToolCategory category);

// Whether all tools of the chain split by location (tool_traits.h), so that a replay may, too. False for a
// text that is no chain.
bool splits_by_location(std::string_view chain);

struct ChainOptions {
  bool allow_fused = true;
  bool check_only = false;  // is the text right? Tools open no files, and the chain gets no events
};

// Names of chains that are fused at compile time.
std::vector<std::string_view> fused_chains();

// `reports` and `names` outlive the chain.
Result<std::unique_ptr<ToolChain>> build_chain(std::string_view text, ReportSink& reports, const Names& names,
                                               ChainOptions options = {});

}  // namespace dh::dyn
