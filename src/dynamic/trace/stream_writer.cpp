#include "dynamic/trace/stream_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <span>

#include "dynamic/trace/byte_cursor.h"
#include "dynamic/trace/event_block.h"

namespace dh::dyn {

using namespace binary;

uint32_t RecordedVariables::add(uint32_t named, int32_t index) {
  const std::lock_guard lock(lock_);
  variables_.push_back({named, index});
  return static_cast<uint32_t>(variables_.size() - 1);
}

void RecordedVariables::write_new(const Names& names, BlockWriter& blocks) {
  constexpr size_t kBatch = 4096;
  std::vector<Variable> batch;
  std::string raw, name;
  for (;;) {
    batch.clear();
    {
      const std::lock_guard lock(lock_);
      const size_t end = std::min(variables_.size(), written_ + kBatch);
      for (; written_ < end; ++written_) batch.push_back(variables_[written_]);
    }
    if (batch.empty()) return;
    raw.clear();
    for (const Variable& variable : batch) {
      raw.push_back(static_cast<char>(Space::variable));
      name = names.name(Space::variable, variable.named);
      if (variable.index >= 0) fmt::format_to(std::back_inserter(name), "[{}]", variable.index);
      put_text(raw, name);
    }
    blocks.write(BlockKind::names, raw, batch.size());
  }
}

StreamWriter::StreamWriter(OutputStream output, const Names& names, RecordedVariables& variables)
    : names_(names), variables_(variables), blocks_(std::move(output), kMagic) {
  blocks_.leave_out_names(Space::variable);
  block_.reserve(kEventsPerBlock);
}

void StreamWriter::write(uint64_t before) {
  {
    const std::lock_guard names_lock(names_.guard());
    blocks_.write_names(names_);
    variables_.write_new(names_, blocks_);
  }
  write_pieces(before);
  drop_written(before);
  blocks_.flush();
}

Result<void> StreamWriter::close() {
  write(UINT64_MAX);
  blocks_.write(BlockKind::end, "", written_);
  return blocks_.close();
}

void StreamWriter::write_pieces(uint64_t before) {
  struct Piece {
    uint64_t ticket;
    uint32_t thread;
    std::span<const StreamEvent> events;
  };
  std::vector<Piece> pieces;
  for (const StreamPart& part : parts_) {
    for (size_t i = 0; i < part.runs.size() && part.runs[i].ticket < before; ++i) {
      const size_t first = part.runs[i].first;
      const size_t end = i + 1 < part.runs.size() ? part.runs[i + 1].first : part.events.size();
      pieces.push_back(
          {part.runs[i].ticket, part.thread, std::span(part.events).subspan(first, end - first)});
    }
  }
  // A run may lie in two parts, the first one earlier in the list.
  std::ranges::stable_sort(pieces, {}, &Piece::ticket);
  for (const Piece& piece : pieces) {
    for (const StreamEvent& e : piece.events) {
      block_.push_back({e.kind, e.detail, piece.thread, e.target, e.location, 0});
      if (block_.size() == kEventsPerBlock) write_block();
    }
  }
  write_block();
}

// What belongs after events that are still to come stays.
void StreamWriter::drop_written(uint64_t before) {
  std::vector<StreamPart> later;
  for (StreamPart& part : parts_) {
    const auto run = std::ranges::find_if(part.runs, [&](const StreamRun& r) { return r.ticket >= before; });
    if (run == part.runs.end()) continue;
    const size_t first = run->first;
    part.runs.erase(part.runs.begin(), run);
    for (StreamRun& r : part.runs) r.first -= first;
    part.events.erase(part.events.begin(), part.events.begin() + static_cast<ptrdiff_t>(first));
    later.push_back(std::move(part));
  }
  parts_ = std::move(later);
}

void StreamWriter::write_block() {
  if (block_.empty()) return;
  encode_events(block_, raw_);
  blocks_.write(BlockKind::events, raw_, block_.size());
  written_ += block_.size();
  block_.clear();
}

}  // namespace dh::dyn
