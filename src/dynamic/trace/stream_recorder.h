// Writes a binary trace from many threads at once: each thread fills a stream of its own, and a thread of the
// recorder puts the streams in order and writes them.
//
// The order comes from tickets, numbers of one counter. A thread's events between two of its tickets are a
// run, and the trace is the runs in the order of their tickets. So a thread takes a ticket where its next
// event must come after what another thread did: at synchronization, and where it accesses a location that a
// run with a later ticket has accessed (tools/recorder.h). Other events share nothing.
//
// The writer cannot know how long a run goes on. It takes a ticket itself, tells all streams to take a new
// one before their next event, and takes what they have: then all events before its ticket are there.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "dynamic/trace/stream_writer.h"

namespace dh::dyn {

// Of one thread, which holds `lock` from the choice of a ticket until the event is added.
struct EventStream {
  SpinLock lock;
  bool is_closed = false;
  uint64_t ticket = 0;
  uint64_t floor = 0;   // the next event needs a later ticket
  size_t wakes_at = 0;  // events; a power of two
  StreamPart part;
  RecordedVariables::Block variables;  // of the thread alone
};

// Thread-safe.
class StreamRecorder {
 public:
  // Names of all spaces but variables are those of `names`, which may grow.
  static Result<std::unique_ptr<StreamRecorder>> open(const std::string& path, const Names& names);
  ~StreamRecorder();
  StreamRecorder(const StreamRecorder&) = delete;
  StreamRecorder& operator=(const StreamRecorder&) = delete;

  EventStream& new_stream(uint32_t thread);
  RecordedVariables& variables() { return variables_; }

  uint64_t new_ticket() { return tickets_.fetch_add(1, std::memory_order_seq_cst); }
  // With stream.lock held: the run that the next event belongs to.
  void continue_run(EventStream& stream) {
    if (stream.ticket <= stream.floor) [[unlikely]]
      stream.ticket = new_ticket();
  }
  // Its next event comes after all that have a ticket now.
  void end_run(EventStream& stream) {
    const std::lock_guard lock(stream.lock);
    stream.floor = std::max(stream.floor, new_ticket());
  }
  // With stream.lock held. True: call make_room when it is free again.
  [[nodiscard]] static bool add(EventStream& stream, const StreamEvent& event) {
    StreamPart& part = stream.part;
    if (part.runs.empty() || part.runs.back().ticket != stream.ticket)
      part.runs.push_back({stream.ticket, part.events.size()});
    part.events.push_back(event);
    return part.events.size() % stream.wakes_at == 0;
  }
  // Wakes the writer, and waits while it has too much to do.
  void make_room(EventStream& stream);

  Result<void> close();

 private:
  StreamRecorder(OutputStream output, const Names& names);
  void write_until_stopped();
  void take_streams(uint64_t before, bool is_last);

  // How many events a stream has before it wakes the writer. A cut ends the runs of all threads, so that what
  // they use is recorded again: few cuts, or recording makes its own work. For up to 32 threads all streams
  // together have room for 2^21 events, 40 MB.
  static size_t wake_size(size_t streams) {
    return std::clamp((size_t{1} << 20) / std::bit_ceil(streams), size_t{1} << 15, size_t{1} << 19);
  }

  std::atomic<uint64_t> tickets_{1};
  std::mutex streams_mutex_;  // guards the list
  std::deque<EventStream> streams_;
  RecordedVariables variables_;
  StreamWriter writer_;  // of the thread, and of close() after it

  std::mutex mutex_;
  std::condition_variable wake_;
  bool is_woken_ = false, is_stopped_ = false;
  std::thread thread_;
};

}  // namespace dh::dyn
