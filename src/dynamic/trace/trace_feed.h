// Blocks of a trace for several consumers, read ahead. There is no thread for reading: who waits for a block
// that is not there yet reads, decodes or commits one meanwhile, so reading takes as many threads as can be
// spared. Memory is bounded by the number of blocks that are under way.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "base/stop.h"
#include "dynamic/trace/location_split.h"
#include "dynamic/trace/trace_event.h"

namespace dh::dyn {

struct EventBlock {
  uint64_t first = 0;  // position of the first event
  std::span<const TraceEvent> events;
  uint64_t digest = 0;  // of all events up to its end, if there are several shares
  // By share: indexes of the events that it looks at, with kThreadOnly on accesses to locations of others of
  // which it must know, because the thread begins or has ended. Empty: there is one share, with all events.
  std::vector<std::vector<uint32_t>> shares;
  static constexpr uint32_t kThreadOnly = uint32_t{1} << 31;
};

// Thread-safe.
class TraceFeed {
 public:
  // Only `consumers` threads call block() and release(), each for all numbers in turn. The names of the
  // reader grow at any time, but if there is one consumer, only while it waits in block().
  TraceFeed(TraceReader& reader, LocationSplit split, unsigned consumers, unsigned threads, StopToken stop);

  // The block with this number, from 0; null: the trace has ended, or was stopped.
  const EventBlock* block(uint64_t number);
  void release(uint64_t number);
  // For further threads: reads until there is nothing more to read.
  void help();
  // No consumer needs any more: what is under way comes to nothing.
  void cancel();
  bool stopped() const { return stopped_; }

 private:
  struct Slot {
    std::unique_ptr<TracePiece> piece;
    EventBlock block;
    bool is_decoded = false;
    unsigned consumers = 0;  // that still need it
  };
  using Lock = std::unique_lock<std::mutex>;
  Slot& slot(uint64_t number) { return slots_[number % slots_.size()]; }
  bool make_one(Lock& lock);
  void commit_decoded(Lock& lock);
  void deal(Slot& slot);
  bool needs_check(const TraceEvent& event);

  TraceReader& reader_;
  const LocationSplit split_;
  const unsigned consumers_;
  const StopToken stop_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Slot> slots_;
  uint64_t fetched_ = 0;    // blocks, and so on
  uint64_t committed_ = 0;  // these can be used
  uint64_t released_ = 0;   // these are used up
  bool is_fetching_ = false;
  bool is_committing_ = false;
  bool ended_ = false;  // nothing more is fetched
  bool stopped_ = false;
  // Used while committing only.
  uint64_t position_ = 0;
  uint64_t digest_ = 0;
  std::vector<bool> known_running_;  // by thread: all shares know that it runs
};

}  // namespace dh::dyn
