#include <algorithm>
#include <array>

#include "dynamic/binary_trace.h"
#include "dynamic/block_reader.h"
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
      : blocks_(std::move(stream), std::move(start), kMagic) {}

  std::span<const TraceEvent> next() override {
    events_.clear();
    while (!ended_ && blocks_.next()) {
      const BlockHeader& header = blocks_.header();
      switch (static_cast<BlockKind>(header.kind)) {
        case BlockKind::names:
          if (!parse_names_block(blocks_.raw(), header.count, names_))
            blocks_.problem("names block is corrupt");
          break;
        case BlockKind::events:
          if (read_events(header, blocks_.raw())) return events_;
          break;
        case BlockKind::end:
          ended_ = true;
          if (header.count != read_)
            blocks_.problem("trace has {} events, but says it has {}", read_, header.count);
          break;
        default:
          blocks_.problem("unknown kind of block {}", header.kind);
          break;
      }
    }
    return {};
  }

  const Names& names() const override { return names_; }
  const TraceError* error() const override { return blocks_.error(); }
  uint64_t line_at(uint64_t position) const override { return position + 1; }
  bool is_text() const override { return false; }

 private:
  bool read_events(const BlockHeader& header, std::string_view raw) {
    if (header.count == 0 || header.count > kMaxEvents || raw.size() < kWidthsSize) {
      return blocks_.problem("events block of {} events is corrupt", header.count);
    }
    size_t size = kWidthsSize;
    for (int c = 0; c < kColumns; ++c) size += static_cast<uint8_t>(raw[c]) * header.count;
    if (size != raw.size()) return blocks_.problem("columns of the block have the wrong size");
    const char* at = raw.data() + kWidthsSize;
    for (int c = 0; c < kColumns; ++c) {
      const auto width = static_cast<uint8_t>(raw[c]);
      if (!read_column(at, width, columns_[c], header.count))
        return blocks_.problem("column of {} bytes", width);
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
        if (kind >= kEventKinds) return blocks_.problem("event {}: unknown kind {}", read_ + 1, kind);
        return blocks_.problem("event {}: id is out of range", read_ + 1);
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

  BlockReader blocks_;
  Names names_;
  std::array<std::vector<uint64_t>, kColumns> columns_;
  std::vector<TraceEvent> events_;
  uint64_t read_ = 0;  // events
  bool ended_ = false;
};

}  // namespace

bool looks_binary(std::string_view start) {
  return start.substr(0, sizeof kMagic) == std::string_view(kMagic, sizeof kMagic);
}

std::unique_ptr<TraceReader> read_binary(InputStream stream, std::string start) {
  return std::make_unique<BinaryReader>(std::move(stream), std::move(start));
}

}  // namespace dh::dyn
