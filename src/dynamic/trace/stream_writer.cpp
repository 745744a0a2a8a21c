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

// As many as an entry may have, from number `done` on.
void put_elements(std::string_view name, const RecordedVariables::Elements& all, uint32_t done,
                  std::string& raw) {
  raw.push_back(static_cast<char>(kElements | static_cast<uint8_t>(Space::variable)));
  put_text(raw, name);
  put_number(raw, static_cast<uint64_t>(all.first) + uint64_t{done} * all.stride);
  put_number(raw, all.stride);
  put_number(raw, std::min(kMaxElements, all.count - done));
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
      if (is_access(e.kind)) {
        put_access(e, piece.thread);
        continue;
      }
      block_.push_back({e.kind, e.detail, piece.thread, e.target, e.location, 0});
      if (++in_block_ == kEventsPerBlock) write_block();
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

void StreamWriter::put_access(const StreamEvent& e, uint32_t thread) {
  if (e.index < 0) {
    block_.push_back({e.kind, 0, thread, first_id(e.target), e.location, 0});
    if (++in_block_ == kEventsPerBlock) write_block();
    return;
  }
  const uint32_t number = variables_.several_of(e.target);
  const RecordedVariables::Elements all = variables_[number];
  uint32_t id = first_id(number);
  if (all.count > 1) id += static_cast<uint32_t>(e.index - all.first) / all.stride;
  const uint32_t step = e.stride / all.stride;
  for (uint32_t left = e.count; left > 0;) {
    const uint32_t n = std::min(left, kEventsPerBlock - in_block_);
    const bool is_one = n == 1;
    block_.push_back({e.kind, is_one ? uint8_t{0} : kManyElements, thread, id, e.location,
                      is_one ? 0 : elements_value(n, step)});
    in_block_ += n;
    id += n * step;
    left -= n;
    if (in_block_ == kEventsPerBlock) write_block();
  }
}

// The id of the location, or of the first of its elements.
uint32_t StreamWriter::first_id(uint32_t number) {
  constexpr uint32_t kNone = UINT32_MAX;
  if (number >= ids_.size()) ids_.resize(std::max<size_t>(number + 1, ids_.size() + ids_.size() / 2), kNone);
  uint32_t& id = ids_[number];
  if (id == kNone) {
    id = next_id_;
    next_id_ += variables_[number].count;
    unnamed_.push_back(number);
  }
  return id;
}

void StreamWriter::write_new_variables() {
  if (unnamed_.empty()) return;
  raw_.clear();
  uint64_t entries = 0;
  {
    const std::lock_guard names_lock(names_.guard());
    for (const uint32_t number : unnamed_) {
      const RecordedVariables::Elements variable = variables_[number];
      const std::string_view name = names_.name(Space::variable, variable.named);
      if (variable.count == 1) {
        raw_.push_back(static_cast<char>(Space::variable));
        put_name(name, variable.first, raw_);
        ++entries;
        continue;
      }
      for (uint32_t done = 0; done < variable.count; done += kMaxElements, ++entries)
        put_elements(name, variable, done, raw_);
    }
  }
  blocks_.write(BlockKind::names, raw_, entries);
  unnamed_.clear();
}

void StreamWriter::write_block() {
  if (block_.empty()) return;
  write_new_variables();
  encode_events(block_, raw_);
  blocks_.write(BlockKind::events, raw_, block_.size());
  written_ += in_block_;
  block_.clear();
  in_block_ = 0;
}

}  // namespace dh::dyn
