// HappensBefore: races by vector clocks. F. Mattern's virtual time (1988), as in the basic vector-clock
// detector that the FastTrack paper compares with.
//
// Every access is compared with the last read and write of every thread. Precise and slow: the measure for
// the other detectors. Difference: none in what it reports; each location has its own lock.
#pragma once

#include "tools/access_clocks.h"
#include "tools/states.h"

namespace dh::dyn {

class HappensBefore {
 public:
  explicit HappensBefore(ToolSetup& setup);

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
