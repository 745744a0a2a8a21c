#include "findings/rule.h"

#include <string>
#include <vector>

#include "base/embedded.h"

namespace dh {

extern const std::span<const EmbeddedFile> rule_pages;

namespace {

std::vector<RuleInfo> make_rules() {
  std::vector<RuleInfo> rules = {
#define DH_RULE(enumerator, id, level, title) {Rule::enumerator, id, Level::level, title, {}},
#include "findings/rules.def"
#undef DH_RULE
  };
  for (RuleInfo& rule : rules) rule.page = find_embedded(rule_pages, std::string(rule.id) + ".md");
  return rules;
}

}  // namespace

std::span<const RuleInfo> all_rules() {
  static const std::vector<RuleInfo> rules = make_rules();
  return rules;
}

const RuleInfo& rule_info(Rule rule) {
  return all_rules()[static_cast<size_t>(rule)];
}

std::optional<Rule> rule_by_id(std::string_view id) {
  for (const RuleInfo& info : all_rules()) {
    if (info.id == id) return info.rule;
  }
  return std::nullopt;
}

std::string_view level_name(Level level) {
  switch (level) {
    case Level::note:
      return "note";
    case Level::warning:
      return "warning";
    case Level::error:
      return "error";
  }
  return {};
}

std::optional<Level> level_by_name(std::string_view name) {
  for (Level level : {Level::note, Level::warning, Level::error}) {
    if (level_name(level) == name) return level;
  }
  return std::nullopt;
}

}  // namespace dh
