#include "fleet/trace_pieces.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "fleet/child.h"
#include "fleet/read_file.h"
#include "fleet/record.h"
#include "report/json_writing.h"
#include "source/write_file.h"

namespace dh::fleet {

namespace {

struct TracePieces {
  Project whole;
  std::string key;
  std::vector<const Project*> pieces;
};

struct PieceResults {
  size_t missing = 0;
  Record record;  // of the trace: time of all, the failure of the first
};

PieceResults read_pieces(const TracePieces& trace, const Plan& plan, const Layout& layout) {
  PieceResults results;
  results.record.key = trace.key;
  results.record.outcome = Outcome::done;
  for (const Project* piece : trace.pieces) {
    const Result<std::string> text = read_whole_file(layout.result(key_of(*piece, plan)));
    const Json record = text ? Json::parse(*text, nullptr, false) : Json();
    if (!record.is_object()) {
      ++results.missing;
      continue;
    }
    results.record.seconds += record.value("seconds", 0.0);
    results.record.peak_bytes = std::max(results.record.peak_bytes, record.value("peak_bytes", int64_t{0}));
    // An incomplete piece has its share of what the trace holds; the merge finds out what is missing.
    if (record.value("outcome", "failed") != "failed" || !results.record.reason.empty()) continue;
    results.record.outcome = Outcome::failed;
    results.record.reason =
        fmt::format("piece {}/{}: {}", piece->piece, piece->pieces, record.value("reason", ""));
  }
  results.missing += trace.whole.pieces - std::min<size_t>(trace.whole.pieces, trace.pieces.size());
  return results;
}

// The report of the whole trace; the record becomes a failure where there is none.
std::string report_of(const TracePieces& trace, const Layout& layout, const std::string& program,
                      Record& record) {
  const std::string json = fmt::format("{}/{}/report.json", layout.traces(), trace.key);
  const std::string log = layout.logs() + "/merge.log";
  const Result<int> status =
      run_to_end({program, "replay", "--merge", layout.traces() + "/" + trace.key, "--isolated", "--format",
                  "concise", "--output", "json=" + json, "--output", "html=" + layout.report(trace.key)},
                 log);
  if (status && *status == 3) record.outcome = Outcome::incomplete;
  Result<std::string> report = read_whole_file(json);
  if (status && (*status == 0 || *status == 1 || *status == 3) && report) return *report;
  record.outcome = Outcome::failed;
  record.reason = status ? last_line_of(log) : status.error().message;
  return "";
}

void merge_trace(const TracePieces& trace, const Plan& plan, const Layout& layout,
                 const std::string& program) {
  std::error_code error;
  PieceResults results = read_pieces(trace, plan, layout);
  std::filesystem::remove(layout.result(trace.key), error);
  if (results.missing > 0 && results.record.reason.empty()) return;  // not run
  std::string report;
  if (results.record.outcome == Outcome::done) report = report_of(trace, layout, program, results.record);
  while (report.ends_with('\n')) report.pop_back();
  // What cannot be written is `not run`; the merge of the database has the same disk and says so.
  if (auto written = write_file_durably(layout.result(trace.key), record_text(results.record, report));
      !written)
    std::filesystem::remove(layout.result(trace.key), error);
}

}  // namespace

std::vector<MergedProject> merge_traces(const Plan& plan, const Layout& layout, const std::string& program) {
  std::vector<MergedProject> merged;
  std::map<std::string, TracePieces> traces;
  for (const Project& project : plan.projects) {
    if (project.kind != ProjectKind::trace) {
      merged.push_back({project, key_of(project, plan)});
      continue;
    }
    TracePieces& trace = traces[trace_key(project, plan)];
    trace.pieces.push_back(&project);
    trace.whole = project;
    trace.whole.name = trace_name(project);
    trace.key = trace_key(project, plan);
  }
  for (const auto& [key, trace] : traces) {
    merge_trace(trace, plan, layout, program);
    merged.push_back({trace.whole, key});
  }
  std::sort(merged.begin(), merged.end(),
            [](const MergedProject& a, const MergedProject& b) { return a.project.name < b.project.name; });
  return merged;
}

}  // namespace dh::fleet
