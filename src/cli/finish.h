// From what an analysis found to what is shown of it: ignore comments, baseline, limits.
#pragma once

#include "cli/conclude.h"
#include "findings/pipeline.h"

namespace dh {

// Takes the findings out of the conclusion. The baseline may be null.
FinishedFindings finish_conclusion(Conclusion& conclusion, const ReportOptions& options,
                                   const Baseline* baseline);

// The index of the configuration of a file.
size_t project_of(const Conclusion& conclusion, const std::string& path);

// What holds for a rule in a file, by the configuration of its project.
RulePolicy policy_of(const Conclusion& conclusion, const std::string& path, Rule rule);

}  // namespace dh
