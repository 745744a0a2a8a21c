// Record: writes the events at its place in the chain into a trace, to be replayed. RoadRunner paper,
// section 1.
//
// `Record@file=run.trace`; a name that ends in .std gives STD text. All threads write to one file in the
// order in which their events come, so a recorded run has no inline fast paths. Events that the engine made
// (the release inside a wait) are left out: a replay makes them again. Difference: the paper does not
// describe its format; ours is docs/trace-format.md.
#pragma once

#include <memory>
#include <mutex>

#include "dynamic/tool.h"
#include "dynamic/trace/trace_event.h"

namespace dh::dyn {

class Record {
 public:
  static constexpr ToolTraits kTraits{.needs = {.names = true}, .role = ToolRole::recorder};

  explicit Record(ToolSetup& setup);

  Flow any(Event& e);
  void finish(ToolOutput& output);

 private:
  const Names& names_;
  std::mutex mutex_;
  std::unique_ptr<TraceWriter> writer_;
};

}  // namespace dh::dyn
