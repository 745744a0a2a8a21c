// What an event cannot do without: for every thread, how many of its events must have happened when this one
// has happened, by the order of its thread and by must edges (a read needs the write that it saw, the events
// of a child need its start, a join needs all of the child, a receive needs what was sent). Locks do not
// count: that is what makes another schedule possible.
//
// An event of thread t with number n is inside a vector I if n <= I[t]. Vectors that events need are shared:
// an event stores the index of its thread's vector as it was before the event; the thread's own entry is the
// event's number.
#pragma once

#include <span>

#include "base/hash.h"

#include "tools/predict/event_log.h"

namespace dh::dyn {

using Progress = std::vector<uint32_t>;  // by thread: how many of its events have happened

enum class Values : uint8_t {
  kept,     // reads see what they saw
  ignored,  // only synchronization counts
};

class Needs {
 public:
  Needs(const EventLog& log, Values values);

  const EventLog& log() const { return log_; }
  uint32_t threads() const { return static_cast<uint32_t>(of_thread_.size()); }
  uint32_t number(LogId event) const { return number_[event]; }  // in its thread, from 1
  LogId event_at(uint32_t thread, uint32_t event_number) const {
    return of_thread_[thread][event_number - 1];
  }
  std::span<const LogId> of_thread(uint32_t thread) const { return of_thread_[thread]; }

  bool inside(LogId event, const Progress& progress) const {
    return number_[event] <= progress[log_[event].thread];
  }
  // Whether `event` must have happened when `later` has happened.
  bool needs(LogId later, LogId event) const {
    const uint32_t thread = log_[event].thread;
    if (thread == log_[later].thread) return number_[event] <= number_[later];
    const std::span<const uint32_t> others = vector(version_[later]);
    return thread < others.size() && others[thread] >= number_[event];
  }
  // progress := progress joined with what comes before the event, or with the event and what it needs. The
  // latter is for events without must edges of their own, such as releases.
  void join_before(LogId event, Progress& progress) const { join(event, number_[event] - 1, progress); }
  void join_with(LogId event, Progress& progress) const { join(event, number_[event], progress); }

  // The progress at the begin of the window, and that of the trace just before an event.
  Progress none() const;
  Progress before(LogId event) const;
  size_t bytes() const;

 private:
  friend class NeedsBuilder;
  std::span<const uint32_t> vector(uint32_t version) const {
    const size_t begin = offsets_[version];
    return {words_.data() + begin, offsets_[version + 1] - begin};
  }
  void join(LogId event, uint32_t own, Progress& progress) const {
    const std::span<const uint32_t> others = vector(version_[event]);
    for (size_t i = 0; i < others.size(); ++i) {
      if (others[i] > progress[i]) progress[i] = others[i];
    }
    uint32_t& mine = progress[log_[event].thread];
    if (own > mine) mine = own;
  }

  const EventLog& log_;
  std::vector<uint32_t> number_;   // by event
  std::vector<uint32_t> version_;  // by event
  std::vector<std::vector<LogId>> of_thread_;
  std::vector<uint32_t> carried_;  // by thread: events done before the window begins
  std::vector<uint32_t> words_;    // of all vectors
  std::vector<size_t> offsets_;    // by version
};

}  // namespace dh::dyn
