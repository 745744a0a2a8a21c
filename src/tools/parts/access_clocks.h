// The last access of each thread to a location, with its place: a vector clock that can name its entries.
#pragma once

#include <vector>

#include "tools/parts/clocks.h"

namespace dh::dyn {

class AccessClocks {
 public:
  struct Entry {
    uint32_t clock = 0;
    LocId location;
    uint64_t position = 0;
  };

  bool has(Epoch epoch) const {
    return epoch.slot < entries_.size() && entries_[epoch.slot].clock == epoch.clock;
  }

  void record(const ThreadClock& t, const Event& e) {
    if (t.epoch.slot >= entries_.size()) entries_.resize(t.epoch.slot + 1);
    entries_[t.epoch.slot] = {t.epoch.clock, e.location, e.position};
  }

  // A slot whose access is not ordered before the clock, or -1.
  int64_t unordered(const VectorClock& clock) const {
    for (size_t i = 0; i < entries_.size(); ++i) {
      if (entries_[i].clock > clock.get(static_cast<uint32_t>(i))) return static_cast<int64_t>(i);
    }
    return -1;
  }

  const Entry& operator[](int64_t slot) const { return entries_[static_cast<size_t>(slot)]; }

 private:
  std::vector<Entry> entries_;  // by slot
};

// Reads and writes of a location, for detectors that keep both as clocks.
struct VarClocks {
  AccessClocks reads;
  AccessClocks writes;

  // The earlier access that e races with; found is false when all are ordered.
  struct Found {
    bool found = false;
    EventKind kind = EventKind::write;
    Epoch epoch;
    AccessClocks::Entry entry;
  };
  Found conflict(const Event& e, const ThreadClock& t) const {
    if (const int64_t slot = writes.unordered(t.clock); slot >= 0) {
      return {true, EventKind::write, {static_cast<uint32_t>(slot), writes[slot].clock}, writes[slot]};
    }
    if (!e.is_write()) return {};
    if (const int64_t slot = reads.unordered(t.clock); slot >= 0) {
      return {true, EventKind::read, {static_cast<uint32_t>(slot), reads[slot].clock}, reads[slot]};
    }
    return {};
  }
};

inline RawReport race_report(const std::string& tool, const Event& e, const ThreadClock& t,
                             const Clocks& clocks, const VarClocks::Found& found) {
  return race_report(tool, e, t, clocks, found.kind, found.epoch, found.entry.location, found.entry.position);
}

}  // namespace dh::dyn
