#include "dynamic/trace/stream_recorder.h"

#include <chrono>
#include <utility>

namespace dh::dyn {

namespace {

constexpr auto kWriteEvery = std::chrono::milliseconds(400);

}  // namespace

Result<std::unique_ptr<StreamRecorder>> StreamRecorder::open(const std::string& path, const Names& names) {
  auto output = OutputStream::open(path);
  if (!output) return tl::unexpected(output.error());
  return std::unique_ptr<StreamRecorder>(new StreamRecorder(std::move(*output), names));
}

StreamRecorder::StreamRecorder(OutputStream output, const Names& names)
    : writer_(std::move(output), names, variables_), thread_([this] { write_until_stopped(); }) {}

StreamRecorder::~StreamRecorder() {
  (void)close();
}

EventStream& StreamRecorder::new_stream(uint32_t thread) {
  const std::lock_guard lock(streams_mutex_);
  EventStream& stream = streams_.emplace_back();
  stream.part.thread = thread;
  stream.ticket = new_ticket();
  stream.wakes_at = wake_size(streams_.size());
  return stream;
}

void StreamRecorder::make_room(EventStream& stream) {
  {
    const std::lock_guard lock(mutex_);
    is_woken_ = true;
  }
  wake_.notify_one();
  for (;;) {
    {
      const std::lock_guard lock(stream.lock);
      if (stream.part.events.size() < 2 * stream.wakes_at || stream.is_closed) return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void StreamRecorder::write_until_stopped() {
  std::unique_lock lock(mutex_);
  while (!is_stopped_) {
    wake_.wait_for(lock, kWriteEvery, [&] { return is_stopped_ || is_woken_; });
    is_woken_ = false;
    lock.unlock();
    const uint64_t before = new_ticket();
    take_streams(before, false);
    writer_.write(before);
    lock.lock();
  }
}

Result<void> StreamRecorder::close() {
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(is_stopped_, true)) return {};
  }
  wake_.notify_all();
  thread_.join();
  take_streams(UINT64_MAX, true);
  return writer_.close();
}

void StreamRecorder::take_streams(uint64_t before, bool is_last) {
  const std::lock_guard list_lock(streams_mutex_);
  for (EventStream& stream : streams_) {
    StreamPart part{stream.part.thread, {}, {}};
    {
      const std::lock_guard lock(stream.lock);
      stream.floor = std::max(stream.floor, before);
      stream.wakes_at = wake_size(streams_.size());
      stream.is_closed = is_last;
      if (stream.part.events.empty()) continue;
      std::swap(part, stream.part);
    }
    writer_.add(std::move(part));
  }
}

}  // namespace dh::dyn
