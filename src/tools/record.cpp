#include "tools/record.h"

#include <chrono>

#include "dynamic/trace/binary_trace.h"
#include "dynamic/trace/std_trace.h"

namespace dh::dyn {

namespace {

constexpr auto kFlushEvery = std::chrono::milliseconds(500);

}  // namespace

Record::Record(ToolSetup& setup) : names_(setup.names) {
  const std::string path = setup.option("file", "");
  if (path.empty()) {
    setup.problem("needs a file: Record@file=PATH");
    return;
  }
  if (setup.check_only) return;
  auto writer = path.ends_with(".std") ? write_std(path, setup.names) : write_binary(path, setup.names);
  if (writer) {
    writer_ = std::move(*writer);
    flusher_ = std::thread([this] { flush_until_stopped(); });
  } else {
    setup.problem(writer.error().message);
  }
}

Record::~Record() {
  stop_flushing();
}

void Record::flush_until_stopped() {
  std::unique_lock lock(mutex_);
  while (!stopping_.wait_for(lock, kFlushEvery, [&] { return stopped_; })) {
    const std::lock_guard names_lock(names_.guard());
    writer_->flush();
  }
}

void Record::stop_flushing() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  stopping_.notify_all();
  if (flusher_.joinable()) flusher_.join();
}

Flow Record::any(Event& e) {
  if (e.synthetic) return Flow::pass;
  TraceEvent event{e.kind, 0, e.thread->id.value, e.target, e.location.value, e.value};
  const Space space = event_target(e.kind);
  if (space == Space::lock) event.detail = static_cast<uint8_t>(e.mode);
  if (space == Space::channel) event.detail = static_cast<uint8_t>(e.hand_over);
  const std::lock_guard lock(mutex_);
  if (writer_ == nullptr) return Flow::pass;
  const std::lock_guard names_lock(names_.guard());
  writer_->write(event);
  return Flow::pass;
}

void Record::finish(ToolOutput& output) {
  stop_flushing();
  const std::lock_guard lock(mutex_);
  if (writer_ == nullptr) return;
  const Result<void> closed = writer_->close();
  writer_.reset();
  if (!closed) output.lines.push_back(closed.error().message);
}

}  // namespace dh::dyn
