#include "cli/run/native_tools.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/dynamic_findings.h"
#include "cli/output.h"
#include "cli/run/native_trace.h"
#include "cli/run/native_words.h"
#include "dynamic/trace/replay.h"
#include "report/display.h"
#include "tools/registry.h"

namespace dh {

namespace {

// Whether the chain has a tool that judges by locks alone.
bool judges_by_locks(std::string_view chain) {
  return std::any_of(dyn::all_tools().begin(), dyn::all_tools().end(), [&](const dyn::ToolInfo& tool) {
    return tool.category == dyn::ToolCategory::lock_discipline && chain.find(tool.name) != chain.npos;
  });
}

// What the program did there; the trace has atomic operations and frees as other accesses (native_trace.h).
AccessFlavour restore_access(dyn::RawAccess& access, bool is_of_reader, NativeTrace& trace) {
  const NativePlaces::Info place = trace.place(access.location);
  dyn::LocId of_program;
  access.stack = trace.naming().stack(place.stack, of_program);
  const bool is_access = dyn::is_access(access.kind);
  if (is_access && place.is_atomic) {
    access.kind = place.is_atomic_write ? dyn::EventKind::write : dyn::EventKind::read;
  } else if (is_access && is_of_reader) {
    access.kind = dyn::EventKind::read;
  }
  if (place.is_free) return {'f', false};
  return {access.kind == dyn::EventKind::read ? 'r' : 'w', is_access && place.is_atomic};
}

Result<Finding> native_finding(dyn::RawReport report, NativeTrace& trace, const NativeLines& lines) {
  NativeVariables::Info variable;
  const bool is_of_memory = report.space == dyn::Space::variable;
  if (is_of_memory) variable = trace.variable(report.target);
  const AccessFlavour later = restore_access(report.current, variable.is_of_reader, trace);
  const AccessFlavour earlier = restore_access(report.previous, variable.is_of_reader, trace);
  for (dyn::RawAccess& access : report.more) restore_access(access, false, trace);
  if (is_of_memory) report.object = name_memory(variable.address, variable.block, trace.naming()).object;
  const dyn::Names& names = trace.names();
  Result<Finding> finding = finding_of(report, DynamicContext{names, "", {}});
  if (!finding || !is_of_memory) return finding;
  describe_flavours(later, earlier, *finding);
  add_allocation(variable.block, trace.naming(), *finding);
  for (const dyn::ThreadId thread : {report.current.thread, report.previous.thread}) {
    if (thread.valid()) add_creation(lines, thread.value, trace.naming(), *finding);
  }
  describe_accesses(later, earlier, dyn::display_name(names, dyn::Space::thread, report.current.thread.value),
                    *finding);
  return finding;
}

void take_outputs(const std::vector<dyn::ToolOutput>& outputs, CheckSink& sink) {
  for (const dyn::ToolOutput& output : outputs) {
    if (!output.incomplete.empty())
      sink.add(Diagnostic{Severity::error, {}, output.tool + ": " + output.incomplete});
    if (output.lines.empty()) continue;
    print_err("{}:\n", output.tool);
    for (const std::string& line : output.lines) print_err("  {}\n", clean_line(line));
  }
}

void take_counts(const dyn::ReportSink& reports, CheckSink& sink) {
  for (const dyn::ReportSink::Counts& count : reports.counts()) {
    sink.count(count.tool + ": racy events", static_cast<int64_t>(count.events));
    if (count.dropped == 0) continue;
    sink.add(Diagnostic{Severity::warning,
                        {},
                        fmt::format("{}: {} reports beyond --max-reports", count.tool, count.dropped)});
  }
}

}  // namespace

void run_native_tools(const std::string& events, const NativeToolRun& run,
                      const std::function<void(Finding)>& take, CheckSink& sink) {
  const auto bad = [&](const std::string& message) { sink.add(Diagnostic{Severity::error, {}, message}); };
  auto recorded = NativeEvents::open(events);
  if (!recorded) return bad(recorded.error().message);
  const auto lines = read_native_lines(std::filesystem::path(events).replace_extension(".native").string());
  if (!lines) return bad(lines.error().message);
  if (lines->has_lost_events) bad("the disk is full: the tools did not see the end of the program");
  NativeTrace trace(std::move(*recorded), *lines, {.has_hidden_writes = !judges_by_locks(run.tools)});
  dyn::ReportSink reports(run.max_reports);
  const std::string chain_text = run.record.empty() ? run.tools : dyn::recording_chain(run.record, run.tools);
  auto chain = dyn::build_chain(chain_text, reports, trace.names());
  if (!chain) return bad("--tools " + chain.error().message);
  dyn::Replay replay(trace, **chain);  // lives until the tools have finished: they look at its threads
  const dyn::ReplayResult result = replay.run({});
  if (result.error) bad(fmt::format("the recorded events end early: {}", result.error->message));
  sink.count("events", static_cast<int64_t>(result.events));
  take_outputs((*chain)->finish(), sink);  // may add reports
  take_counts(reports, sink);
  for (const dyn::RawReport& report : reports.take()) {
    Result<Finding> finding = native_finding(report, trace, *lines);
    if (!finding) return bad(finding.error().message);
    take(std::move(*finding));
  }
}

}  // namespace dh
