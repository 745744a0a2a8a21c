#include "cli/stale_baseline.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "cli/finish.h"
#include "cli/stable_paths.h"
#include "source/root.h"

namespace dh {

namespace {

constexpr size_t kMaxNamed = 5;

// Whether a file of that stable name was below one of the checked paths and is gone.
bool is_gone(const std::string& stable, const std::vector<std::string>& paths) {
  return std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
    const std::string canonical = canonical_path(path);
    const std::string root = find_repository_root(canonical).value_or(root_of_check(path));
    const std::string full = root + "/" + stable;
    std::error_code error;
    return is_within(canonical, full) && !std::filesystem::exists(full, error);
  });
}

}  // namespace

std::vector<BaselineEntry> stale_entries(std::vector<BaselineEntry> unmatched, const Conclusion& conclusion) {
  const Diagnostics& diagnostics = conclusion.session.contents.diagnostics;
  const bool is_incomplete = std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& one) {
    return one.severity == Severity::error;
  });
  if (is_incomplete || conclusion.session.stopped()) return {};
  StablePaths stable_paths(conclusion.paths);
  StringMap<std::string> analysed;  // by stable name
  for (const InputFile& file : conclusion.files) analysed.emplace(stable_paths.of(file.path), file.path);
  const auto is_needed = [&](const BaselineEntry& entry) {
    const auto file = analysed.find(entry.path);
    if (file == analysed.end()) return entry.path.empty() || !is_gone(entry.path, conclusion.paths);
    const std::optional<Rule> rule = rule_by_id(entry.rule);
    return rule && !policy_of(conclusion, file->second, *rule).enabled;
  };
  unmatched.erase(std::remove_if(unmatched.begin(), unmatched.end(), is_needed), unmatched.end());
  return unmatched;
}

void report_stale_entries(const std::vector<BaselineEntry>& stale, const ReportOptions& options,
                          Diagnostics& diagnostics) {
  if (stale.empty()) return;
  std::vector<std::string> named;
  for (const BaselineEntry& entry : stale) {
    if (named.size() < kMaxNamed) named.push_back(fmt::format("{} in {}", entry.rule, entry.path));
  }
  if (stale.size() > kMaxNamed) named.push_back(fmt::format("and {} more", stale.size() - kMaxNamed));
  diagnostics.push_back(
      {Severity::note, Place{options.baseline, 0, 0, 0, 0},
       fmt::format("{} no finding any more ({}){}",
                   stale.size() == 1 ? "1 entry of the baseline matches"
                                     : fmt::format("{} entries of the baseline match", stale.size()),
                   fmt::join(named, ", "),
                   options.update_baseline ? ": removed" : "; --update-baseline removes them")});
}

std::string render_without(const Baseline& baseline, const std::vector<BaselineEntry>& stale) {
  StringSet removed;
  for (const BaselineEntry& entry : stale) removed.insert(entry.fingerprint);
  std::vector<BaselineEntry> kept;
  for (const BaselineEntry& entry : baseline.entries) {
    if (!removed.contains(entry.fingerprint)) kept.push_back(entry);
  }
  return render_baseline(std::move(kept));
}

}  // namespace dh
