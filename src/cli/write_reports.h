// A finished report, in the formats and to the places that the options name.
#pragma once

#include "cli/exit_status.h"
#include "cli/report_options.h"
#include "report/report.h"
#include "source/root.h"

namespace dh {

// The status, or another one when something could not be written. Excerpts come from files below the roots.
// When there is not enough memory for a report, the findings are printed without excerpts, one at a time.
ExitStatus write_reports(const Report& report, const ReportOptions& options, const ReadableRoots& roots,
                         ExitStatus status);

}  // namespace dh
