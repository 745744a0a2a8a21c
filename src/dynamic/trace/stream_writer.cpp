#include "dynamic/trace/stream_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <mutex>
#include <span>

#include "dynamic/trace/byte_cursor.h"
#include "dynamic/trace/event_block.h"

namespace dh::dyn {

using namespace binary;

namespace {

// "name", or "name[index]": one for each element of each array, so they are put together in place.
void put_name(std::string_view name, int32_t index, std::string& raw) {
  std::array<char, 16> suffix;
  char* end = suffix.data();
  if (index >= 0) {
    *end++ = '[';
    end = std::to_chars(end, suffix.data() + suffix.size() - 1, index).ptr;
    *end++ = ']';
  }
  const auto size = static_cast<size_t>(end - suffix.data());
  put_number(raw, name.size() + size);
  raw.append(name).append(suffix.data(), size);
}

}  // namespace

void RecordedVariables::take_block(Block& mine) {
  const std::lock_guard lock(lock_);
  blocks_.reach(taken_);
  auto& block = blocks_[taken_];
  block = std::make_unique<Variable[]>(kBlock);
  mine = {block.get(), taken_ * kBlock, kBlock};
  ++taken_;
}

StreamWriter::StreamWriter(OutputStream output, const Names& names, const RecordedVariables& variables)
    : names_(names), variables_(variables), blocks_(std::move(output), kMagic) {
  blocks_.leave_out_names(Space::variable);
  block_.reserve(kEventsPerBlock);
}

void StreamWriter::write(uint64_t before) {
  {
    const std::lock_guard names_lock(names_.guard());
    blocks_.write_names(names_);
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
      const uint32_t target = is_access(e.kind) ? variable(e.target) : e.target;
      block_.push_back({e.kind, e.detail, piece.thread, target, e.location, 0});
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

uint32_t StreamWriter::variable(uint32_t number) {
  constexpr uint32_t kNone = UINT32_MAX;
  if (number >= ids_.size()) ids_.resize(std::max<size_t>(number + 1, ids_.size() + ids_.size() / 2), kNone);
  uint32_t& id = ids_[number];
  if (id == kNone) {
    id = next_id_++;
    unnamed_.push_back(number);
  }
  return id;
}

void StreamWriter::write_new_variables() {
  if (unnamed_.empty()) return;
  raw_.clear();
  {
    const std::lock_guard names_lock(names_.guard());
    for (const uint32_t number : unnamed_) {
      const RecordedVariables::Variable variable = variables_[number];
      raw_.push_back(static_cast<char>(Space::variable));
      put_name(names_.name(Space::variable, variable.named), variable.index, raw_);
    }
  }
  blocks_.write(BlockKind::names, raw_, unnamed_.size());
  unnamed_.clear();
}

void StreamWriter::write_block() {
  if (block_.empty()) return;
  write_new_variables();
  encode_events(block_, raw_);
  blocks_.write(BlockKind::events, raw_, block_.size());
  written_ += block_.size();
  block_.clear();
}

}  // namespace dh::dyn
