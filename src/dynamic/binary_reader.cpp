#include <zstd.h>

#include <algorithm>

#include "dynamic/binary_format.h"
#include "dynamic/binary_trace.h"
#include "dynamic/names_block.h"

namespace dh::dyn {

namespace {

using namespace binary;

template <typename T>
void read_column(const char* from, std::vector<TraceEvent>& events, int c) {
  for (TraceEvent& e : events) {
    T value;
    std::memcpy(&value, from, sizeof value);
    from += sizeof value;
    switch (static_cast<Column>(c)) {
      case kKind:
        e.kind = static_cast<EventKind>(value);
        break;
      case kDetail:
        e.detail = static_cast<uint8_t>(value);
        break;
      case kThread:
        e.thread = static_cast<uint32_t>(value);
        break;
      case kTarget:
        e.target = static_cast<uint32_t>(value);
        break;
      case kLocation:
        e.location = static_cast<uint32_t>(value - 1u);
        break;
      case kValue:
        e.value = value;
        break;
      case kColumns:
        break;
    }
  }
}

class BinaryReader final : public TraceReader {
 public:
  BinaryReader(InputStream stream, std::string start)
      : stream_(std::move(stream)), start_(std::move(start)), context_(ZSTD_createDCtx(), ZSTD_freeDCtx) {}

  std::span<const TraceEvent> next() override {
    events_.clear();
    if (!begun_ && !begin()) return {};
    while (!failed_ && !ended_) {
      BlockHeader header;
      if (!read_block(header)) break;
      switch (static_cast<BlockKind>(header.kind)) {
        case BlockKind::names:
          read_names(header);
          break;
        case BlockKind::events:
          if (read_events(header)) return events_;
          break;
        case BlockKind::end:
          ended_ = true;
          if (header.count != read_) problem("trace has {} events, but says it has {}", read_, header.count);
          break;
        default:
          problem("unknown kind of block {}", header.kind);
          break;
      }
    }
    return {};
  }

  const Names& names() const override { return names_; }
  const TraceError* error() const override { return failed_ ? &error_ : nullptr; }
  uint64_t line_at(uint64_t position) const override { return position + 1; }
  bool is_text() const override { return false; }

 private:
  template <typename... Args>
  bool problem(fmt::format_string<Args...> format, Args&&... args) {
    if (!failed_) error_ = {fmt::format(format, std::forward<Args>(args)...), 0, block_at_};
    failed_ = true;
    return false;
  }

  bool begin() {
    begun_ = true;
    FileHeader header;
    if (read(reinterpret_cast<char*>(&header), sizeof header) != sizeof header)
      return problem("file is too short");
    if (header.version != kVersion) return problem("version {} of the format is not known", header.version);
    return true;
  }

  size_t read(char* to, size_t n) {
    size_t got = std::min(n, start_.size() - start_at_);
    std::memcpy(to, start_.data() + start_at_, got);
    start_at_ += got;
    while (got < n) {
      const ptrdiff_t more = stream_.read(to + got, n - got);
      if (more < 0) problem("cannot read on: {}", stream_.problem());
      if (more <= 0) break;
      got += static_cast<size_t>(more);
    }
    offset_ += got;
    return got;
  }

  // Reads and checks one block; its contents are in raw_ (a view).
  bool read_block(BlockHeader& header) {
    block_at_ = offset_;
    const size_t got = read(reinterpret_cast<char*>(&header), sizeof header);
    if (got != sizeof header) return problem("trace is cut off; everything before is good");
    if (header.magic != kBlockMagic) return problem("not a block of a trace");
    if (header.stored_size > kMaxRaw || header.raw_size > kMaxRaw)
      return problem("block is too large to be true");
    stored_.resize(header.stored_size);
    if (read(stored_.data(), stored_.size()) != stored_.size()) {
      return problem("trace is cut off in a block; everything before is good");
    }
    if (checksum(header, stored_) != header.check)
      return problem("block is corrupt (its checksum does not match)");
    raw_ = stored_;
    if (header.stored_size == header.raw_size) return true;
    unpacked_.resize(header.raw_size);
    const size_t size = ZSTD_decompressDCtx(context_.get(), unpacked_.data(), unpacked_.size(),
                                            stored_.data(), stored_.size());
    if (ZSTD_isError(size) != 0 || size != header.raw_size) return problem("block cannot be decompressed");
    raw_ = unpacked_;
    return true;
  }

  void read_names(const BlockHeader& header) {
    if (!parse_names_block(raw_, header.count, names_)) problem("names block is corrupt");
  }

  bool read_events(const BlockHeader& header) {
    if (header.count == 0 || header.count > kEventsPerBlock || raw_.size() < kWidthsSize) {
      return problem("events block of {} events is corrupt", header.count);
    }
    size_t size = kWidthsSize;
    for (int c = 0; c < kColumns; ++c) size += static_cast<uint8_t>(raw_[c]) * header.count;
    if (size != raw_.size()) return problem("columns of the block have the wrong size");
    events_.assign(header.count, TraceEvent{});
    const char* at = raw_.data() + kWidthsSize;
    for (int c = 0; c < kColumns; ++c) {
      const auto width = static_cast<uint8_t>(raw_[c]);
      switch (width) {
        case 0:
          break;
        case 1:
          read_column<uint8_t>(at, events_, c);
          break;
        case 2:
          read_column<uint16_t>(at, events_, c);
          break;
        case 4:
          read_column<uint32_t>(at, events_, c);
          break;
        case 8:
          read_column<uint64_t>(at, events_, c);
          break;
        default:
          return problem("column of {} bytes", width);
      }
      at += width * header.count;
    }
    return check_ids();
  }

  bool check_ids() {
    const auto threads = static_cast<uint32_t>(names_.count(Space::thread));
    const auto locations = static_cast<uint32_t>(names_.count(Space::location));
    uint32_t targets[kEventKinds];
    for (size_t k = 0; k < kEventKinds; ++k) {
      const Space space = event_target(static_cast<EventKind>(k));
      targets[k] = space == Space::none ? UINT32_MAX : static_cast<uint32_t>(names_.count(space));
    }
    for (const TraceEvent& e : events_) {
      const auto kind = static_cast<size_t>(e.kind);
      if (kind >= kEventKinds) return problem("event {}: unknown kind {}", read_ + 1, kind);
      if (e.thread >= threads || e.target >= targets[kind] ||
          (e.location >= locations && e.location != UINT32_MAX)) {
        return problem("event {}: id is out of range", read_ + 1);
      }
      ++read_;
    }
    return true;
  }

  InputStream stream_;
  std::string start_;
  size_t start_at_ = 0;
  std::unique_ptr<ZSTD_DCtx, size_t (*)(ZSTD_DCtx*)> context_;
  Names names_;
  std::string stored_;
  std::string unpacked_;
  std::string_view raw_;
  std::vector<TraceEvent> events_;
  uint64_t offset_ = 0;
  uint64_t block_at_ = 0;
  uint64_t read_ = 0;  // events
  bool begun_ = false;
  bool ended_ = false;
  bool failed_ = false;
  TraceError error_;
};

}  // namespace

bool looks_binary(std::string_view start) {
  return start.substr(0, sizeof kMagic) == std::string_view(kMagic, sizeof kMagic);
}

std::unique_ptr<TraceReader> read_binary(InputStream stream, std::string start) {
  return std::make_unique<BinaryReader>(std::move(stream), std::move(start));
}

}  // namespace dh::dyn
