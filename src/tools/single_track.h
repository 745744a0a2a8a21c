// SingleTrack: finds results that depend on the schedule. C. Sadowski, S. N. Freund, C. Flanagan, ESOP 2009.
//
// Two conflicting accesses of different threads are deterministic only when they are ordered by
// synchronization that orders them in every schedule: start and join, barriers, futures, latches. Locks,
// volatiles and queues order them one way today and the other way tomorrow. Differences: the whole run is
// one deterministic block (the paper also checks that marked blocks are serializable against threads
// outside, which Velodrome does), and all conflicts count, also of updates that commute.
#pragma once

#include "tools/access_clocks.h"
#include "tools/states.h"

namespace dh::dyn {

class SingleTrack {
 public:
  explicit SingleTrack(ToolSetup& setup);

  Flow sync(Event& e);
  Flow thread_exit(Event& e);
  uint64_t make(Event&) { return states_.make(); }
  void unmake(uint64_t word) { states_.unmake(word); }
  Flow access(Event& e);
  void sweep(const LiveWords& live) { states_.sweep(live); }

 private:
  const std::string name_;
  ReportSink& reports_;
  Clocks clocks_;
  States<VarClocks> states_;
};

}  // namespace dh::dyn
