#include <zstd.h>

#include <algorithm>
#include <array>

#include "dynamic/binary_format.h"
#include "dynamic/binary_trace.h"
#include "dynamic/names_block.h"

namespace dh::dyn {

namespace {

using namespace binary;

template <typename T>
void widen(const char* from, uint64_t* to, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    T value;
    std::memcpy(&value, from + i * sizeof value, sizeof value);
    to[i] = value;
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
    if (header.count == 0 || header.count > kMaxEvents || raw_.size() < kWidthsSize) {
      return problem("events block of {} events is corrupt", header.count);
    }
    size_t size = kWidthsSize;
    for (int c = 0; c < kColumns; ++c) size += static_cast<uint8_t>(raw_[c]) * header.count;
    if (size != raw_.size()) return problem("columns of the block have the wrong size");
    const char* at = raw_.data() + kWidthsSize;
    for (int c = 0; c < kColumns; ++c) {
      const auto width = static_cast<uint8_t>(raw_[c]);
      if (!read_column(at, width, columns_[c], header.count)) return problem("column of {} bytes", width);
      at += width * header.count;
    }
    return make_events(header.count);
  }

  static bool read_column(const char* from, uint8_t width, std::vector<uint64_t>& to, size_t n) {
    to.resize(n);
    switch (width) {
      case 0:
        std::fill(to.begin(), to.end(), 0);
        return true;
      case 1:
        widen<uint8_t>(from, to.data(), n);
        return true;
      case 2:
        widen<uint16_t>(from, to.data(), n);
        return true;
      case 4:
        widen<uint32_t>(from, to.data(), n);
        return true;
      case 8:
        widen<uint64_t>(from, to.data(), n);
        return true;
      default:
        return false;
    }
  }

  // Puts the columns together and checks every id.
  bool make_events(size_t n) {
    const uint64_t threads = names_.count(Space::thread);
    const uint64_t locations = names_.count(Space::location);
    uint64_t targets[kEventKinds];
    for (size_t k = 0; k < kEventKinds; ++k) {
      const Space space = event_target(static_cast<EventKind>(k));
      targets[k] = space == Space::none ? uint64_t{1} << 32 : names_.count(space);
    }
    events_.resize(n);
    for (size_t i = 0; i < n; ++i) {
      const uint64_t kind = columns_[kKind][i];
      const uint64_t location = columns_[kLocation][i];  // plus one
      if (kind >= kEventKinds || columns_[kThread][i] >= threads || columns_[kTarget][i] >= targets[kind] ||
          location > locations) [[unlikely]] {
        events_.resize(i);
        read_ += i;
        if (kind >= kEventKinds) return problem("event {}: unknown kind {}", read_ + 1, kind);
        return problem("event {}: id is out of range", read_ + 1);
      }
      events_[i] = {static_cast<EventKind>(kind),
                    static_cast<uint8_t>(columns_[kDetail][i]),
                    static_cast<uint32_t>(columns_[kThread][i]),
                    static_cast<uint32_t>(columns_[kTarget][i]),
                    static_cast<uint32_t>(location - 1),
                    columns_[kValue][i]};
    }
    read_ += n;
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
  std::array<std::vector<uint64_t>, kColumns> columns_;
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
