// What the detectors by vector clocks have in common: clocks that follow synchronization, and one state per
// location behind a lock of its own. A detector adds its `access`.
#pragma once

#include "tools/parts/access_clocks.h"
#include "tools/parts/states.h"

namespace dh::dyn {

template <typename State>
class ClockTool {
 public:
  explicit ClockTool(ToolSetup& setup, Edges edges = Edges::all)
      : name_(setup.name),
        reports_(setup.reports),
        clocks_(setup, UINT32_MAX, UINT32_MAX, edges),
        states_(setup) {}

  Flow sync(Event& e) {
    clocks_.sync(e);
    return Flow::pass;
  }
  Flow thread_exit(Event& e) {
    clocks_.end(*e.thread);
    return Flow::pass;
  }
  void thread_begins(ShadowThread& thread) { clocks_.of(thread); }
  uint64_t make(Event&) { return states_.make(); }
  void unmake(uint64_t word) { states_.unmake(word); }
  void sweep(const LiveWords& live) { states_.sweep(live); }
  size_t states() const { return states_.table().live(); }

 protected:
  const std::string name_;
  ReportSink& reports_;
  Clocks clocks_;
  States<State> states_;
};

}  // namespace dh::dyn
