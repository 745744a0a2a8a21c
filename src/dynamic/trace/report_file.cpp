#include "dynamic/trace/report_file.h"

#include "dynamic/trace/block_reader.h"
#include "dynamic/trace/report_bytes.h"

namespace dh::dyn {

namespace {

using binary::BlockKind;

// The results block: times of the reports in order, then counts, then outputs.
bool get_results(std::string_view raw, ReportFile& file) {
  ByteCursor from(raw);
  for (RawReport& report : file.reports) {
    if (!from.number(report.times)) return false;
  }
  const auto count = [&] {
    auto& counts = file.counts.emplace_back();
    return get_string(from, counts.tool) && from.number(counts.events) && from.number(counts.locations) &&
           from.number(counts.dropped);
  };
  return get_each(from, count) && get_outputs(from, file.outputs) && from.at_end();
}

bool get_reports(std::string_view raw, uint64_t count, ReportFile& file) {
  ByteCursor from(raw);
  for (uint64_t i = 0; i < count; ++i) {
    RawReport report;
    if (!get_report(from, report)) return false;
    file.reports.push_back(std::move(report));
  }
  return from.at_end();
}

}  // namespace

Result<std::unique_ptr<ReportWriter>> ReportWriter::open(const std::string& path, const Names& names) {
  auto stream = OutputStream::open(path);
  if (!stream) return tl::unexpected(stream.error());
  return std::make_unique<ReportWriter>(std::move(*stream), names);
}

ReportWriter::ReportWriter(OutputStream stream, const Names& names)
    : blocks_(std::move(stream), binary::kReportMagic), names_(names) {
  blocks_.flush();
}

void ReportWriter::add(const RawReport& report) {
  std::string raw;
  put_report(raw, report);
  const std::lock_guard lock(mutex_);
  const std::lock_guard names_lock(names_.guard());
  blocks_.write_names(names_);
  blocks_.write(BlockKind::reports, raw, 1);
  blocks_.flush();
}

Result<void> ReportWriter::finish(const std::vector<RawReport>& reports,
                                  const std::vector<ReportSink::Counts>& counts,
                                  const std::vector<ToolOutput>& outputs) {
  std::string raw;
  for (const RawReport& report : reports) put_number(raw, report.times);
  put_number(raw, counts.size());
  for (const auto& count : counts) {
    put_text(raw, count.tool);
    for (const uint64_t n : {count.events, count.locations, count.dropped}) put_number(raw, n);
  }
  put_outputs(raw, outputs);
  const std::lock_guard lock(mutex_);
  blocks_.write(BlockKind::results, raw, reports.size());
  blocks_.write(BlockKind::end, "", reports.size());
  return blocks_.close();
}

Result<ReportFile> read_reports(const std::string& path) {
  auto stream = InputStream::open(path);
  if (!stream) return tl::unexpected(stream.error());
  return read_reports(std::move(*stream));
}

ReportFile read_reports(InputStream stream) {
  ReportFile file;
  BlockReader blocks(std::move(stream), {}, binary::kReportMagic);
  while (!file.complete && blocks.next()) {
    const binary::BlockHeader& header = blocks.header();
    switch (static_cast<BlockKind>(header.kind)) {
      case BlockKind::names:
        if (!parse_names_block(blocks.raw(), header.count, *file.names)) blocks.problem("names are corrupt");
        break;
      case BlockKind::reports:
        if (!get_reports(blocks.raw(), header.count, file)) blocks.problem("reports are corrupt");
        break;
      case BlockKind::results:
        if (header.count != file.reports.size() || !get_results(blocks.raw(), file))
          blocks.problem("results are corrupt");
        break;
      case BlockKind::end:
        file.complete = true;
        break;
      default:
        blocks.problem(fmt::format("unknown kind of block {}", header.kind));
        break;
    }
  }
  if (blocks.error() != nullptr) file.error = *blocks.error();
  return file;
}

}  // namespace dh::dyn
