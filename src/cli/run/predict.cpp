#include "cli/run/predict.h"

#include <fmt/format.h>

#include "cli/dynamic_findings.h"
#include "dynamic/trace/replay.h"
#include "tools/registry.h"

namespace dh {

std::string predicting_chain() {
  return fmt::format("{}|{}", dyn::tool_in_role(dyn::ToolRole::race_predictor).name,
                     dyn::tool_in_role(dyn::ToolRole::deadlock_detector).name);
}

void predict(const std::string& trace, size_t max_reports, const std::function<void(Finding)>& take,
             CheckSink& sink) {
  const auto bad = [&](const std::string& message) {
    sink.add(Diagnostic{Severity::error, {}, "--predict: " + message});
  };
  auto reader = dyn::open_trace(trace);
  if (!reader) return bad(reader.error().message);
  dyn::ReportSink reports(max_reports);
  auto chain = dyn::build_chain(predicting_chain(), reports, (*reader)->names());
  if (!chain) return bad(chain.error().message);
  dyn::Replay replay(**reader, **chain);  // lives until the tools have finished: they look at its threads
  const dyn::ReplayResult result = replay.run({});
  if (result.error) bad(fmt::format("the record ends early: {}", result.error->message));
  sink.count("events replayed", static_cast<int64_t>(result.events));
  const std::vector<dyn::ToolOutput> outputs = (*chain)->finish();  // may add reports
  const DynamicContext context{(*reader)->names(), "", {}};
  for (const dyn::RawReport& report : reports.take()) {
    Result<Finding> finding = finding_of(report, context);
    if (!finding) return bad(finding.error().message);
    take(std::move(*finding));
  }
  for (const dyn::ToolOutput& output : outputs) {
    if (!output.incomplete.empty()) bad(output.tool + ": " + output.incomplete);
  }
}

}  // namespace dh
