// The events of a stretch of an execution, kept in memory: what the predictive tools work on.
//
// A stretch ("window") ends when the log is full. The next one begins with the locks that threads hold at
// that moment: everything before it counts as done, as it was. So a window is a trace of its own; what is
// lost are findings whose events lie in different windows. A window also ends when it has kMaxWindowThreads
// threads, for the analyses keep a number for each thread. Threads are numbered within the window. 16 bytes
// an event. Not thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dynamic/tool.h"

namespace dh::dyn {

// Every order of an execution comes down to these. `publish` and `receive` are channels and classes: a
// receive is after all earlier publishes; `take` also after earlier takes, for what one takes another cannot.
enum class LogOp : uint8_t {
  read,
  write,
  acquire,
  release,
  volatile_read,
  volatile_write,
  volatile_update,
  start,
  join,
  publish,
  receive,
  take,
  class_init,
  class_use,
  barrier_enter,  // the target is the barrier's generation, a number of its own
  barrier_leave,
  notify,
};

struct LoggedEvent {
  uint32_t thread : 24;  // in the window, see EventLog::thread_id
  uint32_t op_bits : 5;
  uint32_t tried : 1;    // an acquire that the thread did not announce: it may not have waited
  uint32_t shared : 1;   // of acquire and release
  uint32_t waiting : 1;  // the release and acquire inside a wait
  uint32_t target;
  uint32_t location;
  uint32_t offset;  // of its position from the window's first

  LogOp op() const { return static_cast<LogOp>(op_bits); }
  bool is_access() const { return op_bits <= static_cast<uint32_t>(LogOp::write); }
};
static_assert(sizeof(LoggedEvent) == 16);

using LogId = uint32_t;  // index into the window
inline constexpr LogId kNoEvent = UINT32_MAX;
inline constexpr size_t kMaxWindowThreads = 1024;

class EventLog {
 public:
  // `most` events a window.
  explicit EventLog(size_t most) : most_(most) {}

  // Any event; those that order nothing are left out. False: it was left out.
  bool add(const Event& e);
  bool full() const {
    return events_.size() >= most_ || thread_ids_.size() >= kMaxWindowThreads ||
           (!events_.empty() && events_.back().offset > kMaxOffset);
  }
  // Begins the next window.
  void restart();

  const std::vector<LoggedEvent>& events() const { return events_; }
  const LoggedEvent& operator[](LogId id) const { return events_[id]; }
  LogId size() const { return static_cast<LogId>(events_.size()); }
  // The first events of a window are acquires of locks that were held when it began: they are done.
  LogId carried() const { return static_cast<LogId>(carried_.size()); }
  uint32_t threads() const { return static_cast<uint32_t>(thread_ids_.size()); }
  ThreadId thread_id(uint32_t thread) const { return thread_ids_[thread]; }
  uint64_t position(LogId id) const {
    return id < carried_.size() ? carried_[id] : first_position_ + events_[id].offset;
  }
  // The target's id as names know it.
  uint32_t named_target(LogId id) const {
    const LoggedEvent& event = events_[id];
    const bool barrier = event.op() == LogOp::barrier_enter || event.op() == LogOp::barrier_leave;
    const bool thread = event.op() == LogOp::start || event.op() == LogOp::join;
    return barrier ? barrier_of_[event.target] : thread ? thread_ids_[event.target].value : event.target;
  }
  LogId find(uint64_t position) const;  // kNoEvent: not in this window
  struct Held {
    uint32_t lock;
    bool shared;
    uint32_t location;
    uint64_t position;
  };
  // What the thread holds now, and the lock it has asked for as its last event (null: none).
  std::span<const Held> held(ThreadId thread) const {
    return thread.value < held_.size() ? std::span<const Held>(held_[thread.value]) : std::span<const Held>();
  }
  const Held* requested(ThreadId thread) const {
    const uint32_t id = thread.value;
    return id < requests_.size() && requests_[id].lock != kNoEvent ? &requests_[id] : nullptr;
  }
  uint32_t threads_with_requests() const { return static_cast<uint32_t>(requests_.size()); }
  bool has_requests() const { return !requests_.empty(); }
  uint64_t windows() const { return windows_; }
  size_t bytes() const { return events_.capacity() * sizeof(LoggedEvent); }

 private:
  static constexpr uint32_t kMaxOffset = 0xf0000000;
  struct Barrier {
    uint32_t generation = UINT32_MAX;                   // that threads enter now
    std::vector<std::pair<uint32_t, uint32_t>> visits;  // thread, its generation
  };
  void push(const Event& e, LogOp op, uint32_t target);
  void add_lock(const Event& e, LogOp op);
  void add_request(const Event& e);
  bool add_ordering(const Event& e);
  uint64_t position_of(const Event& e);
  uint32_t number_of(ThreadId thread);
  void add_barrier(const Event& e);
  uint32_t begin_generation(uint32_t barrier);

  const size_t most_;
  std::vector<LoggedEvent> events_;
  std::vector<uint64_t> carried_;  // positions
  uint64_t first_position_ = 0;
  uint64_t live_position_ = 0;
  uint64_t windows_ = 1;
  std::vector<ThreadId> thread_ids_;
  std::vector<uint32_t> numbers_;        // by thread: its number in the window; kNoEvent: none
  std::vector<std::vector<Held>> held_;  // by thread id
  std::vector<Held> requests_;           // by thread id; empty where the source does not tell
  std::vector<Barrier> barriers_;
  std::vector<uint32_t> barrier_of_;  // by generation
};

EventKind event_kind(LogOp op);

}  // namespace dh::dyn
