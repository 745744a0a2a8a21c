#include <algorithm>
#include <array>

#include "dynamic/trace/csv_trace.h"
#include "dynamic/trace/output_stream.h"
#include "dynamic/trace/std_trace.h"

namespace dh::dyn {

namespace {

enum class TextLayout : uint8_t {
  std,
  csv,  // a column a thread
};

class StdWriter final : public TraceWriter {
 public:
  StdWriter(OutputStream stream, const Names& names, TextLayout layout)
      : stream_(std::move(stream)), names_(names), layout_(layout) {}
  ~StdWriter() override {
    if (!closed_) (void)close();
  }

  void write(const TraceEvent& event) override {
    line_.clear();
    if (layout_ == TextLayout::csv) {
      line_.assign(event.thread, ',');
    } else {
      append(Space::thread, event.thread);
      line_ += '|';
    }
    line_ += std_operation(event.kind, event.detail);
    const Space space = event_target(event.kind);
    if (space != Space::none) {
      line_ += '(';
      append(space, event.target);
      line_ += ')';
    }
    if (layout_ == TextLayout::std) {
      line_ += '|';
      append_location(event.location);
    }
    line_ += '\n';
    stream_.write(line_);
  }

  void flush() override { stream_.flush(); }

  Result<void> close() override {
    closed_ = true;
    return stream_.close();
  }

 private:
  void append(Space space, uint32_t id) {
    const std::string_view name = names_.name(space, id);
    if (space == Space::thread && layout_ == TextLayout::csv) {
      line_.append("T").append(std::to_string(id));
      return;
    }
    if (name.empty() && space != Space::method) {
      line_ += space_name(space).substr(0, 1);
      line_ += std::to_string(id);
      return;
    }
    // Line ends would break the format, a bar the thread's name, and a hash at its start makes a comment.
    const size_t begin = line_.size();
    for (const char c : name)
      line_ += c == '\n' || c == '\r' || (c == '|' && space == Space::thread) ? '_' : c;
    if (space == Space::thread && line_[begin] == '#') line_[begin] = '_';
    if (layout_ == TextLayout::csv)
      std::replace(line_.begin() + static_cast<ptrdiff_t>(begin), line_.end(), ',', ';');
    if (!is_first(space, id, name)) line_.append("#").append(std::to_string(id));
  }

  // In a binary trace two things may have one name; in text the name is all there is.
  bool is_first(Space space, uint32_t id, std::string_view name) {
    Known& known = known_[static_cast<size_t>(space)];
    if (id >= known.first.size()) known.first.resize(std::max<size_t>(id + 1, 2 * known.first.size()), kNew);
    uint8_t& first = known.first[id];
    if (first == kNew) first = known.names.insert(name).second || space == Space::method ? kFirst : kLater;
    return first == kFirst;
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

  enum : uint8_t { kNew, kFirst, kLater };
  struct Known {
    std::vector<uint8_t> first;  // by id
    FlatSet<std::string_view> names;
  };

  OutputStream stream_;
  const Names& names_;
  const TextLayout layout_;
  std::array<Known, kSpaces> known_;
  std::string line_;
  bool closed_ = false;
};

}  // namespace

namespace {

Result<std::unique_ptr<TraceWriter>> write_text(const std::string& path, const Names& names,
                                                TextLayout layout) {
  auto stream = OutputStream::open(path);
  if (!stream) return tl::unexpected(stream.error());
  return std::make_unique<StdWriter>(std::move(*stream), names, layout);
}

}  // namespace

Result<std::unique_ptr<TraceWriter>> write_std(const std::string& path, const Names& names) {
  return write_text(path, names, TextLayout::std);
}

Result<std::unique_ptr<TraceWriter>> write_csv(const std::string& path, const Names& names) {
  return write_text(path, names, TextLayout::csv);
}

}  // namespace dh::dyn
