#include "findings/pipeline.h"

#include <algorithm>
#include <tuple>

#include "base/hash.h"

namespace dh {

namespace {

Level level_of(const Finding& finding, const RulePolicy& policy) {
  if (finding.confidence.value() < kNoteBelow) return Level::note;
  return policy.level.value_or(std::min(rule_info(finding.rule).level, finding.max_level));
}

auto place_key(const Finding& finding) {
  return std::tie(finding.place.path, finding.place.line, finding.place.column, finding.rule,
                  finding.place.end_line, finding.place.end_column, finding.shared.kind, finding.shared.name,
                  finding.message);
}

std::vector<Place> access_places(const Finding& finding) {
  std::vector<Place> places;
  for (const Access& access : finding.accesses) places.push_back(access.place);
  return places;
}

// What is left of a finding once the keys above are equal. `level` and `fingerprint` follow from the rest.
auto remaining_key(const Finding& finding) {
  return std::tie(finding.hint, finding.fix, finding.accesses, finding.related, finding.witness,
                  finding.max_level, finding.level, finding.fingerprint);
}

}  // namespace

bool comes_before(const Finding& a, const Finding& b) {
  auto key_a = place_key(a), key_b = place_key(b);
  if (key_a != key_b) return key_a < key_b;
  auto places_a = access_places(a), places_b = access_places(b);
  if (places_a != places_b) return places_a < places_b;
  if (a.confidence.value() != b.confidence.value()) return a.confidence.value() > b.confidence.value();
  auto rest_a = remaining_key(a), rest_b = remaining_key(b);
  if (rest_a != rest_b) return rest_a < rest_b;
  return a.confidence.factors() < b.confidence.factors();
}

namespace {

bool before_by_rank(const Finding& a, const Finding& b) {
  if (a.level != b.level) return a.level > b.level;
  if (a.confidence.value() != b.confidence.value()) return a.confidence.value() > b.confidence.value();
  return comes_before(a, b);
}

bool same(const Finding& a, const Finding& b) {
  return place_key(a) == place_key(b) && access_places(a) == access_places(b);
}

template <typename Predicate>
size_t remove_where(std::vector<Finding>& findings, Predicate&& predicate) {
  size_t before = findings.size();
  findings.erase(std::remove_if(findings.begin(), findings.end(), predicate), findings.end());
  return before - findings.size();
}

}  // namespace

void apply_policy(std::vector<Finding>& findings, const PolicyOf& policy_of) {
  const auto policy_for = [&](const Finding& finding) { return policy_of(finding.place.path, finding.rule); };
  remove_where(findings, [&](const Finding& finding) { return !policy_for(finding).enabled; });
  for (Finding& finding : findings) finding.level = level_of(finding, policy_for(finding));
}

namespace {

// The default limit of a rule without --top: for analyses that rank the findings of whole images, where the
// tail is too long to read.
std::optional<size_t> usual_top(Rule rule) {
  if (rule == Rule::smalltalk_race) return 100;
  return std::nullopt;
}

// Keeps the findings that rank first in each group, as many as the group's limit says. Leaves them in order
// of place. `group_of` gives a group and its limit, or nothing for a finding that is kept in any case.
template <typename GroupOf>
size_t cut_groups(std::vector<Finding>& findings, GroupOf&& group_of) {
  FlatMap<size_t, size_t> count;
  std::sort(findings.begin(), findings.end(), before_by_rank);
  const size_t cut = remove_where(findings, [&](const Finding& finding) {
    const std::optional<std::pair<size_t, size_t>> group = group_of(finding);
    return group && ++count[group->first] > group->second;
  });
  std::sort(findings.begin(), findings.end(), comes_before);
  return cut;
}

// A project's own limit, or without one that of the rule.
size_t cut_by_top(std::vector<Finding>& findings, const FinishOptions& options) {
  using Group = std::optional<std::pair<size_t, size_t>>;
  if (options.top) return cut_groups(findings, [&](const Finding&) { return Group({0, *options.top}); });
  return cut_groups(findings, [&](const Finding& finding) -> Group {
    const size_t project = options.project_of(finding.place.path);
    if (const auto top = options.projects[project].top) return Group({kRuleCount + project, *top});
    if (const auto top = usual_top(finding.rule)) return Group({static_cast<size_t>(finding.rule), *top});
    return std::nullopt;
  });
}

std::vector<BaselineEntry> unmatched_entries(const Baseline& baseline, const std::vector<Finding>& findings) {
  StringSet found;
  for (const Finding& finding : findings) found.insert(finding.fingerprint);
  std::vector<BaselineEntry> unmatched;
  for (const BaselineEntry& entry : baseline.entries) {
    if (!found.contains(entry.fingerprint)) unmatched.push_back(entry);
  }
  return unmatched;
}

}  // namespace

FinishedFindings finish_findings(std::vector<Finding> findings, const FinishOptions& options) {
  FinishedFindings result;
  result.ignored = apply_ignores(findings, options.ignores, options.rule_was_checked);
  const auto limits_of = [&](const Finding& finding) -> const ProjectLimits& {
    return options.projects[options.project_of(finding.place.path)];
  };
  const auto policy_for = [&](const Finding& finding) {
    return options.policy_of(finding.place.path, finding.rule);
  };
  for (Finding& finding : findings) {
    if (finding.rule == Rule::unused_ignore) finding.level = level_of(finding, policy_for(finding));
  }
  remove_where(findings, [&](const Finding& finding) {
    return finding.rule == Rule::unused_ignore && !policy_for(finding).enabled;
  });
  std::sort(findings.begin(), findings.end(), comes_before);
  findings.erase(std::unique(findings.begin(), findings.end(), same), findings.end());
  assign_fingerprints(findings, options.stable_path);
  if (options.baseline != nullptr) result.unmatched = unmatched_entries(*options.baseline, findings);
  result.below_confidence = remove_where(findings, [&](const Finding& finding) {
    return finding.confidence.value() < limits_of(finding).min_confidence;
  });
  result.for_baseline = findings;
  if (options.baseline != nullptr) {
    result.in_baseline = remove_where(findings, [&](const Finding& finding) {
      return options.baseline->fingerprints.contains(finding.fingerprint);
    });
  }
  if (options.is_relevant) {
    result.irrelevant =
        remove_where(findings, [&](const Finding& finding) { return !options.is_relevant(finding); });
  }
  result.cut_by_top = cut_by_top(findings, options);
  if (options.order == Order::rank) std::sort(findings.begin(), findings.end(), before_by_rank);
  result.shown = std::move(findings);
  return result;
}

}  // namespace dh
