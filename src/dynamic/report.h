// Raw reports: what a tool found, as plain values. The program that shows them turns them into findings.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "base/hash.h"
#include "dynamic/event.h"
#include "dynamic/spin_lock.h"

namespace dh::dyn {

struct RawAccess {
  EventKind kind = EventKind::read;
  ThreadId thread;
  LocId location;
  uint64_t position = 0;         // in the trace; live: 0
  Epoch epoch;                   // clock 0: not known
  std::vector<uint32_t> locks;   // ids of locks held
  bool knows_locks = false;      // else `locks` is empty
  uint32_t target = UINT32_MAX;  // what it accesses; UINT32_MAX: what the report is about
  std::vector<LocId> stack;      // innermost first, with the access's own place; empty: not known
  bool known = false;            // false: there was no such access, or only its thread and clock are known

  friend bool operator==(const RawAccess&, const RawAccess&) = default;
};

// One step of an explanation, such as an edge of a cycle of blocks.
struct RawStep {
  EventKind kind = EventKind::read;
  ThreadId thread;
  uint32_t target = 0;
  LocId location;
  uint64_t position = 0;

  friend bool operator==(const RawStep&, const RawStep&) = default;
};

struct RawReport {
  std::string tool;
  uint8_t finding = 0;            // index into ToolTraits::findings of the tool
  Space space = Space::variable;  // of `target`: what the accesses fight for
  uint32_t target = 0;
  RawAccess current;
  RawAccess previous;
  std::vector<RawAccess> more;  // of deadlocks: the further threads, each waiting for the next
  std::vector<RawStep> held;    // of deadlocks: the acquires that the threads wait for to be undone
  uint64_t position = 0;        // of the event that completed it
  std::vector<uint32_t> clock;  // of the current thread, by slot; may be empty
  std::vector<RawStep> steps;   // of atomicity violations: the cycle
  uint32_t block = UINT32_MAX;  // method id of the atomic block, where there is one
  LocId block_location;         // where the block began
  uint64_t block_position = 0;
  uint64_t times = 1;  // events with the same pair of places
  std::string note;    // one sentence more, for people
  std::string object;  // what the location is part of, where the source knows it: "a.B@1c"

  friend bool operator==(const RawReport&, const RawReport&) = default;
};

// The next of several threads that a report is about.
void add_party(RawReport& report, RawAccess access);

// Collects reports; one per tool, kind of finding and unordered pair of places (and variable, where a place
// is not known). Thread-safe.
class ReportSink {
 public:
  struct Counts {
    std::string tool;
    uint64_t events = 0;     // events that were reported, before they are merged
    uint64_t locations = 0;  // distinct places of those events
    uint64_t dropped = 0;    // reports beyond the limit

    friend bool operator==(const Counts&, const Counts&) = default;
  };

  // Events of one tool that were reported, and their places. Tools that go on counting after a location's
  // first report keep a reference.
  class Counter {
   public:
    explicit Counter(std::string tool) : tool_(std::move(tool)) {}
    void add(LocId location, bool concurrent) {
      const MaybeLock lock(mutex_, concurrent);
      ++events_;
      if (!location.valid()) return;
      const size_t word = location.index() / 64;
      if (word >= places_.size()) places_.resize(word + 1 + word / 2);
      places_[word] |= uint64_t{1} << (location.index() % 64);
    }

   private:
    friend class ReportSink;
    const std::string tool_;
    mutable SpinLock mutex_;
    uint64_t events_ = 0;
    std::vector<uint64_t> places_;  // a bit per location
    uint64_t dropped_ = 0;          // guarded by the sink, and so are these
    uint64_t first_position_ = 0;
    bool was_asked_for_ = false;
  };

  // What one of several sinks got, each from a share of the locations of one trace.
  struct Share {
    std::vector<RawReport> reports;
    std::vector<uint64_t> keys;  // of the reports: equal ones are merged
    struct Left {
      uint64_t key = 0;
      uint64_t times = 0;
      std::string tool;
    };
    std::vector<Left> left;  // beyond the limit, sorted
    struct Counted {
      std::string tool;
      uint64_t events = 0;
      std::vector<uint64_t> places;  // a bit per location
      // Where it stands among the counters of all sinks: those that tools asked for, then by first report.
      uint64_t first_position = 0;
      bool was_asked_for = false;
    };
    std::vector<Counted> counted;
  };
  enum class Use : uint8_t { whole, share };

  explicit ReportSink(size_t limit = 10000, Use use = Use::whole) : limit_(limit), use_(use) {}

  void add(RawReport report);
  // For another event of a location that was reported already. Lives as long as the sink.
  Counter& counter(const std::string& tool);
  // Called for every report before it is merged; for tests and live output. Set before events flow.
  void on_every_report(std::function<void(const RawReport&)> callback) { callback_ = std::move(callback); }
  // Called for the first report of each merged group, under the sink's lock: for a target that may be killed.
  void on_new_report(std::function<void(RawReport&)> callback) { on_new_ = std::move(callback); }

  // Targets that count as one where a place is not known, such as the elements of arrays. Set before events
  // flow.
  void group_targets(std::function<uint32_t(uint32_t)> group) { group_ = std::move(group); }

  // In the order of their first event.
  std::vector<RawReport> take();
  std::vector<Counts> counts() const;
  // Of a sink for a share: everything.
  Share take_share();

 private:
  Counter& find_counter(const std::string& tool);

  const size_t limit_;
  const Use use_;
  mutable std::mutex mutex_;
  std::function<void(const RawReport&)> callback_;
  std::function<void(RawReport&)> on_new_;
  std::function<uint32_t(uint32_t)> group_;
  std::vector<RawReport> reports_;
  FlatMap<uint64_t, size_t> index_;
  struct Left {
    uint64_t times = 0;
    const Counter* counter = nullptr;
  };
  FlatMap<uint64_t, Left> left_;  // by key; of shares: another one may have an earlier report of the key
  std::deque<Counter> counters_;
};

// What one sink would have got from all locations.
struct MergedReports {
  std::vector<RawReport> reports;
  std::vector<ReportSink::Counts> counts;
};
MergedReports merge_shares(std::vector<ReportSink::Share> shares, size_t limit);

}  // namespace dh::dyn
