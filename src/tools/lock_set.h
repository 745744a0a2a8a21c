// LockSet: Eraser's lock sets. S. Savage et al., TOCS 1997; RoadRunner paper, Figures 3 and 5.
//
// The word holds the locks that every access so far has held; an access that leaves none is reported. There
// are no ownership states here: ThreadLocal:ReadOnly:LockSet is Eraser. Differences: locks in shared mode
// protect reads only (Eraser's refinement for read/write locks); when no tool follows, later accesses to a
// reported location are counted.
#pragma once

#include "tools/parts/finding_traits.h"
#include "tools/parts/held_locks.h"

namespace dh::dyn {

class LockSet {
 public:
  static constexpr ToolTraits kTraits = kLockDisciplineChecker;

  explicit LockSet(ToolSetup& setup);

  Flow acquire(Event& e) { return update(e); }
  Flow release(Event& e) { return update(e); }
  void thread_made(ShadowThread& thread);

  uint64_t make(Event& e) { return tag_ | held_.held(e); }
  Flow access(Event& e) {
    const auto before = index_of(e.shadow);
    const uint32_t now = held_.intersect(*e.thread, before, held_.held(e));
    if (now == 0) [[unlikely]]
      return no_lock(e, before);
    return now == before || e.put(tag_ | now) ? Flow::keep : Flow::retry;
  }

  void fast_paths(FastPaths& paths) const;
  void sweep(const LiveWords& live);
  size_t states() const { return held_.sets(); }

 private:
  Flow update(Event& e);
  void refresh_words(ShadowThread& thread);
  Flow no_lock(Event& e, uint32_t before);

  const std::string name_;
  const uint64_t tag_;
  ReportSink& reports_;
  ReportSink::Counter& counter_;
  HeldLocks held_;
  const uint8_t words_[3];  // the held set, for reads and for writes; the word of a reported location
};

// A lock-discipline report with the variable's last access (by another thread, if one is known).
RawReport discipline_report(const std::string& tool, const Event& e);

}  // namespace dh::dyn
