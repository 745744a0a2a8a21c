#include "report/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "report/display.h"

namespace dh {

namespace {

std::string kind_verb(AccessKind kind) {
  switch (kind) {
    case AccessKind::read:
      return "reads";
    case AccessKind::write:
      return "writes";
    case AccessKind::update:
      return "updates";
    case AccessKind::other:
      return "uses";
  }
  return {};
}

}  // namespace

std::string access_sentence(const Finding& finding, const Access& access) {
  std::string what = access.description;
  if (what.empty()) {
    what = kind_verb(access.kind);
    if (!finding.shared.name.empty()) what += " " + finding.shared.name;
  }
  return access.thread.empty() ? what : access.thread + " " + what;
}

std::string locks_sentence(const Finding& finding, const Access& access) {
  if (!access.locks.empty()) return fmt::format("holding {}", fmt::join(access.locks, ", "));
  bool any = std::any_of(finding.accesses.begin(), finding.accesses.end(),
                         [](const Access& other) { return !other.locks.empty(); });
  if (!any) return "";
  return access.knows_locks ? "holding no lock" : "its locks are not known";
}

std::string shared_text(const SharedThing& shared) {
  if (shared.kind.empty() || shared.name.empty()) return shared.kind + shared.name;
  return shared.kind + " " + shared.name;
}

std::string witness_values(const Witness& witness) {
  std::string out;
  std::string_view previous;
  for (const auto& [name, value] : witness.values) {
    size_t colon = name.rfind(": ");
    std::string_view owner = std::string_view(name).substr(0, colon == std::string::npos ? 0 : colon + 2);
    std::string_view variable = std::string_view(name).substr(owner.size());
    std::string_view separator = out.empty() ? "" : owner == previous ? ", " : "; ";
    out += fmt::format("{}{}{} = {}", separator, owner == previous ? "" : owner, variable, value);
    previous = owner;
  }
  return out;
}

std::vector<const AppliedFactor*> most_important_first(const Confidence& confidence) {
  std::vector<const AppliedFactor*> factors;
  for (const AppliedFactor& factor : confidence.factors()) factors.push_back(&factor);
  std::stable_sort(factors.begin(), factors.end(), [](const AppliedFactor* a, const AppliedFactor* b) {
    return std::abs(a->weight) > std::abs(b->weight);
  });
  return factors;
}

std::string reasons_text(const Confidence& confidence) {
  constexpr size_t kMaxReasons = 4;
  std::vector<const AppliedFactor*> factors = most_important_first(confidence);
  std::string out;
  for (size_t i = 0; i < std::min(factors.size(), kMaxReasons); ++i)
    out += fmt::format("{}{}", i == 0 ? "" : "; ", factors[i]->text());
  if (factors.size() > kMaxReasons) out += fmt::format("; and {} more", factors.size() - kMaxReasons);
  return out;
}

bool has_findings_of(const Report& report, Rule rule) {
  return std::any_of(report.findings.begin(), report.findings.end(),
                     [&](const Finding& finding) { return finding.rule == rule; });
}

std::string counted(size_t n, std::string_view noun) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

std::string counts_text(const LevelCounts& counts) {
  std::vector<std::string> parts;
  if (counts.errors > 0) parts.push_back(counted(counts.errors, "error"));
  if (counts.warnings > 0) parts.push_back(counted(counts.warnings, "warning"));
  if (counts.notes > 0) parts.push_back(counted(counts.notes, "note"));
  return parts.empty() ? "no problems found" : fmt::format("{}", fmt::join(parts, ", "));
}

std::string rule_counts_text(const Report& report, const RenderOptions& options) {
  std::map<std::string_view, size_t> counts;
  for (const Finding& finding : report.findings) ++counts[options.rule(finding.rule).id];
  std::vector<std::pair<std::string_view, size_t>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<std::string> parts;
  for (const auto& [rule, count] : sorted) parts.push_back(fmt::format("{} {}", rule, count));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string summary_line(const Report& report) {
  const Summary& summary = report.summary;
  const bool found_nothing_yet = report.findings.empty() && summary.incomplete > 0;
  std::string out =
      found_nothing_yet ? "nothing found in what was analysed" : counts_text(count_levels(report.findings));
  if (!summary.files.empty()) out += "; " + counted(file_count(summary), "file");
  if (summary.incomplete > 0) out += "; " + incomplete_text(summary);
  return out;
}

std::string_view plain_path(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  return path;
}

std::string full_message(const Finding& finding) {
  std::string out = finding.message;
  for (const Access& access : finding.accesses) {
    out += "\n- " + access_sentence(finding, access);
    if (access.place.known()) out += " at " + access.place.text();
    if (std::string locks = locks_sentence(finding, access); !locks.empty()) out += ", " + locks;
  }
  if (finding.witness) {
    out += "\nwitness: " + finding.witness->summary;
    if (std::string values = witness_values(*finding.witness); !values.empty()) out += " with " + values;
  }
  if (!finding.hint.empty()) out += "\nhelp: " + finding.hint;
  return out;
}

std::vector<std::string> hidden_texts(const Summary& summary) {
  std::vector<std::string> parts;
  auto add = [&](size_t n, std::string_view why) {
    if (n > 0) parts.push_back(fmt::format("{} {}", n, why));
  };
  add(summary.hidden_by_baseline, "hidden by the baseline");
  add(summary.hidden_by_ignores, "hidden by ignore comments");
  add(summary.hidden_by_since, "in code that did not change");
  add(summary.hidden_by_confidence, "below the minimum confidence");
  add(summary.cut_by_top, "cut off by --top");
  return parts;
}

std::string incomplete_text(const Summary& summary) {
  if (summary.incomplete == 0) return {};
  std::string out = fmt::format("incomplete: {} not analysed", counted(summary.incomplete, "part"));
  if (summary.incomplete_accepted > 0) out += fmt::format(" ({} accepted)", summary.incomplete_accepted);
  return out;
}

std::string configuration_text(const std::vector<std::string>& configurations) {
  if (configurations.empty()) return "configuration: none";
  return clean_line(fmt::format("configuration: {}", fmt::join(configurations, ", ")));
}

size_t file_count(const Summary& summary) {
  size_t total = 0;
  for (const auto& [language, files] : summary.files) total += files;
  return total;
}

}  // namespace dh
