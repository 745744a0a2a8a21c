#include <zstd.h>

#include <algorithm>
#include <array>

#include "dynamic/binary_format.h"
#include "dynamic/binary_trace.h"
#include "dynamic/output_stream.h"

namespace dh::dyn {

namespace {

using namespace binary;

void put_number(std::string& to, uint64_t n) {
  while (n >= 0x80) {
    to.push_back(static_cast<char>(n | 0x80));
    n >>= 7;
  }
  to.push_back(static_cast<char>(n));
}

void put_text(std::string& to, std::string_view text) {
  put_number(to, text.size());
  to.append(text);
}

uint8_t width_of(uint64_t largest) {
  if (largest == 0) return 0;
  if (largest <= UINT8_MAX) return 1;
  if (largest <= UINT16_MAX) return 2;
  return largest <= UINT32_MAX ? 4 : 8;
}

class BinaryWriter final : public TraceWriter {
 public:
  BinaryWriter(OutputStream stream, const Names& names)
      : stream_(std::move(stream)), names_(names), context_(ZSTD_createCCtx(), ZSTD_freeCCtx) {
    events_.reserve(kEventsPerBlock);
    FileHeader header{};
    std::memcpy(header.magic, kMagic, sizeof kMagic);
    header.version = kVersion;
    stream_.write({reinterpret_cast<const char*>(&header), sizeof header});
  }
  ~BinaryWriter() override {
    if (!closed_) (void)close();
  }

  void write(const TraceEvent& event) override {
    events_.push_back(event);
    if (events_.size() == kEventsPerBlock) flush();
  }

  Result<void> close() override {
    closed_ = true;
    flush();
    write_block(BlockKind::end, "", written_);
    return stream_.close();
  }

 private:
  void flush() {
    write_names();
    if (events_.empty()) return;
    std::array<uint64_t, kColumns> largest{};
    for (const TraceEvent& e : events_) {
      for (int c = 0; c < kColumns; ++c) largest[c] |= column(e, c);
    }
    raw_.assign(kWidthsSize, '\0');
    for (int c = 0; c < kColumns; ++c) raw_[c] = static_cast<char>(width_of(largest[c]));
    for (int c = 0; c < kColumns; ++c) {
      const auto width = static_cast<uint8_t>(raw_[c]);
      for (const TraceEvent& e : events_) {
        const uint64_t value = column(e, c);
        raw_.append(reinterpret_cast<const char*>(&value), width);  // little-endian
      }
    }
    written_ += events_.size();
    write_block(BlockKind::events, raw_, events_.size());
    events_.clear();
  }

  static uint64_t column(const TraceEvent& e, int c) {
    switch (static_cast<Column>(c)) {
      case kKind:
        return static_cast<uint64_t>(e.kind);
      case kDetail:
        return e.detail;
      case kThread:
        return e.thread;
      case kTarget:
        return e.target;
      case kLocation:
        return e.location + 1u;
      case kValue:
        return e.value;
      case kColumns:
        break;
    }
    return 0;
  }

  void write_names() {
    std::string raw;
    uint64_t count = 0;
    for (size_t s = 0; s < kSpaces; ++s) {
      const auto space = static_cast<Space>(s);
      for (; told_[s] < names_.count(space); ++told_[s], ++count) {
        raw.push_back(static_cast<char>(s));
        if (space == Space::location) {
          const LocationName location = names_.location(LocId(static_cast<uint32_t>(told_[s])));
          for (const uint64_t n : {location.number, uint64_t{location.line}, uint64_t{location.column}})
            put_number(raw, n);
          put_text(raw, location.path);
          put_text(raw, location.symbol);
        } else {
          put_text(raw, names_.name(space, static_cast<uint32_t>(told_[s])));
        }
        if (raw.size() > kMaxRaw / 4) {
          write_block(BlockKind::names, raw, std::exchange(count, 0) + 1);
          raw.clear();
          count = static_cast<uint64_t>(-1);  // the loop's increment makes it 0
        }
      }
    }
    if (!raw.empty()) write_block(BlockKind::names, raw, count);
  }

  void write_block(BlockKind kind, std::string_view raw, uint64_t count) {
    BlockHeader header{
        kBlockMagic, static_cast<uint32_t>(kind), 0, static_cast<uint32_t>(raw.size()), count, 0};
    packed_.resize(ZSTD_compressBound(raw.size()));
    const size_t size =
        ZSTD_compressCCtx(context_.get(), packed_.data(), packed_.size(), raw.data(), raw.size(), 1);
    std::string_view stored = raw;
    if (ZSTD_isError(size) == 0 && size < raw.size()) stored = {packed_.data(), size};
    header.stored_size = static_cast<uint32_t>(stored.size());
    header.check = checksum(header, stored);
    stream_.write({reinterpret_cast<const char*>(&header), sizeof header});
    stream_.write(stored);
  }

  OutputStream stream_;
  const Names& names_;
  std::unique_ptr<ZSTD_CCtx, size_t (*)(ZSTD_CCtx*)> context_;
  std::vector<TraceEvent> events_;
  std::array<size_t, kSpaces> told_{};
  uint64_t written_ = 0;
  std::string raw_;
  std::string packed_;
  bool closed_ = false;
};

}  // namespace

Result<std::unique_ptr<TraceWriter>> write_binary(const std::string& path, const Names& names) {
  auto stream = OutputStream::open(path);
  if (!stream) return tl::unexpected(stream.error());
  return std::make_unique<BinaryWriter>(std::move(*stream), names);
}

}  // namespace dh::dyn
