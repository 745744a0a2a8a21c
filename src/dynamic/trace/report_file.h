// Raw reports on their way from a target process to the program that shows them: a file or pipe of blocks
// like those of a binary trace. docs/trace-format.md, "Reports".
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/result.h"
#include "dynamic/report.h"
#include "dynamic/tool.h"
#include "dynamic/trace/block_writer.h"
#include "dynamic/trace/input_stream.h"
#include "dynamic/trace/trace_event.h"

namespace dh::dyn {

// Thread-safe. Every report is out when add() returns, with the names it needs, so a target that is killed
// loses none. Locks names.guard().
class ReportWriter {
 public:
  static Result<std::unique_ptr<ReportWriter>> open(const std::string& path, const Names& names);
  ReportWriter(OutputStream stream, const Names& names);

  void add(const RawReport& report);
  // At the end: how often each merged report came, what tools counted and left. Closes the file.
  Result<void> finish(const std::vector<RawReport>& reports, const std::vector<ReportSink::Counts>& counts,
                      const std::vector<ToolOutput>& outputs);

 private:
  std::mutex mutex_;
  BlockWriter blocks_;
  const Names& names_;
};

struct ReportFile {
  std::vector<RawReport> reports;
  std::unique_ptr<Names> names = std::make_unique<Names>();
  std::vector<ReportSink::Counts> counts;
  std::vector<ToolOutput> outputs;
  bool complete = false;  // false: the target ended without finish(); reports are good, `times` is 1
  TraceError error;       // why it is not complete
};

// Fails only when the file cannot be opened.
Result<ReportFile> read_reports(const std::string& path);
ReportFile read_reports(InputStream stream);

}  // namespace dh::dyn
