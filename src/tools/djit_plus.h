// DJIT+: races by vector clocks, looked for once per time frame. E. Pozniansky, A. Schuster, 2003 and 2007.
//
// A time frame of a thread is the time between two of its releases; only the first read and the first write
// of a location in a frame are compared and recorded. Difference: the paper reports the first race only;
// here the location goes to the next tool, or stays and later races are counted.
#pragma once

#include "tools/access_clocks.h"
#include "tools/states.h"

namespace dh::dyn {

class DjitPlus {
 public:
  explicit DjitPlus(ToolSetup& setup);

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
