#include "cli/run/predict.h"

#include <fmt/format.h>

#include <charconv>

#include "cli/dynamic_findings.h"
#include "dynamic/trace/replay.h"
#include "tools/registry.h"

namespace dh {

std::string predicting_chain() {
  return fmt::format("{}|{}", dyn::tool_in_role(dyn::ToolRole::race_predictor).name,
                     dyn::tool_in_role(dyn::ToolRole::deadlock_detector).name);
}

void RecordedStacks::add(std::string_view line) {
  std::vector<uint32_t> numbers;
  for (size_t at = 0; at < line.size();) {
    uint32_t number = 0;
    const auto [end, error] = std::from_chars(line.data() + at, line.data() + line.size(), number);
    if (error != std::errc()) return;
    numbers.push_back(number);
    at = static_cast<size_t>(end - line.data()) + 1;
  }
  if (numbers.size() < 3) return;
  auto& stack = stacks_[{numbers[0], numbers[1]}];
  for (size_t i = 2; i < numbers.size(); ++i) stack.emplace_back(numbers[i]);
}

const std::vector<dyn::LocId>* RecordedStacks::find(const dyn::RawAccess& access) const {
  const auto it = stacks_.find({access.thread.value, access.location.value});
  return it == stacks_.end() ? nullptr : &it->second;
}

void RecordedStacks::put_into(dyn::RawReport& report) const {
  for (dyn::RawAccess* access : {&report.current, &report.previous}) {
    const auto* const stack = find(*access);
    if (!access->stack.empty() || stack == nullptr) continue;
    access->stack = *stack;
    access->stack.front() = access->location;
  }
}

void replay_record(const std::string& trace, const std::string& tools, const RecordedStacks& stacks,
                   size_t max_reports, const std::function<void(Finding)>& take, CheckSink& sink) {
  const auto bad = [&](const std::string& message) {
    sink.add(Diagnostic{Severity::error, {}, fmt::format("{}: {}", trace, message)});
  };
  auto reader = dyn::open_trace(trace);
  if (!reader) return bad(reader.error().message);
  dyn::ReportSink reports(max_reports);
  auto chain = dyn::build_chain(tools, reports, (*reader)->names());
  if (!chain) return bad(chain.error().message);
  dyn::Replay replay(**reader, **chain);  // lives until the tools have finished: they look at its threads
  const dyn::ReplayResult result = replay.run({});
  if (result.error) bad(fmt::format("the record ends early: {}", result.error->message));
  sink.count("events replayed", static_cast<int64_t>(result.events));
  const std::vector<dyn::ToolOutput> outputs = (*chain)->finish();  // may add reports
  const DynamicContext context{(*reader)->names(), "", {}};
  for (dyn::RawReport& report : reports.take()) {
    stacks.put_into(report);
    Result<Finding> finding = finding_of(report, context);
    if (!finding) return bad(finding.error().message);
    take(std::move(*finding));
  }
  for (const dyn::ToolOutput& output : outputs) {
    if (!output.incomplete.empty()) bad(output.tool + ": " + output.incomplete);
  }
}

}  // namespace dh
