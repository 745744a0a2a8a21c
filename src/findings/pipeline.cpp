#include "findings/pipeline.h"

#include <algorithm>
#include <tuple>

#include "findings/fingerprint.h"

namespace dh {

namespace {

Level level_of(const Finding& finding, const RulePolicy& policy) {
  if (finding.confidence < kNoteBelow) return Level::note;
  return policy.level.value_or(rule_info(finding.rule).level);
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

// A total order over everything that distinguishes findings, so that output does not depend on discovery
// order.
bool before_by_place(const Finding& a, const Finding& b) {
  auto key_a = place_key(a), key_b = place_key(b);
  if (key_a != key_b) return key_a < key_b;
  auto places_a = access_places(a), places_b = access_places(b);
  if (places_a != places_b) return places_a < places_b;
  if (a.confidence != b.confidence) return a.confidence > b.confidence;
  return a.hint < b.hint;
}

bool before_by_rank(const Finding& a, const Finding& b) {
  if (a.level != b.level) return a.level > b.level;
  if (a.confidence != b.confidence) return a.confidence > b.confidence;
  return before_by_place(a, b);
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

void apply_policy(std::vector<Finding>& findings, const Policy& policy) {
  auto policy_of = [&](const Finding& f) -> const RulePolicy& { return policy[static_cast<size_t>(f.rule)]; };
  remove_where(findings, [&](const Finding& finding) { return !policy_of(finding).enabled; });
  for (Finding& finding : findings) {
    finding.confidence = std::clamp(finding.confidence, 0, 100);
    finding.level = level_of(finding, policy_of(finding));
  }
}

namespace {

// The default limit of a rule without --top: for analyses that rank the findings of whole images, where the
// tail is too long to read.
std::optional<size_t> usual_top(Rule rule) {
  if (rule == Rule::smalltalk_race) return 100;
  return std::nullopt;
}

size_t cut_by_usual_top(std::vector<Finding>& findings) {
  std::array<size_t, kRuleCount> count{};
  bool many = false;
  for (const Finding& finding : findings) {
    std::optional<size_t> top = usual_top(finding.rule);
    many |= top && ++count[static_cast<size_t>(finding.rule)] > *top;
  }
  if (!many) return 0;
  std::sort(findings.begin(), findings.end(), before_by_rank);
  count = {};
  size_t cut = remove_where(findings, [&](const Finding& finding) {
    std::optional<size_t> top = usual_top(finding.rule);
    return top && ++count[static_cast<size_t>(finding.rule)] > *top;
  });
  std::sort(findings.begin(), findings.end(), before_by_place);
  return cut;
}

}  // namespace

FinishedFindings finish_findings(std::vector<Finding> findings, const FinishOptions& options) {
  FinishedFindings result;
  result.ignored = apply_ignores(findings, options.ignores, options.rule_was_checked);
  for (Finding& finding : findings) {
    if (finding.rule == Rule::unused_ignore) finding.level = level_of(finding, options.unused_ignore);
  }
  if (!options.unused_ignore.enabled) {
    remove_where(findings, [](const Finding& finding) { return finding.rule == Rule::unused_ignore; });
  }
  std::sort(findings.begin(), findings.end(), before_by_place);
  findings.erase(std::unique(findings.begin(), findings.end(), same), findings.end());
  assign_fingerprints(findings);
  result.below_confidence = remove_where(
      findings, [&](const Finding& finding) { return finding.confidence < options.min_confidence; });
  result.for_baseline = findings;
  if (options.baseline != nullptr) {
    result.in_baseline = remove_where(findings, [&](const Finding& finding) {
      return options.baseline->fingerprints.contains(finding.fingerprint);
    });
  }
  if (!options.top) result.cut_by_top = cut_by_usual_top(findings);
  if (options.top && findings.size() > *options.top) {
    std::sort(findings.begin(), findings.end(), before_by_rank);
    result.cut_by_top = findings.size() - *options.top;
    findings.resize(*options.top);
    if (options.order == Order::place) std::sort(findings.begin(), findings.end(), before_by_place);
  } else if (options.order == Order::rank) {
    std::sort(findings.begin(), findings.end(), before_by_rank);
  }
  result.shown = std::move(findings);
  return result;
}

}  // namespace dh
