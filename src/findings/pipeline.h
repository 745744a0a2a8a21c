// From raw findings to what is shown: policy, order, identity, ignores, baseline, limits.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "findings/baseline.h"
#include "findings/finding.h"
#include "findings/fingerprint.h"
#include "findings/ignores.h"

namespace dh {

struct RulePolicy {
  bool enabled = true;
  std::optional<Level> level;  // instead of the rule's own
};

inline constexpr size_t kRuleCount = 0
#define DH_RULE(enumerator, id, level, title) +1
#include "findings/rules.def"
#undef DH_RULE
    ;
using Policy = std::array<RulePolicy, kRuleCount>;

// What holds for a rule in a file.
using PolicyOf = std::function<RulePolicy(const std::string& path, Rule rule)>;
inline RulePolicy default_policy(const std::string&, Rule) {
  return {};
}

// Drops findings of rules that are off and gives each finding its level.
void apply_policy(std::vector<Finding>& findings, const PolicyOf& policy_of);

enum class Order {
  place,  // path, line, column, rule
  rank,   // level, confidence, then place
};

// What a project wants to see of its findings.
struct ProjectLimits {
  int min_confidence = kHideBelow;
  std::optional<size_t> top;
};

struct FinishOptions {
  std::vector<Ignore> ignores;
  RuleWasChecked rule_was_checked = [](const Ignore&, Rule) { return true; };
  PolicyOf policy_of = default_policy;  // of unused-ignore; the other findings have had theirs applied
  StablePath stable_path = as_spelled;
  const Baseline* baseline = nullptr;
  // Whether to show a finding that has its fingerprint, such as those in changed lines; null: all.
  std::function<bool(const Finding&)> is_relevant;
  std::vector<ProjectLimits> projects = {ProjectLimits{}};
  // The project that a file belongs to, as an index into projects.
  std::function<size_t(const std::string& path)> project_of = [](const std::string&) { return size_t{0}; };
  std::optional<size_t> top;  // of all projects together, instead of their own
  Order order = Order::place;
};

struct FinishedFindings {
  std::vector<Finding> shown;
  std::vector<Finding> for_baseline;  // shown, and hidden by the old baseline
  size_t ignored = 0;
  size_t in_baseline = 0;
  size_t irrelevant = 0;
  size_t below_confidence = 0;
  size_t cut_by_top = 0;
  std::vector<BaselineEntry> unmatched;  // entries of the baseline for which there is no finding
};

// By path, line, column and rule, then by all else: total, so that only findings that are equal in every
// member are in no order.
bool comes_before(const Finding& a, const Finding& b);

// Deterministic: depends on the set of findings only, not on their order.
FinishedFindings finish_findings(std::vector<Finding> findings, const FinishOptions& options);

}  // namespace dh
