#include <array>

#include "dynamic/trace/binary_trace.h"
#include "dynamic/trace/block_writer.h"

namespace dh::dyn {

namespace {

using namespace binary;

uint8_t width_of(uint64_t largest) {
  if (largest == 0) return 0;
  if (largest <= UINT8_MAX) return 1;
  if (largest <= UINT16_MAX) return 2;
  return largest <= UINT32_MAX ? 4 : 8;
}

class BinaryWriter final : public TraceWriter {
 public:
  BinaryWriter(OutputStream stream, const Names& names) : blocks_(std::move(stream), kMagic), names_(names) {
    events_.reserve(kEventsPerBlock);
  }
  ~BinaryWriter() override {
    if (!closed_) (void)close();
  }

  void write(const TraceEvent& event) override {
    events_.push_back(event);
    if (events_.size() == kEventsPerBlock) write_block();
  }

  void flush() override {
    write_block();
    blocks_.flush();
  }

  Result<void> close() override {
    closed_ = true;
    write_block();
    blocks_.write(BlockKind::end, "", written_);
    return blocks_.close();
  }

 private:
  void write_block() {
    blocks_.write_names(names_);
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
    blocks_.write(BlockKind::events, raw_, events_.size());
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

  BlockWriter blocks_;
  const Names& names_;
  std::vector<TraceEvent> events_;
  uint64_t written_ = 0;
  std::string raw_;
  bool closed_ = false;
};

}  // namespace

Result<std::unique_ptr<TraceWriter>> write_binary(const std::string& path, const Names& names) {
  auto stream = OutputStream::open(path);
  if (!stream) return tl::unexpected(stream.error());
  return std::make_unique<BinaryWriter>(std::move(*stream), names);
}

}  // namespace dh::dyn
