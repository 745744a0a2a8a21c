// DJIT+: races by vector clocks, looked for once per time frame. E. Pozniansky, A. Schuster, 2003 and 2007.
//
// A time frame of a thread is the time between two of its releases; only the first read and the first write
// of a location in a frame are compared and recorded. Difference: the paper reports the first race only;
// here the location goes to the next tool, or stays and later races are counted.
#pragma once

#include "tools/parts/clock_tool.h"
#include "tools/parts/finding_traits.h"

namespace dh::dyn {

class DjitPlus : public ClockTool<VarClocks> {
 public:
  static constexpr ToolTraits kTraits = kRaceDetector;
  using ClockTool::ClockTool;
  Flow access(Event& e);
};

}  // namespace dh::dyn
