// HappensBefore: races by vector clocks. F. Mattern's virtual time (1988), as in the basic vector-clock
// detector that the FastTrack paper compares with.
//
// Every access is compared with the last read and write of every thread. Precise and slow: the measure for
// the other detectors. Difference: none in what it reports; each location has its own lock.
#pragma once

#include "tools/parts/clock_tool.h"
#include "tools/parts/finding_traits.h"

namespace dh::dyn {

class HappensBefore : public ClockTool<VarClocks> {
 public:
  static constexpr ToolTraits kTraits = kRaceDetector;
  using ClockTool::ClockTool;
  Flow access(Event& e);
};

}  // namespace dh::dyn
