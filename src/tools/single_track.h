// SingleTrack: finds results that depend on the schedule. C. Sadowski, S. N. Freund, C. Flanagan, ESOP 2009.
//
// Two conflicting accesses of different threads are deterministic only when they are ordered by
// synchronization that orders them in every schedule: start and join, barriers, futures, latches. Locks,
// volatiles and queues order them one way today and the other way tomorrow. Differences: the whole run is
// one deterministic block (the paper also checks that marked blocks are serializable against threads
// outside, which Velodrome does), and all conflicts count, also of updates that commute.
#pragma once

#include "tools/clock_tool.h"

namespace dh::dyn {

class SingleTrack : public ClockTool<VarClocks> {
 public:
  explicit SingleTrack(ToolSetup& setup) : ClockTool(setup, Edges::deterministic) {}
  Flow access(Event& e);
};

}  // namespace dh::dyn
