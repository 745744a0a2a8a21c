#include <array>

#include "dynamic/output_stream.h"
#include "dynamic/std_trace.h"

namespace dh::dyn {

namespace {

class StdWriter final : public TraceWriter {
 public:
  StdWriter(OutputStream stream, const Names& names) : stream_(std::move(stream)), names_(names) {}
  ~StdWriter() override {
    if (!closed_) (void)close();
  }

  void write(const TraceEvent& event) override {
    line_.clear();
    append(Space::thread, event.thread);
    line_ += '|';
    line_ += std_operation(event.kind, event.detail);
    const Space space = event_target(event.kind);
    if (space != Space::none) {
      line_ += '(';
      append(space, event.target);
      line_ += ')';
    }
    line_ += '|';
    append_location(event.location);
    line_ += '\n';
    stream_.write(line_);
  }

  Result<void> close() override {
    closed_ = true;
    return stream_.close();
  }

 private:
  void append(Space space, uint32_t id) {
    const std::string_view name = names_.name(space, id);
    if (name.empty() && space != Space::method) {
      line_ += space_name(space).substr(0, 1);
      line_ += std::to_string(id);
      return;
    }
    // Line ends would break the format, and a bar the thread's name.
    for (const char c : name)
      line_ += c == '\n' || c == '\r' || (c == '|' && space == Space::thread) ? '_' : c;
  }

  // Source places have no place in STD: their number stands for them.
  void append_location(uint32_t id) {
    if (id == UINT32_MAX) {
      line_ += "-1";
      return;
    }
    const LocationName location = names_.location(LocId(id));
    line_ += std::to_string(location.path.empty() && location.symbol.empty() ? location.number : id);
  }

  OutputStream stream_;
  const Names& names_;
  std::string line_;
  bool closed_ = false;
};

}  // namespace

Result<std::unique_ptr<TraceWriter>> write_std(const std::string& path, const Names& names) {
  auto stream = OutputStream::open(path);
  if (!stream) return tl::unexpected(stream.error());
  return std::make_unique<StdWriter>(std::move(*stream), names);
}

}  // namespace dh::dyn
