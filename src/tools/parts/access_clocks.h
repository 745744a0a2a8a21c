// The last access of each thread to a location, with its place: a vector clock that can name its entries.
#pragma once

#include <algorithm>
#include <vector>

#include "tools/parts/clocks.h"

namespace dh::dyn {

class AccessClocks {
 public:
  struct Entry {
    Epoch epoch;
    uint64_t position = 0;
    LocId location;
  };

  bool has(Epoch epoch) const {
    const size_t at = find(epoch.slot);
    return at < entries_.size() && entries_[at].epoch == epoch;
  }

  void record(const ThreadClock& t, const Event& e) {
    const Entry now{t.epoch, e.position, e.location};
    const size_t at = find(t.epoch.slot);
    if (at < entries_.size() && entries_[at].epoch.slot == t.epoch.slot) {
      entries_[at] = now;
    } else {
      entries_.insert(entries_.begin() + static_cast<ptrdiff_t>(at), now);
    }
  }

  // The access of the first slot that is not ordered before the clock, or null.
  const Entry* unordered(const VectorClock& clock) const {
    for (const Entry& entry : entries_) {
      if (!clock.covers(entry.epoch)) return &entry;
    }
    return nullptr;
  }

 private:
  // Where the slot is, or belongs. While all slots up to it are there, it is at its own index.
  size_t find(uint32_t slot) const {
    if (slot < entries_.size() && entries_[slot].epoch.slot == slot) return slot;
    const auto it = std::lower_bound(entries_.begin(), entries_.end(), slot,
                                     [](const Entry& entry, uint32_t s) { return entry.epoch.slot < s; });
    return static_cast<size_t>(it - entries_.begin());
  }

  std::vector<Entry> entries_;  // by slot; only those that accessed the location
};

// Reads and writes of a location, for detectors that keep both as clocks.
struct VarClocks {
  AccessClocks reads;
  AccessClocks writes;

  // The earlier access that e races with; found is false when all are ordered.
  struct Found {
    bool found = false;
    EventKind kind = EventKind::write;
    AccessClocks::Entry entry;
  };
  Found conflict(const Event& e, const ThreadClock& t) const {
    if (const auto* write = writes.unordered(t.clock)) return {true, EventKind::write, *write};
    if (!e.is_write()) return {};
    if (const auto* read = reads.unordered(t.clock)) return {true, EventKind::read, *read};
    return {};
  }
};

inline RawReport race_report(const std::string& tool, const Event& e, const ThreadClock& t,
                             const Clocks& clocks, const VarClocks::Found& found) {
  return race_report(tool, e, t, clocks, found.kind, found.entry.epoch, found.entry.location,
                     found.entry.position);
}

}  // namespace dh::dyn
