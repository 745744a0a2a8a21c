#include "dynamic/trace/report_file.h"

#include "dynamic/trace/block_reader.h"
#include "dynamic/trace/byte_cursor.h"

namespace dh::dyn {

namespace {

using binary::BlockKind;

// Ids that may be "none" are stored plus one.
void put_id(std::string& to, uint32_t id) {
  put_number(to, uint64_t{id + 1u});
}
bool get_id(ByteCursor& from, uint32_t& id) {
  if (!from.number(id)) return false;
  --id;
  return true;
}

template <typename E>
bool get_enum(ByteCursor& from, E& value, uint64_t end) {
  uint64_t number;
  if (!from.number(number) || number >= end) return false;
  value = static_cast<E>(number);
  return true;
}

// A count, then that many items: the list grows as they are read, so a false count costs nothing.
template <typename Item>
bool get_each(ByteCursor& from, Item&& item) {
  uint64_t size;
  if (!from.number(size)) return false;
  for (uint64_t i = 0; i < size; ++i) {
    if (!item()) return false;
  }
  return true;
}

void put_list(std::string& to, const std::vector<uint32_t>& list) {
  put_number(to, list.size());
  for (const uint32_t item : list) put_number(to, item);
}
bool get_list(ByteCursor& from, std::vector<uint32_t>& list) {
  return get_each(from, [&] { return from.number(list.emplace_back()); });
}

bool get_string(ByteCursor& from, std::string& text) {
  std::string_view view;
  if (!from.text(view)) return false;
  text = view;
  return true;
}

void put_access(std::string& to, const RawAccess& access) {
  put_number(to, static_cast<uint64_t>(access.kind));
  put_id(to, access.thread.value);
  put_id(to, access.location.value);
  put_number(to, access.position);
  put_number(to, access.epoch.slot);
  put_number(to, access.epoch.clock);
  put_list(to, access.locks);
  put_id(to, access.target);
  put_number(to, access.stack.size());
  for (const LocId frame : access.stack) put_id(to, frame.value);
  put_number(to, access.known ? 1 : 0);
}
bool get_access(ByteCursor& from, RawAccess& access) {
  const auto frame = [&] { return get_id(from, access.stack.emplace_back().value); };
  return get_enum(from, access.kind, kEventKinds) && get_id(from, access.thread.value) &&
         get_id(from, access.location.value) && from.number(access.position) &&
         from.number(access.epoch.slot) && from.number(access.epoch.clock) && get_list(from, access.locks) &&
         get_id(from, access.target) && get_each(from, frame) && get_enum(from, access.known, 2);
}

void put_step(std::string& to, const RawStep& step) {
  put_number(to, static_cast<uint64_t>(step.kind));
  put_id(to, step.thread.value);
  put_number(to, step.target);
  put_id(to, step.location.value);
  put_number(to, step.position);
}
bool get_step(ByteCursor& from, RawStep& step) {
  return get_enum(from, step.kind, kEventKinds) && get_id(from, step.thread.value) &&
         from.number(step.target) && get_id(from, step.location.value) && from.number(step.position);
}

void put_report(std::string& to, const RawReport& report) {
  put_text(to, report.tool);
  put_number(to, report.finding);
  put_number(to, static_cast<uint64_t>(report.space));
  put_number(to, report.target);
  put_access(to, report.current);
  put_access(to, report.previous);
  put_number(to, report.more.size());
  for (const RawAccess& access : report.more) put_access(to, access);
  put_number(to, report.held.size());
  for (const RawStep& step : report.held) put_step(to, step);
  put_number(to, report.position);
  put_list(to, report.clock);
  put_number(to, report.steps.size());
  for (const RawStep& step : report.steps) put_step(to, step);
  put_id(to, report.block);
  put_id(to, report.block_location.value);
  put_number(to, report.block_position);
  put_number(to, report.times);
  put_text(to, report.note);
  put_text(to, report.object);
}
bool get_report(ByteCursor& from, RawReport& report) {
  const auto step = [&] { return get_step(from, report.steps.emplace_back()); };
  const auto held = [&] { return get_step(from, report.held.emplace_back()); };
  const auto more = [&] { return get_access(from, report.more.emplace_back()); };
  return get_string(from, report.tool) && get_enum(from, report.finding, UINT8_MAX) &&
         get_enum(from, report.space, kSpaces) && from.number(report.target) &&
         get_access(from, report.current) && get_access(from, report.previous) && get_each(from, more) &&
         get_each(from, held) && from.number(report.position) && get_list(from, report.clock) &&
         get_each(from, step) && get_id(from, report.block) && get_id(from, report.block_location.value) &&
         from.number(report.block_position) && from.number(report.times) && get_string(from, report.note) &&
         get_string(from, report.object);
}

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
  const auto output = [&] {
    ToolOutput& made = file.outputs.emplace_back();
    return get_string(from, made.tool) && get_string(from, made.incomplete) &&
           get_each(from, [&] { return get_string(from, made.lines.emplace_back()); });
  };
  return get_each(from, count) && get_each(from, output) && from.at_end();
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
  put_number(raw, outputs.size());
  for (const ToolOutput& output : outputs) {
    put_text(raw, output.tool);
    put_text(raw, output.incomplete);
    put_number(raw, output.lines.size());
    for (const std::string& line : output.lines) put_text(raw, line);
  }
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
