#include <algorithm>
#include <array>

#include "dynamic/trace/binary_trace.h"
#include "dynamic/trace/block_reader.h"
#include "dynamic/trace/names_block.h"

namespace dh::dyn {

namespace {

using namespace binary;

// Stores a column into one field of the events; returns the largest value.
template <typename T, typename Store>
uint64_t store_column(const char* from, size_t n, TraceEvent* to, const Store& store) {
  T largest = 0;
  for (size_t i = 0; i < n; ++i) {
    T value;
    std::memcpy(&value, from + i * sizeof value, sizeof value);
    largest = std::max(largest, value);
    store(to[i], value);
  }
  return largest;
}

template <typename Store>
uint64_t store_column(const char* from, uint8_t width, size_t n, TraceEvent* to, const Store& store) {
  switch (width) {
    case 1:
      return store_column<uint8_t>(from, n, to, store);
    case 2:
      return store_column<uint16_t>(from, n, to, store);
    case 4:
      return store_column<uint32_t>(from, n, to, store);
    case 8:
      return store_column<uint64_t>(from, n, to, store);
    default:
      for (size_t i = 0; i < n; ++i) store(to[i], uint8_t{0});
      return 0;
  }
}

bool known_width(uint8_t width) {
  return width == 0 || width == 1 || width == 2 || width == 4 || width == 8;
}

struct BinaryPiece final : TracePiece {
  Block block;
  std::array<uint64_t, kColumns> largest{};
  std::vector<TraceEvent> expanded;  // room for expand()

  BlockKind kind() const { return static_cast<BlockKind>(block.header.kind); }
};

uint64_t store_column(Column column, const char* from, uint8_t width, std::vector<TraceEvent>& events) {
  TraceEvent* const to = events.data();
  const size_t n = events.size();
  switch (column) {
    case kKind:
      return store_column(from, width, n, to,
                          [](TraceEvent& e, auto v) { e.kind = static_cast<EventKind>(v); });
    case kDetail:
      return store_column(from, width, n, to,
                          [](TraceEvent& e, auto v) { e.detail = static_cast<uint8_t>(v); });
    case kThread:
      return store_column(from, width, n, to,
                          [](TraceEvent& e, auto v) { e.thread = static_cast<uint32_t>(v); });
    case kTarget:
      return store_column(from, width, n, to,
                          [](TraceEvent& e, auto v) { e.target = static_cast<uint32_t>(v); });
    case kLocation:  // plus one
      return store_column(from, width, n, to,
                          [](TraceEvent& e, auto v) { e.location = static_cast<uint32_t>(v) - 1; });
    case kValue:
      return store_column(from, width, n, to, [](TraceEvent& e, auto v) { e.value = v; });
    case kColumns:
      break;
  }
  return 0;
}

// What is wrong with the block; empty: nothing. Events of the block before are written over, not made again.
std::string store_events(BinaryPiece& piece) {
  const std::string_view raw = piece.block.raw;
  const uint64_t count = piece.block.header.count;
  if (count == 0 || count > kMaxEvents || raw.size() < kWidthsSize)
    return fmt::format("events block of {} events is corrupt", count);
  size_t size = kWidthsSize;
  for (int c = 0; c < kColumns; ++c) size += static_cast<uint8_t>(raw[c]) * count;
  if (size != raw.size()) return "columns of the block have the wrong size";
  const char* at = raw.data() + kWidthsSize;
  piece.events.resize(count);
  for (int c = 0; c < kColumns; ++c) {
    const auto width = static_cast<uint8_t>(raw[c]);
    if (!known_width(width)) return fmt::format("column of {} bytes", width);
    piece.largest[c] = store_column(static_cast<Column>(c), at, width, piece.events);
    at += width * count;
  }
  return {};
}

bool is_of_many(const TraceEvent& e) {
  return is_access(e.kind) && e.detail == kManyElements;
}

// Accesses of many elements become an event each. What is wrong with them; empty: nothing.
std::string expand(BinaryPiece& piece) {
  auto& events = piece.events;
  if (piece.largest[kDetail] < kManyElements || std::none_of(events.begin(), events.end(), is_of_many))
    return {};
  std::vector<TraceEvent>& all = piece.expanded;
  all.clear();
  for (const TraceEvent& e : events) {
    if (!is_of_many(e)) {
      all.push_back(e);
      continue;
    }
    const uint64_t count = e.value & UINT32_MAX;
    const uint64_t step = e.value >> 32;
    if (count == 0 || count > kMaxEvents - std::min<size_t>(all.size(), kMaxEvents) ||
        e.target + step * (count - 1) > UINT32_MAX)
      return "an access of many elements is corrupt";
    for (uint64_t i = 0; i < count; ++i)
      all.push_back({e.kind, 0, e.thread, static_cast<uint32_t>(e.target + step * i), e.location, 0});
  }
  events.swap(all);
  return {};
}

class BinaryReader final : public TraceReader {
 public:
  BinaryReader(InputStream stream, std::string start)
      : blocks_(std::move(stream), std::move(start), kMagic) {}

