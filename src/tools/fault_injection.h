// FaultInjection: drops synchronization events at random, as if the program had forgotten them. RoadRunner
// paper, Figure 1.
//
// `FaultInjection@seed=7,rate=0.1`. A lock operation goes with its partner: an acquire is dropped together
// with its release, a barrier's enter with its leave. Only what tools see changes, never the target. Each
// thread has its own random numbers, so the faults of a thread do not depend on the schedule. Difference:
// the paper gives no details.
#pragma once

#include <mutex>

#include "dynamic/tool.h"

namespace dh::dyn {

class FaultInjection {
 public:
  static constexpr ToolTraits kTraits{.splits_by_location = true};

  explicit FaultInjection(ToolSetup& setup);

  Flow sync(Event& e);
  void thread_made(ShadowThread& thread);
  void finish(ToolOutput& output);

 private:
  struct PerThread {
    uint64_t random = 0;
    std::vector<ShadowLock*> dropped;  // whose second half has to go too
    uint64_t events = 0;
    uint64_t faults = 0;
  };
  bool fails(PerThread& t);

  const uint64_t seed_;
  const double rate_;
  Decoration<ShadowThread, PerThread> threads_;
  std::mutex mutex_;
  std::vector<ShadowThread*> all_;
};

}  // namespace dh::dyn
