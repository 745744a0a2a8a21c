#include "dynamic/trace/binary_trace.h"
#include "dynamic/trace/block_writer.h"
#include "dynamic/trace/event_block.h"

namespace dh::dyn {

namespace {

using namespace binary;

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
    encode_events(events_, raw_);
    written_ += events_.size();
    blocks_.write(BlockKind::events, raw_, events_.size());
    events_.clear();
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