  std::unique_ptr<TracePiece> new_piece() const override { return std::make_unique<BinaryPiece>(); }
  bool fetch(TracePiece& piece) override { return blocks_.fetch(static_cast<BinaryPiece&>(piece).block); }

  void decode(TracePiece& any) const override {
    auto& piece = static_cast<BinaryPiece&>(any);
    unpack(piece.block);
    const bool has_events = piece.block.problem.empty() && piece.kind() == BlockKind::events;
    if (has_events) piece.block.problem = store_events(piece);
    if (has_events && piece.block.problem.empty()) piece.block.problem = expand(piece);
    if (!has_events || !piece.block.problem.empty()) piece.events.clear();
  }

  bool commit(TracePiece& any) override {
    auto& piece = static_cast<BinaryPiece&>(any);
    const BlockHeader& header = piece.block.header;
    if (!piece.block.problem.empty()) return blocks_.problem(piece.block, piece.block.problem);
    switch (piece.kind()) {
      case BlockKind::names:
        return parse_names_block(piece.block.raw, header.count, names_) ||
               blocks_.problem(piece.block, "names block is corrupt");
      case BlockKind::events:
        return check_ids(piece);
      case BlockKind::end:
        if (header.count == read_) return false;
        return blocks_.problem(piece.block,
                               fmt::format("trace has {} events, but says it has {}", read_, header.count));
      default:
        return blocks_.problem(piece.block, fmt::format("unknown kind of block {}", header.kind));
    }
  }

  const Names& names() const override { return names_; }
  const TraceError* error() const override { return blocks_.error(); }
  uint64_t line_at(uint64_t position) const override { return position + 1; }
  bool is_text() const override { return false; }

 private:
  // Events before the first bad one stay.
  bool check_ids(BinaryPiece& piece) {
    const auto& largest = piece.largest;
    auto& events = piece.events;
    const uint64_t threads = names_.count(Space::thread);
    const uint64_t locations = names_.count(Space::location);
    uint64_t targets[256];  // by kind
    std::fill(std::begin(targets), std::end(targets), 0);
    for (size_t k = 0; k < kEventKinds; ++k) {
      const Space space = event_target(static_cast<EventKind>(k));
      targets[k] = space == Space::none ? uint64_t{1} << 32 : names_.count(space);
    }
    constexpr auto kLastDetail = static_cast<uint8_t>(HandOver::interrupt);
    const bool narrow = largest[kKind] <= UINT8_MAX && largest[kDetail] <= UINT8_MAX &&
                        largest[kThread] <= UINT32_MAX && largest[kTarget] <= UINT32_MAX &&
                        largest[kLocation] <= UINT32_MAX;
    const bool in_range =
        largest[kThread] < threads && largest[kLocation] <= locations && largest[kDetail] <= kLastDetail;
    size_t good = 0;
    for (; narrow && good < events.size(); ++good) {
      const TraceEvent& e = events[good];
      if (e.target >= targets[static_cast<uint8_t>(e.kind)]) break;
      if (!in_range && (e.thread >= threads || e.location + 1u > locations || e.detail > kLastDetail)) break;
    }
    read_ += good;
    if (good == events.size()) return true;
    events.resize(good);
    return blocks_.problem(
        piece.block,
        fmt::format("event {}: its kind or detail is not known, or an id is out of range", read_ + 1));
  }

  BlockReader blocks_;
  Names names_;
  uint64_t read_ = 0;  // events
};

}  // namespace

bool looks_binary(std::string_view start) {
  return start.substr(0, sizeof kMagic) == std::string_view(kMagic, sizeof kMagic);
}

std::unique_ptr<TraceReader> read_binary(InputStream stream, std::string start) {
  return std::make_unique<BinaryReader>(std::move(stream), std::move(start));
}

}  // namespace dh::dyn
