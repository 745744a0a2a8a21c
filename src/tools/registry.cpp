#include "tools/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/check.h"
#include "base/embedded.h"
#include "base/nearest_name.h"
#include "tools/fused.h"
#include "tools/tools.def"

namespace dh {
extern const std::span<const EmbeddedFile> tool_pages;
}

namespace dh::dyn {

namespace {

std::vector<ToolInfo> make_tools() {
  std::vector<ToolInfo> tools = {
#define DH_TOOL(type, name, category, summary) \
  {name, ToolCategory::category, summary, OwningTool<type>, type::kTraits, {}, make_node<type>},
#include "tools/tools.def"
#undef DH_TOOL
  };
  for (ToolInfo& tool : tools) tool.page = find_embedded(tool_pages, std::string(tool.name) + ".md");
  return tools;
}

std::string canonical_name(const BranchSpec& branch) {
  std::string name;
  for (const ToolSpec& tool : branch) name += (name.empty() ? "" : ":") + tool.name;
  return name;
}

// What a tool reports must not depend on accesses that another has left out.
std::optional<std::string> order_problem(const BranchSpec& spec) {
  const ToolInfo* dropping = nullptr;
  for (const ToolSpec& tool : spec) {
    const ToolInfo* const info = find_tool(tool.name);
    if (info == nullptr) continue;
    const EventNeeds& needs = info->traits.needs;
    if (dropping != nullptr && (needs.all_accesses || needs.replayed_accesses))
      return fmt::format("{} must see every access: it cannot stand after {}, which leaves some out",
                         info->name, dropping->name);
    if (info->traits.drops_accesses) dropping = info;
  }
  return {};
}

Result<std::vector<ToolSetup>> make_setups(const BranchSpec& spec, ToolChain& chain, ReportSink& reports,
                                           const Names& names, bool check_only, uint32_t& next_word) {
  std::vector<ToolSetup> setups;
  unsigned owners = 0;
  for (const ToolSpec& tool : spec) {
    const ToolInfo* info = find_tool(tool.name);
    if (info == nullptr) {
      std::vector<std::string> known;
      for (const ToolInfo& one : all_tools()) known.emplace_back(one.name);
      return fail("no tool '{}'{}; see 'deadheat tools'", tool.name, did_you_mean(tool.name, known));
    }
    if (info->owns && ++owners > kMaxOwners) {
      return fail("a sequence has at most {} tools that own locations", kMaxOwners);
    }
    setups.emplace_back(tool.name, info->owns ? owners : 0, chain.thread_layout, chain.lock_layout, reports,
                        names, tool.options, next_word);
    setups.back().check_only = check_only;
  }
  return setups;
}

std::unique_ptr<Branch> make_branch(const BranchSpec& spec, std::vector<ToolSetup>& setups, bool allow_fused,
                                    bool& is_fused) {
  is_fused = false;
  if (allow_fused) {
    for (const FusedChain& fused : fused_table()) {
      if (fused.name != canonical_name(spec)) continue;
      is_fused = true;
      return fused.make(setups);
    }
  }
  std::vector<ToolNode> nodes;
  for (ToolSetup& setup : setups) nodes.push_back(find_tool(setup.name)->make(setup));
  return std::make_unique<DynamicBranch>(std::move(nodes));
}

}  // namespace

namespace {

std::vector<ToolInfo>& tool_table() {
  static std::vector<ToolInfo> tools = make_tools();
  return tools;
}

}  // namespace

std::span<const ToolInfo> all_tools() {
  return tool_table();
}

void add_tool(const ToolInfo& tool) {
  tool_table().push_back(tool);
}

const ToolInfo& tool_in_role(ToolRole role) {
  const auto tools = all_tools();
  const auto it = std::find_if(tools.begin(), tools.end(),
                               [&](const ToolInfo& tool) { return tool.traits.role == role; });
  DH_CHECK(it != tools.end(), "no tool has role {}", static_cast<int>(role));
  return *it;
}

std::string recording_chain(std::string_view file, std::string_view rest) {
  return fmt::format("{}@file={}:{}", tool_in_role(ToolRole::recorder).name, file, rest);
}

std::string live_recording_chain(std::string_view file) {
  return fmt::format("{}@file={}", tool_in_role(ToolRole::live_recorder).name, file);
}

bool splits_by_location(std::string_view chain) {
  const auto specs = parse_chain(chain);
  if (!specs) return false;
  for (const BranchSpec& branch : *specs) {
    for (const ToolSpec& tool : branch) {
      const ToolInfo* const info = find_tool(tool.name);
      if (info == nullptr || !info->traits.splits_by_location) return false;
    }
  }
  return true;
}

const ToolInfo* find_tool(std::string_view name) {
  for (const ToolInfo& tool : all_tools()) {
    if (tool.name == name) return &tool;
  }
  return nullptr;
}

std::string_view category_title(ToolCategory category) {
  switch (category) {
    case ToolCategory::utility:
      return "Utilities";
    case ToolCategory::filter:
      return "Filters";
    case ToolCategory::data_race:
      return "Races";
    case ToolCategory::lock_discipline:
      return "Lock discipline";
    case ToolCategory::atomicity_violation:
      return "Atomicity";
    case ToolCategory::nondeterminism:
      return "Determinism";
    case ToolCategory::deadlock:
      return "Deadlocks";
    case ToolCategory::loaded:
      return "Loaded";
  }
  return {};
}

std::vector<std::string_view> fused_chains() {
  std::vector<std::string_view> names;
  for (const FusedChain& fused : fused_table()) names.push_back(fused.name);
  return names;
}

Result<std::unique_ptr<ToolChain>> build_chain(std::string_view text, ReportSink& reports, const Names& names,
                                               ChainOptions options) {
  const auto specs = parse_chain(text);
  if (!specs) return tl::unexpected(specs.error());
  auto chain = std::make_unique<ToolChain>();
  uint32_t next_word = kFirstThreadWord;
  for (const BranchSpec& spec : *specs) {
    if (const auto problem = order_problem(spec)) return fail("{}", *problem);
    auto setups = make_setups(spec, *chain, reports, names, options.check_only, next_word);
    if (!setups) return tl::unexpected(setups.error());
    bool is_fused;
    chain->branches.push_back(make_branch(spec, *setups, options.allow_fused, is_fused));
    chain->fused.push_back(is_fused);
    for (const ToolSpec& tool : spec) chain->needs = chain->needs | find_tool(tool.name)->traits.needs;
    for (ToolSetup& setup : *setups) {
      setup.check_unused();
      if (!setup.problems.empty()) return fail("{}", setup.problems.front());
    }
  }
  chain->thread_words = next_word;
  return chain;
}

}  // namespace dh::dyn
