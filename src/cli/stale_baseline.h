// Entries of a baseline for problems that are gone.
#pragma once

#include <vector>

#include "cli/conclude.h"
#include "findings/baseline.h"

namespace dh {

// Of the entries without a finding those that this run would have found: their file was analysed or is gone,
// and their rule is on. None when something could not be analysed.
std::vector<BaselineEntry> stale_entries(std::vector<BaselineEntry> unmatched, const Conclusion& conclusion);

// A note about them.
void report_stale_entries(const std::vector<BaselineEntry>& stale, const ReportOptions& options,
                          Diagnostics& diagnostics);

// The text of the baseline without these entries.
std::string render_without(const Baseline& baseline, const std::vector<BaselineEntry>& stale);

}  // namespace dh
