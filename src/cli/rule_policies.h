// Which rules are on, and their levels: [rules] and [[overrides]] of deadheat.toml, --select and --ignore.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "findings/pipeline.h"

namespace dh {

// The names of all rules, for messages.
std::vector<std::string> rule_names();

// The rules whose id matches a glob: "erlang-*".
std::vector<Rule> rules_matching(std::string_view glob);

class RulePolicies {
 public:
  // Settings of rules by id or glob, in any order: the more exact one wins.
  struct Setting {
    std::string rules;
    RulePolicy policy;
  };
  using Settings = std::vector<Setting>;

  void set(const Settings& settings);
  // For files that match one of the globs, relative to the folder (canonical); later ones win.
  void set_for_paths(std::string folder, std::vector<std::string> paths, const Settings& settings);

  // The command line decides whether a rule is on; only levels are left to the configuration. An error when a
  // glob matches no rule.
  std::optional<std::string> select(const std::vector<std::string>& selected,
                                    const std::vector<std::string>& ignored);

  RulePolicy of(const std::string& path, Rule rule) const;

 private:
  using Changes = std::array<std::optional<RulePolicy>, kRuleCount>;
  static Changes changes_of(Settings settings);

  struct PathRules {
    std::string folder;
    std::vector<std::string> paths;
    Changes changes;
  };
  Policy general_;
  std::vector<PathRules> by_path_;
  std::array<std::optional<bool>, kRuleCount> decided_;  // by the command line
};

}  // namespace dh
