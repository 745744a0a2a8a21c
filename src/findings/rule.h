// The table of rules (rules.def) and their pages (rules/<id>.md).
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace dh {

enum class Level { note, warning, error };

enum class Rule {
#define DH_RULE(enumerator, id, level, title) enumerator,
#include "findings/rules.def"
#undef DH_RULE
};

struct RuleInfo {
  Rule rule;
  std::string_view id;
  Level level;  // the default; the configuration may change it
  std::string_view title;
  std::string_view page;  // Markdown
};

std::span<const RuleInfo> all_rules();
const RuleInfo& rule_info(Rule rule);
std::optional<Rule> rule_by_id(std::string_view id);

std::string_view level_name(Level level);
std::optional<Level> level_by_name(std::string_view name);

}  // namespace dh
