#include "cli/rule_policies.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/nearest_name.h"
#include "source/glob.h"
#include "source/root.h"

namespace dh {

namespace {

bool is_glob(std::string_view text) {
  return text.find_first_of("*?[") != std::string_view::npos;
}

// The globs of an option that may be repeated and may hold several, with commas between them.
std::vector<std::string> split_at_commas(const std::vector<std::string>& values) {
  std::vector<std::string> parts;
  for (const std::string& value : values) {
    for (size_t begin = 0; begin <= value.size();) {
      const size_t end = std::min(value.find(',', begin), value.size());
      if (end > begin) parts.push_back(value.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return parts;
}

}  // namespace

std::vector<std::string> rule_names() {
  std::vector<std::string> names;
  for (const RuleInfo& rule : all_rules()) names.emplace_back(rule.id);
  return names;
}

std::vector<Rule> rules_matching(std::string_view glob) {
  std::vector<Rule> rules;
  for (const RuleInfo& rule : all_rules()) {
    if (is_glob(glob) ? glob_matches(glob, rule.id) : glob == rule.id) rules.push_back(rule.rule);
  }
  return rules;
}

RulePolicies::Changes RulePolicies::changes_of(Settings settings) {
  std::stable_sort(settings.begin(), settings.end(), [](const Setting& a, const Setting& b) {
    if (is_glob(a.rules) != is_glob(b.rules)) return is_glob(a.rules);
    return a.rules.size() < b.rules.size();
  });
  Changes changes;
  for (const Setting& setting : settings) {
    for (Rule rule : rules_matching(setting.rules)) changes[static_cast<size_t>(rule)] = setting.policy;
  }
  return changes;
}

void RulePolicies::set(const Settings& settings) {
  const Changes changes = changes_of(settings);
  for (size_t i = 0; i < kRuleCount; ++i) general_[i] = changes[i].value_or(general_[i]);
}

void RulePolicies::set_for_paths(std::string folder, std::vector<std::string> paths,
                                 const Settings& settings) {
  by_path_.push_back({std::move(folder), std::move(paths), changes_of(settings)});
}

std::optional<std::string> RulePolicies::select(const std::vector<std::string>& selected,
                                                const std::vector<std::string>& ignored) {
  const auto decide = [&](const char* option, const std::string& glob,
                          bool on) -> std::optional<std::string> {
    const std::vector<Rule> rules = rules_matching(glob);
    if (rules.empty()) {
      return fmt::format("{} {}: there is no such rule{}", option, glob, did_you_mean(glob, rule_names()));
    }
    for (Rule rule : rules) decided_[static_cast<size_t>(rule)] = on;
    return std::nullopt;
  };
  const std::vector<std::string> on = split_at_commas(selected);
  if (!on.empty()) decided_.fill(false);
  for (const std::string& glob : on) {
    if (auto error = decide("--select", glob, true)) return error;
  }
  for (const std::string& glob : split_at_commas(ignored)) {
    if (auto error = decide("--ignore", glob, false)) return error;
  }
  return std::nullopt;
}

RulePolicy RulePolicies::of(const std::string& path, Rule rule) const {
  const size_t index = static_cast<size_t>(rule);
  RulePolicy policy = general_[index];
  if (!by_path_.empty()) {
    const std::string canonical = canonical_path(path);
    for (const PathRules& some : by_path_) {
      if (!some.changes[index] || !is_within(some.folder, canonical)) continue;
      const std::string relative = relative_to(some.folder, canonical);
      const auto matches = [&](const std::string& glob) { return glob_matches(glob, relative); };
      if (std::any_of(some.paths.begin(), some.paths.end(), matches)) policy = *some.changes[index];
    }
  }
  if (decided_[index]) policy.enabled = *decided_[index];
  return policy;
}

}  // namespace dh
