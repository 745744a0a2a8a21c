// Contention: finds where threads wait for locks. RoadRunner paper, Figure 1.
//
// A request for a lock that another thread holds is counted by lock and place. Sources that see requests
// (live targets, our own traces) give them; STD traces have none. Difference: the output is a table at the
// end, the busiest first.
#pragma once

#include <mutex>

#include "base/hash.h"
#include "dynamic/tool.h"

namespace dh::dyn {

class Contention {
 public:
  static constexpr ToolTraits kTraits{};

  explicit Contention(ToolSetup& setup) : names_(setup.names) {}

  Flow request(Event& e);
  void finish(ToolOutput& output);

 private:
  const Names& names_;
  std::mutex mutex_;
  uint64_t requests_ = 0;
  struct Waits {
    uint64_t times = 0;
    std::string lock;  // its name: at the end the lock may be gone
  };
  FlatMap<uint64_t, Waits> waits_;  // by lock and location
};

}  // namespace dh::dyn
