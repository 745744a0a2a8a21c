#include "cli/replay/replay_trace.h"

#include <deque>
#include <memory>

#include "dynamic/trace/binary_trace.h"
#include "dynamic/trace/std_trace.h"
#include "tools/registry.h"

namespace dh {

namespace {

// Writes what is read into another trace on its way, as far as it is good.
class RecordingReader final : public dyn::TraceReader {
 public:
  RecordingReader(dyn::TraceReader& reader, dyn::TraceWriter& writer) : reader_(reader), writer_(writer) {}
  std::span<const dyn::TraceEvent> next() override {
    write_first(events_.size());
    return events_ = reader_.next();
  }
  // The replay is over, after so many events: those after an impossible one are left out.
  void finish(uint64_t events) { write_first(events - written_); }
  std::unique_ptr<dyn::TracePiece> new_piece() const override { return reader_.new_piece(); }
  bool fetch(dyn::TracePiece& piece) override { return reader_.fetch(piece); }
  void decode(dyn::TracePiece& piece) const override { reader_.decode(piece); }
  bool commit(dyn::TracePiece& piece) override { return reader_.commit(piece); }
  const dyn::Names& names() const override { return reader_.names(); }
  const dyn::TraceError* error() const override { return reader_.error(); }
  uint64_t line_at(uint64_t position) const override { return reader_.line_at(position); }
  bool is_text() const override { return reader_.is_text(); }

 private:
  void write_first(size_t n) {
    for (const dyn::TraceEvent& event : events_.first(n)) writer_.write(event);
    written_ += n;
    events_ = {};
  }

  dyn::TraceReader& reader_;
  dyn::TraceWriter& writer_;
  std::span<const dyn::TraceEvent> events_;  // read, and not written yet
  uint64_t written_ = 0;
};

Result<ReplayOutcome> record_trace(dyn::TraceReader& reader, const HowToReplay& how, StopToken stop) {
  auto writer = how.record.ends_with(".std") ? dyn::write_std(how.record, reader.names())
                                             : dyn::write_binary(how.record, reader.names());
  if (!writer) return tl::unexpected(writer.error());
  RecordingReader recording(reader, **writer);
  dyn::ReportSink sink(how.max_reports);
  auto chain = dyn::build_chain(how.tools, sink, reader.names(), {.allow_fused = !how.no_fusing});
  if (!chain) return tl::unexpected(chain.error());
  dyn::Replay replay(recording, **chain);  // lives until the tools have finished: they look at its threads
  ReplayOutcome outcome;
  outcome.result = replay.run(stop);
  recording.finish(outcome.result.events);
  if (const Result<void> closed = (*writer)->close(); !closed)
    outcome.record_problem = closed.error().message;
  outcome.outputs = (*chain)->finish();  // may add reports
  outcome.counts = sink.counts();
  outcome.reports = sink.take();
  return outcome;
}

}  // namespace

Result<ReplayOutcome> replay_trace(dyn::TraceReader& reader, const HowToReplay& how, StopToken stop) {
  if (!how.record.empty()) return record_trace(reader, how, stop);
  const auto threads = static_cast<unsigned>(how.jobs);
  const uint32_t shares = dyn::splits_by_location(how.tools) ? threads : 1;
  std::deque<dyn::ReportSink> sinks;
  std::vector<std::unique_ptr<dyn::ToolChain>> chains;
  std::vector<dyn::SharedReplay::Part> parts;
  for (uint32_t share = 0; share < shares; ++share) {
    sinks.emplace_back(how.max_reports,
                       shares == 1 ? dyn::ReportSink::Use::whole : dyn::ReportSink::Use::share);
    auto chain = dyn::build_chain(how.tools, sinks.back(), reader.names(), {.allow_fused = !how.no_fusing});
    if (!chain) return tl::unexpected(chain.error());
    chains.push_back(std::move(*chain));
    parts.push_back({*chains.back(), share});
  }
  dyn::SharedReplay replay(reader, dyn::LocationSplit(shares), std::move(parts), threads);
  ReplayOutcome outcome;
  outcome.result = replay.run(stop);
  std::vector<dyn::ReportSink::Share> got;
  for (uint32_t share = 0; share < shares; ++share) {
    auto outputs = chains[share]->finish();  // may add reports
    if (share == 0) outcome.outputs = std::move(outputs);
    if (shares > 1) got.push_back(sinks[share].take_share());
  }
  if (shares == 1) {
    outcome.counts = sinks[0].counts();
    outcome.reports = sinks[0].take();
    return outcome;
  }
  dyn::MergedReports merged = dyn::merge_shares(std::move(got), how.max_reports);
  outcome.reports = std::move(merged.reports);
  outcome.counts = std::move(merged.counts);
  return outcome;
}

}  // namespace dh
