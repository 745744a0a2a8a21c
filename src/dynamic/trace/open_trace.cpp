#include "dynamic/trace/binary_trace.h"
#include "dynamic/trace/csv_trace.h"
#include "dynamic/trace/std_trace.h"

namespace dh::dyn {

std::span<const TraceEvent> TraceReader::next() {
  if (!piece_) piece_ = new_piece();
  while (!ended_ && fetch(*piece_)) {
    decode(*piece_);
    ended_ = !commit(*piece_);
    if (!piece_->events.empty()) return piece_->events;
  }
  return {};
}

Result<std::unique_ptr<TraceReader>> open_trace(const std::string& path) {
  auto stream = InputStream::open(path);
  if (!stream) return tl::unexpected(stream.error());
  std::string start(16, '\0');
  size_t size = 0;
  while (size < start.size()) {
    const ptrdiff_t got = stream->read(start.data() + size, start.size() - size);
    if (got < 0) return fail("{}: {}", path, stream->problem());
    if (got == 0) break;
    size += static_cast<size_t>(got);
  }
  start.resize(size);
  if (looks_binary(start)) return read_binary(std::move(*stream), std::move(start));
  if (path.ends_with(".csv")) return read_csv(std::move(*stream), std::move(start));
  return read_std(std::move(*stream), std::move(start));
}

}  // namespace dh::dyn
